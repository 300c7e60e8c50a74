import CartographerPresentation
import Foundation
import TerminalUI

@testable import CartographerApp

/// A terminal in memory whose user presses nothing before the editor is at rest: nothing is on its
/// way to the store or back.
final class LiveTerminal: TerminalBackend {
  private(set) var size: Size
  /// The frame that shows.
  private(set) var screen: Surface?
  private(set) var frames = 0
  private(set) var clipboard: String?
  /// What was wrong first; nil when all went well.
  private(set) var problem: String?
  /// Gives what the user does next, all of it without a look at the screen; nil for the end.
  var next: (AppState) -> [InputEvent]? = { _ in nil }
  /// Looks at an event at the moment it is taken; it may put another in its place.
  var intercept: (InputEvent, AppState) -> InputEvent = { event, _ in event }
  /// Says what is wrong with a frame.
  var inspect: (Surface, AppState) -> String? = { _, _ in nil }
  /// What the user's own editor makes of a text.
  var edit: (String) -> String = { $0 + "Snow until July\n" }
  weak var loop: EditorLoop?

  private var queue: ArraySlice<InputEvent> = []
  private let woken = DispatchSemaphore(value: 0)
  /// So long may something take that must end by itself.
  private static let patience = 120.0

  init(size: Size) {
    self.size = size
  }

  func present(_ surface: Surface) {
    screen = surface
    frames += 1
    guard problem == nil, let state = loop?.state else { return }
    if surface.size != size { note("the frame is \(surface.size), the screen \(size)") }
    if let fault = inspect(surface, state) { note(fault) }
  }

  func note(_ text: String) { problem = problem ?? text }

  func nextEvent(timeoutMilliseconds: Int?) -> InputEvent? {
    if timeoutMilliseconds == 0 {
      if let event = queue.popFirst() { return take(event) }
      return woken.wait(timeout: .now()) == .success ? .wake : nil
    }
    if let event = queue.popFirst() { return take(event) }
    guard let loop else { return .terminate }
    while problem == nil {
      if loop.isAtRest {
        if loop.state.keysWait || !loop.state.input.deferred.isEmpty {
          note("at rest, and keys wait for nothing")
          break
        }
        guard let events = next(loop.state) else { break }
        queue = events[...]
        if let event = queue.popFirst() { return take(event) }
        continue
      }
      if woken.wait(timeout: .now() + Self.patience) == .success { return .wake }
      note("not at rest after \(Self.patience) s")
    }
    queue = []
    return .terminate
  }

  /// Waits for what the editor began and left to itself when it ended.
  func wait(forEndOf loop: EditorLoop) {
    while !loop.runner.isIdle {
      guard woken.wait(timeout: .now() + Self.patience) == .success else {
        return note("something goes on \(Self.patience) s after the editor's end")
      }
    }
  }

  private func take(_ event: InputEvent) -> InputEvent {
    let event = loop.map { intercept(event, $0.state) } ?? event
    if case .resize(let size) = event { self.size = size }
    return event
  }

  var waker: @Sendable () -> Void {
    { [woken] in _ = woken.signal() }
  }

  /// The next event is then that it goes on.
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
