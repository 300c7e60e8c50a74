import TerminalUI

/// A command offered by the command line.
package struct PaletteEntry: Sendable {
  package var command: Command
  /// The indexes of the letters of the name that match the typed text.
  package var positions: [Int]
  /// The reason why the command is not available now, or nil.
  package var obstacle: String?
}

extension PaletteState {
  /// The typed command and its argument, or nil until a command name is followed by a space.
  package var call: (command: Command, argument: String)? {
    guard let space = field.text.firstIndex(of: " "),
      let command = CommandRegistry[String(field.text[..<space])]
    else { return nil }
    let argument = field.text[field.text.index(after: space)...]
    return (command, argument.trimmed)
  }

  /// Returns the commands that match the typed text, best matches first. Without text, available
  /// commands come first.
  package func entries(in state: AppState) -> [PaletteEntry] {
    guard call == nil else { return [] }
    let ranked = FuzzyMatcher(field.text).ranked(CommandRegistry.all) { $0.id }
    let entries = ranked.map { found in
      PaletteEntry(
        command: found.item, positions: found.match.positions,
        obstacle: found.item.obstacle(state))
    }
    return field.text.isEmpty
      ? entries.filter { $0.obstacle == nil } + entries.filter { $0.obstacle != nil } : entries
  }

  /// The values or file names that complete the typed argument.
  package var suggestions: [String] {
    guard let (command, argument) = call else { return [] }
    guard let wanted = command.argument else { return [] }
    if wanted.isPath { return completed == argument ? completions : [] }
    return wanted.values.filter { $0.hasPrefix(argument) && $0 != argument }
  }
}

extension Substring {
  /// The text without leading and trailing spaces.
  fileprivate var trimmed: String {
    let start = drop { $0 == " " }
    let end = start.reversed().prefix { $0 == " " }.count
    return String(start.dropLast(end))
  }
}

extension AppState {
  mutating func press(_ stroke: KeyStroke, in palette: PaletteState) -> [Effect] {
    var palette = palette
    let entries = palette.entries(in: self)
    let suggestions = palette.suggestions
    let count = palette.call == nil ? entries.count : suggestions.count
    switch stroke.notation {
    case "esc":
      overlays.removeLast()
      return []
    case "down", "ctrl-n": palette.cursor.move(by: 1, count: count, height: 8)
    case "up", "ctrl-p": palette.cursor.move(by: -1, count: count, height: 8)
    case "tab": return complete(palette, entries, suggestions)
    case "enter": return runTyped(palette, entries)
    case "backspace" where palette.field.isEmpty:
      overlays.removeLast()
      return []
    default:
      _ = palette.field.handle(stroke)
      palette.cursor = ListCursor()
      return changePalette(palette)
    }
    replaceOverlay(.palette(palette))
    return []
  }

  /// Shows the typed text, and requests file names while a path is typed.
  mutating func changePalette(_ palette: PaletteState) -> [Effect] {
    replaceOverlay(.palette(palette))
    guard let (command, argument) = palette.call, command.argument?.isPath == true else {
      return []
    }
    return palette.completed == argument ? [] : [.complete(argument: argument)]
  }

  mutating func complete(_ argument: String, _ names: [String]) -> [Effect] {
    guard case .palette(var palette) = overlays.last, palette.call?.argument == argument else {
      return []
    }
    palette.completions = names
    palette.completed = argument
    palette.cursor = ListCursor()
    let isWanted = palette.wantsCompletion
    palette.wantsCompletion = false
    replaceOverlay(.palette(palette))
    guard isWanted else { return [] }
    return complete(palette, [], palette.suggestions) + replayDeferredKeys()
  }

  private mutating func complete(
    _ palette: PaletteState, _ entries: [PaletteEntry], _ suggestions: [String]
  ) -> [Effect] {
    var palette = palette
    if let (command, argument) = palette.call {
      if command.argument?.isPath == true, palette.completed != argument {
        palette.wantsCompletion = true
        replaceOverlay(.palette(palette))
        return []
      }
      guard suggestions.indices.contains(palette.cursor.selected) else { return [] }
      palette.field.replace(with: "\(command.id) \(suggestions[palette.cursor.selected])")
    } else if entries.indices.contains(palette.cursor.selected) {
      palette.field.replace(with: "\(entries[palette.cursor.selected].command.id) ")
    }
    palette.cursor = ListCursor()
    return changePalette(palette)
  }

  private mutating func runTyped(
    _ palette: PaletteState, _ entries: [PaletteEntry]
  ) -> [Effect] {
    if let (command, argument) = palette.call {
      if argument.isEmpty, let wanted = command.argument, !wanted.isOptional {
        return warn("\(command.id) needs \(wanted.name)")
      }
      if !argument.isEmpty, command.argument == nil {
        return warn("\(command.id) takes no words: leave out “\(argument)”")
      }
      overlays.removeLast()
      return run(command, argument: argument)
    }
    if entries.isEmpty, Int(palette.field.text) != nil, let command = CommandRegistry["point"] {
      overlays.removeLast()
      return run(command, argument: palette.field.text)
    }
    if entries.isEmpty, coordinate(in: palette.field.text) != nil {
      overlays.removeLast()
      return goTo(palette.field.text)
    }
    guard entries.indices.contains(palette.cursor.selected) else {
      return warn("there is no command “\(palette.field.text)”")
    }
    overlays.removeLast()
    return run(entries[palette.cursor.selected].command)
  }
}
