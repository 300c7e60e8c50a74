import Foundation
import TerminalUI

/// A terminal whose simulated user waits for an expected text before pressing the next keys.
final class ScriptedBackend: TerminalBackend {
  struct Step {
    /// The text that the screen must show before the keys are pressed.
    var expectedText: String
    var keys: [InputEvent]
  }

  let size = Size(columns: 100, rows: 30)
  private(set) var screens: [String] = []
  /// The commands that were run as the user's text editor, with their arguments.
  private(set) var launches: [[String]] = []
  private(set) var clipboard: String?
  /// The expected text that did not appear in time, or nil if all texts appeared.
  private(set) var missingText: String?
  private var steps: [Step]
  private var queue: [InputEvent] = []
  private let wakeUps = DispatchSemaphore(value: 0)

  /// A long time, since all tests may run in parallel.
  private static let timeoutSeconds = 600.0

  /// Closures that are called once when the expected text of a step appears, by the text.
  private let reactions: [String: @Sendable () -> Void]

  init(
    _ script: [(text: String, keys: String)], reactions: [String: @Sendable () -> Void] = [:]
  ) {
    self.reactions = reactions
    steps = script.map { step in
      Step(
        expectedText: step.text,
        keys: (KeyStroke.sequence(notation: step.keys) ?? []).map(InputEvent.key))
    }
  }

  func present(_ surface: Surface) { screens.append(surface.text) }

  func nextEvent(timeoutMilliseconds: Int?) -> InputEvent? {
    if !queue.isEmpty { return queue.removeFirst() }
    if let step = steps.first, screens.last?.contains(step.expectedText) == true {
      steps.removeFirst()
      reactions[step.expectedText]?()
      queue = step.keys
      if !queue.isEmpty { return queue.removeFirst() }
    }
    if timeoutMilliseconds == 0 { return wakeUps.wait(timeout: .now()) == .success ? .wake : nil }
    if wakeUps.wait(timeout: .now() + Self.timeoutSeconds) == .success { return .wake }
    missingText = steps.first?.expectedText ?? "the end"
    return .terminate
  }

  var waker: @Sendable () -> Void {
    { [wakeUps] in _ = wakeUps.signal() }
  }

  func suspend() {}

  /// Simulates a text editor that replaces the text by one line.
  func run(_ arguments: [String]) throws -> Int32 {
    launches.append(arguments)
    if let path = arguments.last {
      try Data("Snow until July\n".utf8).write(to: URL(filePath: path))
    }
    return 0
  }

  func copyToClipboard(_ text: String) { clipboard = text }
  func setMouse(_ isOn: Bool) {}
  func repaint() {}
  func restore() {}
}
