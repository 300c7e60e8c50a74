import Foundation
import TerminalUI

/// A terminal whose user waits for what they expect to see before they press the next keys.
final class ScriptedBackend: TerminalBackend {
  struct Step {
    /// What the screen must show first.
    var sight: String
    var keys: [InputEvent]
  }

  let size = Size(columns: 100, rows: 30)
  private(set) var screens: [String] = []
  private(set) var launches: [[String]] = []
  private(set) var clipboard: String?
  /// What was not seen when the patience ended; nil when all went well.
  private(set) var missing: String?
  private var steps: [Step]
  private var queue: [InputEvent] = []
  private let woken = DispatchSemaphore(value: 0)

  /// Long, for all tests may be at work at once.
  private static let patienceSeconds = 600.0

  /// Done once when a step's sight has come, by the sight.
  private let reactions: [String: @Sendable () -> Void]

  init(
    _ script: [(sight: String, keys: String)], reactions: [String: @Sendable () -> Void] = [:]
  ) {
    self.reactions = reactions
    steps = script.map { step in
      Step(
        sight: step.sight,
        keys: (KeyStroke.sequence(notation: step.keys) ?? []).map(InputEvent.key))
    }
  }

  func present(_ surface: Surface) { screens.append(surface.text) }

  func nextEvent(timeoutMilliseconds: Int?) -> InputEvent? {
    if !queue.isEmpty { return queue.removeFirst() }
    if let step = steps.first, screens.last?.contains(step.sight) == true {
      steps.removeFirst()
      reactions[step.sight]?()
      queue = step.keys
      if !queue.isEmpty { return queue.removeFirst() }
    }
    if timeoutMilliseconds == 0 { return woken.wait(timeout: .now()) == .success ? .wake : nil }
    if woken.wait(timeout: .now() + Self.patienceSeconds) == .success { return .wake }
    missing = steps.first?.sight ?? "the end"
    return .terminate
  }

  var waker: @Sendable () -> Void {
    { [woken] in _ = woken.signal() }
  }

  func suspend() {}

  /// Stands for an editor that adds a line.
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
