import CartographerPresentation
import Geodesy
import TerminalUI

/// A command in the list below the editor's command line.
struct PaletteEntry: Sendable {
  var command: Command
  /// The indexes of the letters in the command's name that match the typed text.
  var positions: [Int]
  /// The synonym that matched the typed text. Nil if the command's name or title matched.
  var synonym: String?
  /// The reason why the command is currently unavailable. Nil if the command is available.
  var obstacle: String?
  /// Whether each entered word is the beginning of a word in the command's name, title or synonyms.
  /// If false, the command's name merely contains the typed letters in order.
  var isCertain: Bool
}

extension CommandPrompt {
  /// Returns the commands that match the typed text, best matches first. If no text was typed,
  /// available commands come first.
  func entries(in state: AppState) -> [PaletteEntry] {
    call == nil ? CommandSearch(text).entries(in: state) : []
  }

  func draw(on screen: inout Screen) {
    let rows = min(14, max(screen.state.popupArea.rows - 2, 3))
    let inside = screen.popup(rows: rows, title: "Command")
    let (line, below) = inside.splitTop(1)
    screen.surface.put(":", at: line.origin, style: Style(.key))
    field.draw(into: &screen.surface, in: line.splitLeft(1).rest, isFocused: true)
    let fieldCursor = screen.surface.cursor
    var body = below.splitTop(1).rest
    if let (command, argument) = call {
      drawSuggestion(for: argument, of: command, after: fieldCursor, on: &screen, in: line)
      screen.surface.put(
        screen.text("\(command.usage)  \(command.title)"), in: below.line(0), style: Style(.dim))
      if let problem {
        let lines = screen.text(problem).wrapped(to: max(body.columns, 1))
        for (row, line) in lines.enumerated() {
          screen.surface.put(line, in: body.line(row), style: Style(.error))
        }
        body = body.splitTop(lines.count).rest
      }
      drawSuggestions(on: &screen, in: body)
    } else {
      drawEntries(on: &screen, in: body)
    }
    screen.surface.cursor = fieldCursor
  }

  /// Draws the completion of the entered argument after the cursor.
  private func drawSuggestion(
    for argument: String, of command: Command, after cursor: Point?, on screen: inout Screen,
    in line: Rect
  ) {
    let completed = screen.state.completed(argument, of: command)
    guard let cursor, completed != argument else { return }
    let rest = Rect(
      column: cursor.column, row: cursor.row, columns: line.endColumn - cursor.column, rows: 1)
    screen.surface.put(
      screen.text(String(completed.dropFirst(argument.count))), in: rest, style: Style(.dim))
  }

  private func drawSuggestions(on screen: inout Screen, in body: Rect) {
    let words = screen.words
    let rows =
      call?.command.argument?.isName == true
      ? MapTarget.rows(names.matches, screen.state.settings.units, words).rows
      : suggestions.map { ListRow(words.text($0)) }
    let list = ListView(
      count: rows.count, cursor: shownCursor(in: screen.state), isFocused: true
    ) { rows[$0] }
    list.draw(into: &screen.surface, in: body)
  }

  private func drawEntries(on screen: inout Screen, in body: Rect) {
    let state = screen.state
    let entries = entries(in: state)
    let words = screen.words
    let (contexts, keymap) = (state.modeContexts, state.keymap)
    let list = ListView(
      count: entries.count, cursor: shownCursor(in: state), isFocused: true
    ) { index in
      let entry = entries[index]
      let keys = keymap.binding(of: entry.command, in: contexts)?.notation ?? ""
      let title = entry.obstacle.map { "\(entry.command.title): \($0)" } ?? entry.command.title
      let synonym = entry.synonym.map { "\($0): " } ?? ""
      return ListRow(
        words.text(entry.command.usage).padded(to: 22) + " " + words.text(synonym + title),
        detail: words.text(keys),
        style: Style(entry.obstacle == nil ? .text : .dim),
        matches: entry.positions.map { $0..<$0 + 1 })
    }
    list.draw(into: &screen.surface, in: body)
    guard entries.isEmpty else { return }
    let key = state.key("run-command")
    let problem = state.coordinateProblem(in: text)
    let note =
      if Int(text) != nil {
        "\(key) goes to the point with this number"
      } else if state.coordinate(in: text) != nil {
        "\(key) moves the map to these coordinates"
      } else if let problem {
        problem.readings.isEmpty ? problem.message : "this text is ambiguous; enter one of these:"
      } else {
        "no command matches these letters"
      }
    screen.surface.put(words.text(note), in: body.line(0), style: Style(.dim))
    for (row, meaning) in (problem?.readings ?? []).enumerated() where row + 1 < body.rows {
      let position = state.settings.notation.format(meaning.coordinate)
      let line = words.text(meaning.unambiguousText).padded(to: 26)
      screen.surface.put(
        line + words.text(" \(position)  \(meaning.name)"), in: body.line(row + 1), style: .text)
    }
  }
}
