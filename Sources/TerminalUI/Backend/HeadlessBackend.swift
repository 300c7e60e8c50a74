import Synchronization

/// A terminal in memory: it plays a script of events and keeps the frames it is shown.
package final class HeadlessBackend: TerminalBackend {
  package private(set) var size: Size
  /// Every frame shown, oldest first.
  package private(set) var frames: [Surface] = []
  /// Programs asked to run, with their arguments.
  package private(set) var launches: [[String]] = []
  package private(set) var clipboard: String?
  package private(set) var suspensions = 0
  package private(set) var isMouseOn = true
  package private(set) var isRestored = false
  /// What ``run(_:)`` does in place of starting a program; its result is the exit status.
  package var launch: ([String]) throws -> Int32 = { _ in 0 }

  private var script: ArraySlice<InputEvent>
  private let alarm = WakeFlag()

  package init(size: Size, script: [InputEvent] = []) {
    self.size = size
    self.script = script[...]
  }

  /// The last frame shown.
  package var screen: Surface? { frames.last }

  /// Adds events behind those not yet read.
  package func post(_ events: [InputEvent]) {
    script.append(contentsOf: events)
  }

  package func present(_ surface: Surface) {
    frames.append(surface)
  }

  /// The next event of the script, nil at its end; never waits.
  package func nextEvent(timeoutMilliseconds: Int?) -> InputEvent? {
    if alarm.take() { return .wake }
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

/// A flag raised by one thread and taken down by another.
private final class WakeFlag: Sendable {
  private let isUp = Mutex(false)

  func raise() {
    isUp.withLock { $0 = true }
  }

  func take() -> Bool {
    isUp.withLock { isUp in
      defer { isUp = false }
      return isUp
    }
  }
}
