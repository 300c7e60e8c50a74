import Synchronization

/// An in-memory terminal for tests, which replays a script of events and records the presented
/// frames.
package final class HeadlessBackend: TerminalBackend {
  package private(set) var size: Size
  /// All presented frames, oldest first.
  package private(set) var frames: [Surface] = []
  /// The program and arguments passed to each call of ``run(_:)``.
  package private(set) var launches: [[String]] = []
  package private(set) var clipboard: String?
  package private(set) var suspensions = 0
  package private(set) var isMouseOn = true
  package private(set) var isRestored = false
  /// The closure that ``run(_:)`` calls instead of starting a program. The closure returns the
  /// simulated program's exit status.
  package var launch: ([String]) throws -> Int32 = { _ in 0 }

  private var script: ArraySlice<InputEvent>
  private let alarm = WakeFlag()

  package init(size: Size, script: [InputEvent] = []) {
    self.size = size
    self.script = script[...]
  }

  /// The last presented frame. Nil if no frame was presented.
  package var screen: Surface? { frames.last }

  /// Appends input events to the script.
  package func post(_ events: [InputEvent]) {
    script.append(contentsOf: events)
  }

  package func present(_ surface: Surface) {
    frames.append(surface)
  }

  /// Returns the next event in the script, without ever waiting. Returns nil at the end of the
  /// script.
  package func nextEvent(timeoutMilliseconds: Int?) -> InputEvent? {
    if alarm.lower() { return .wake }
    guard let event = script.popFirst() else { return nil }
    if case .resize(let newSize) = event { size = newSize }
    return event
  }

  package var waker: @Sendable () -> Void {
    { [alarm] in alarm.raise() }
  }

  package func suspend() {
    suspensions += 1
    script.insert(.resumed, at: script.startIndex)
  }

  package func run(_ arguments: [String]) throws -> Int32 {
    launches.append(arguments)
    return try launch(arguments)
  }

  package func copyToClipboard(_ text: String) {
    clipboard = text
  }

  package func setMouse(_ isOn: Bool) {
    isMouseOn = isOn
  }

  package func repaint() {}

  package func restore() {
    isRestored = true
  }
}

/// A flag that one thread sets and another thread clears.
private final class WakeFlag: Sendable {
  private let isUp = Mutex(false)

  func raise() {
    isUp.withLock { $0 = true }
  }

  /// Clears the flag, and returns whether the flag was set before.
  func lower() -> Bool {
    isUp.withLock { isUp in
      defer { isUp = false }
      return isUp
    }
  }
}
