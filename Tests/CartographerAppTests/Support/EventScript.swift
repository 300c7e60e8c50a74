import Foundation
import TerminalUI

/// Input events as lines of text, so that a failed run can be read and replayed.
///
/// A line is `key ctrl-r`, `paste "…"` (JSON), `press left 3 7`, `wheel up 3 7`, `resize 80 24`,
/// `focus on`, `resumed`, `wake` or `terminate`. At an empty line, the script waits until the
/// editor is idle.
enum EventScript {
  static func line(_ event: InputEvent) -> String {
    switch event {
    case .key(let stroke): return "key \(stroke.notation)"
    case .mouse(let mouse): return line(mouse)
    case .paste(let text):
      let data = (try? JSONEncoder().encode([text])) ?? Data()
      return "paste \(String(decoding: data, as: UTF8.self).dropFirst().dropLast())"
    case .resize(let size): return "resize \(size.columns) \(size.rows)"
    case .focus(let isOn): return "focus \(isOn ? "on" : "off")"
    case .resumed: return "resumed"
    case .wake: return "wake"
    case .terminate: return "terminate"
    }
  }

  private static func line(_ mouse: MouseEvent) -> String {
    let action =
      switch mouse.action {
      case .press(let button): "press \(button)"
      case .release(let button): "release \(button)"
      case .drag(let button): "drag \(button)"
      case .wheelUp: "wheel up"
      case .wheelDown: "wheel down"
      }
    return "\(action) \(mouse.position.column) \(mouse.position.row)"
  }

  /// Returns the events of a script in groups; the events of a group are sent without waiting.
  static func events(of script: String) -> [[InputEvent]] {
    var parts: [[InputEvent]] = [[]]
    for line in script.split(separator: "\n", omittingEmptySubsequences: false) {
      if let event = event(of: line) {
        parts[parts.count - 1].append(event)
      } else if parts.last?.isEmpty == false {
        parts.append([])
      }
    }
    return parts.filter { !$0.isEmpty }
  }

  private static func event(of line: Substring) -> InputEvent? {
    let words = line.split(separator: " ")
    guard let first = words.first else { return nil }
    let rest = String(line.dropFirst(first.count + 1))
    switch first {
    case "key": return KeyStroke(notation: rest).map(InputEvent.key)
    case "paste":
      return (try? JSONDecoder().decode([String].self, from: Data("[\(rest)]".utf8)))?
        .first.map(InputEvent.paste)
    case "resize":
      let numbers = words.compactMap { Int($0) }
      guard numbers.count == 2 else { return nil }
      return .resize(Size(columns: numbers[0], rows: numbers[1]))
    case "focus": return .focus(rest == "on")
    case "resumed": return .resumed
    case "wake": return .wake
    case "terminate": return .terminate
    default: return mouse(words)
    }
  }

  private static func mouse(_ words: [Substring]) -> InputEvent? {
    guard words.count == 4, let column = Int(words[2]), let row = Int(words[3]) else { return nil }
    let buttons: [Substring: MouseEvent.Button] = [
      "left": .left, "middle": .middle, "right": .right,
    ]
    let button = buttons[words[1]] ?? .left
    let action: MouseEvent.Action =
      switch words[0] {
      case "press": .press(button)
      case "release": .release(button)
      case "drag": .drag(button)
      default: words[1] == "up" ? .wheelUp : .wheelDown
      }
    return .mouse(MouseEvent(action, at: Point(column: column, row: row)))
  }
}
