import CartographerPresentation
import Foundation
import TerminalUI

@testable import CartographerApp

/// An in-memory terminal whose simulated user waits before each input until the editor is idle: no
/// request to the store and no answer is pending.
final class LiveTerminal: TerminalBackend {
  private(set) var size: Size
  /// The last frame.
  private(set) var screen: Surface?
  private(set) var frames = 0
  private(set) var clipboard: String?
  /// The first problem, or nil if there was none.
  private(set) var problem: String?
  /// Returns the next events, which are sent without waiting, or nil to end the editor.
  var next: (AppState) -> [InputEvent]? = { _ in nil }
  /// Called when an event is delivered; returns the event or a replacement.
  var intercept: (InputEvent, AppState) -> InputEvent = { event, _ in event }
  /// Returns a description of the problem with a frame, or nil if the frame is correct.
  var inspect: (Surface, AppState) -> String? = { _, _ in nil }
  /// Edits a text as the user's text editor would.
  var edit: (String) -> String = { $0 + "Snow until July\n" }
  weak var loop: EditorLoop?

  private var queue: ArraySlice<InputEvent> = []
  private let wakeUps = DispatchSemaphore(value: 0)
  /// The maximum time for work that must end without input.
  private static let timeoutSeconds = 600.0

  init(size: Size) {
    self.size = size
  }

  func present(_ surface: Surface) {
    screen = surface
    frames += 1
    guard problem == nil, let state = loop?.state else { return }
    if surface.size != size { report("a frame of \(surface.size) on a terminal of \(size)") }
    if let fault = inspect(surface, state) { report(fault) }
  }

  func report(_ text: String) { problem = problem ?? text }

  func nextEvent(timeoutMilliseconds: Int?) -> InputEvent? {
    if timeoutMilliseconds == 0 {
      if let event = queue.popFirst() { return deliver(event) }
      return wakeUps.wait(timeout: .now()) == .success ? .wake : nil
    }
    if let event = queue.popFirst() { return deliver(event) }
    guard let loop else { return .terminate }
    while problem == nil {
      if loop.isAtRest {
        if loop.state.keysWait || !loop.state.input.deferred.isEmpty {
          report("the editor is idle, but keys are still waiting")
          break
        }
        guard let events = next(loop.state) else { break }
        queue = events[...]
        if let event = queue.popFirst() { return deliver(event) }
        continue
      }
      if wakeUps.wait(timeout: .now() + Self.timeoutSeconds) == .success { return .wake }
      report("the editor is not idle after \(Self.timeoutSeconds) s")
    }
    queue = []
    return .terminate
  }

  /// Waits for the effects that are still running after the editor has ended.
  func wait(forEndOf loop: EditorLoop) {
    while !loop.runner.isIdle {
      guard wakeUps.wait(timeout: .now() + Self.timeoutSeconds) == .success else {
        return report("an effect is still running \(Self.timeoutSeconds) s after the editor ended")
      }
    }
  }

  private func deliver(_ event: InputEvent) -> InputEvent {
    let event = loop.map { intercept(event, $0.state) } ?? event
    if case .resize(let size) = event { self.size = size }
    return event
  }

  var waker: @Sendable () -> Void {
    { [wakeUps] in _ = wakeUps.signal() }
  }

  /// Queues the event that the program was resumed.
  func suspend() { queue.insert(.resumed, at: queue.startIndex) }

  func run(_ arguments: [String]) throws -> Int32 {
    guard let path = arguments.last else { return 1 }
    let file = URL(filePath: path)
    let text = String(decoding: try Data(contentsOf: file), as: UTF8.self)
    try Data(edit(text).utf8).write(to: file)
    return 0
  }

  func copyToClipboard(_ text: String) { clipboard = text }
  func setMouse(_ isOn: Bool) {}
  func repaint() {}
  func restore() {}
}
