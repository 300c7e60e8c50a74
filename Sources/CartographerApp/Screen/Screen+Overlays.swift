import CartographerCore
import CartographerPresentation
import Foundation
import Geodesy
import TerminalUI

extension Screen {
  mutating func draw(_ overlay: Overlay) {
    switch overlay {
    case .filter, .search: break
    case .palette(let palette): draw(palette)
    case .report(let report): draw(report)
    case .help(let help): draw(help)
    case .form(let form): draw(form)
    case .confirm(let question): draw(question)
    case .groupPicker(let picker): draw(picker)
    case .stopPicker(let picker): draw(picker)
    case .nearest(let nearest): draw(nearest)
    case .jobs(let view): draw(view)
    case .history(let history): draw(history)
    case .message(let message): draw(message)
    }
  }

  private var area: Rect { state.popupArea }

  /// Draws a centred popup box with room for a number of rows.
  ///
  /// - Returns: The rectangle inside the box's frame.
  mutating func popup(
    columns: Int, rows: Int, title: DisplayText, note: DisplayText = .empty
  ) -> Rect {
    let size = Size(columns: min(columns, area.columns), rows: min(rows + 2, area.rows))
    return surface.popup(size: size, in: area, title: title, note: note)
      .inset(columns: 1, rows: 0)
  }

  /// Draws the list of keys that can follow the keys of a chord typed so far.
  mutating func drawChord() {
    guard
      case .chord(let follow) = state.keymap.meaning(
        of: state.pendingKeys, in: state.contexts)
    else { return }
    let lines = follow.map { entry in
      let key = KeyStroke.notation(of: Array(entry.keys.dropFirst(state.pendingKeys.count)))
      let reason = entry.command.obstacle(state)
      return (
        text(key).padded(to: 6) + text(entry.command.title),
        Style(reason == nil ? .text : .dim)
      )
    }
    let width = min((lines.map(\.0.width).max() ?? 0) + 4, area.columns)
    let height = min(lines.count + 2, area.rows)
    let rect = Rect(
      column: area.endColumn - width, row: area.endRow - height, columns: width, rows: height)
    let inside = surface.popup(rect, title: text(KeyStroke.notation(of: state.pendingKeys)))
      .inset(columns: 1, rows: 0)
    for (row, line) in lines.prefix(inside.rows).enumerated() {
      surface.put(line.0, in: inside.line(row), style: line.1)
    }
    surface.cursor = inside.origin
  }

  private mutating func draw(_ palette: PaletteState) {
    let entries = palette.entries(in: state)
    let suggestions = palette.suggestions
    let rows = min(14, max(area.rows - 2, 3))
    let inside = popup(columns: 76, rows: rows, title: "Command")
    let (line, below) = inside.splitTop(1)
    surface.put(":", at: line.origin, style: Style(.key))
    palette.field.draw(into: &surface, in: line.splitLeft(1).rest, isFocused: true)
    let cursor = surface.cursor
    let body = below.splitTop(1).rest
    let words = words
    if let (command, _) = palette.call {
      surface.put(
        text("\(command.usage)  \(command.title)"), in: below.line(0), style: Style(.dim))
      let list = ListView(count: suggestions.count, cursor: palette.cursor, isFocused: true) {
        ListRow(words.text(suggestions[$0]))
      }
      list.draw(into: &surface, in: body)
    } else {
      let (contexts, keymap) = (state.contexts, state.keymap)
      let list = ListView(count: entries.count, cursor: palette.cursor, isFocused: true) { index in
        let entry = entries[index]
        let keys = keymap.binding(of: entry.command, in: contexts)?.notation ?? ""
        let title = entry.obstacle.map { "\(entry.command.title): \($0)" } ?? entry.command.title
        return ListRow(
          words.text(entry.command.usage).padded(to: 22) + " " + words.text(title),
          detail: words.text(keys),
          style: Style(entry.obstacle == nil ? .text : .dim),
          matches: entry.positions.map { $0..<$0 + 1 })
      }
      list.draw(into: &surface, in: body)
      if entries.isEmpty {
        let isPosition = state.coordinate(in: palette.field.text) != nil
        let words: DisplayText =
          if Int(palette.field.text) != nil {
            "Enter goes to the point with this number"
          } else if isPosition {
            "Enter moves the map to these coordinates"
          } else {
            "no command matches these letters"
          }
        surface.put(words, in: body.line(0), style: Style(.dim))
      }
    }
    surface.cursor = cursor
  }

  private mutating func draw(_ help: HelpState) {
    let inside = popup(
      columns: 76, rows: area.rows - 2, title: text("Keys here: \(state.contexts[0].title)"),
      note: "/ search")
    let (line, body) = inside.splitTop(1)
    if help.isFiltering || !help.field.isEmpty {
      surface.put("/", at: line.origin, style: Style(.key))
      help.field.draw(
        into: &surface, in: line.splitLeft(1).rest, isFocused: help.isFiltering)
    } else {
      surface.put(
        text(
          "Keys available here; \(state.key("command")) runs any command by its name."),
        in: line, style: Style(.dim))
    }
    let cursor = help.isFiltering ? surface.cursor : body.origin
    words.scrolling(help).view.draw(into: &surface, in: body, top: help.top)
    surface.cursor = cursor
  }

  private mutating func draw(_ form: FormState) {
    let hasColour = form.fields.contains { $0.kind == .text(.colour) }
    var rows =
      form.fields.reduce(0) { $0 + ($1.error ?? $1.note == nil ? 1 : 2) } + (hasColour ? 2 : 0)
    let refusal = form.refusal.map { text($0).wrapped(to: min(64, area.columns) - 4) } ?? []
    if !refusal.isEmpty { rows += refusal.count + 1 }
    let inside = popup(
      columns: 64, rows: rows, title: text(form.title),
      note: form.isDraft ? "restored draft" : "")
    let labelWidth = (form.fields.map(\.label.count).max() ?? 0) + 2
    var row = 0
    for (position, field) in form.fields.enumerated() {
      let isFocused = position == form.focused
      let parts = inside.line(row).splitLeft(labelWidth)
      surface.put(text(field.label), in: parts.left, style: Style(isFocused ? .key : .dim))
      field.input.draw(
        into: &surface, in: parts.rest, isFocused: isFocused,
        style: Style(.text, .underline))
      row += 1
      if let remark = field.error ?? field.note {
        surface.put(
          text(remark), in: inside.line(row).splitLeft(labelWidth).rest,
          style: Style(field.error == nil ? .dim : .error))
        row += 1
      }
    }
    if hasColour {
      drawColours(form, in: inside.line(row + 1))
      row += 2
    }
    for (offset, line) in refusal.enumerated() {
      surface.put(line, in: inside.line(row + 1 + offset), style: Style(.error))
    }
  }

  private mutating func drawColours(_ form: FormState, in line: Rect) {
    var column = line.column
    let chosen = ColourNames.hexadecimal(form.text(of: .text(.colour)))
    surface.clipped(to: line) { surface in
      for colour in ColourNames.all {
        guard let value = RGBColour(hexadecimal: colour.hexadecimal) else { continue }
        let isChosen = colour.hexadecimal == chosen
        column =
          surface.put(
            DisplayText(colour.name), at: Point(column: column, row: line.row),
            style: Style(.custom(value), isChosen ? [.reverse, .bold] : [])) + 1
      }
    }
  }

  private mutating func draw(_ question: ConfirmState) {
    let body = question.lines.flatMap { text($0).wrapped(to: 56) }
    let inside = popup(
      columns: 62, rows: body.count + question.choices.count + 2, title: text(question.title))
    for (row, line) in body.enumerated() { surface.put(line, in: inside.line(row)) }
    let keys =
      question.choices.map { ($0.key.notation, $0.label) } + [("esc", question.cancelLabel)]
    for (offset, entry) in keys.enumerated() {
      let line = inside.line(body.count + 1 + offset)
      surface.put(text(entry.0), in: line, style: Style(.key))
      surface.put(text(entry.1), in: line.splitLeft(8).rest)
    }
    surface.cursor = inside.line(body.count + 1).origin
  }

  private mutating func draw(_ picker: GroupPickerState) {
    let rows = picker.rows(in: state.index)
    let inside = popup(
      columns: 52, rows: min(rows.count, 12) + 3,
      title: text(
        "Groups of \(picker.items.count == 1 ? state.index[picker.items[0]]?.name ?? "" : state.counted(picker.items))"
      ))
    let (line, below) = inside.splitTop(1)
    surface.put("Name ", in: line, style: Style(.dim))
    picker.field.draw(into: &surface, in: line.splitLeft(5).rest, isFocused: true)
    let cursor = surface.cursor
    let body = below.splitTop(1).rest
    let words = words
    let list = ListView(count: rows.count, cursor: picker.cursor, isFocused: true) { index in
      switch rows[index] {
      case .new(let name): return ListRow(words.text("new group “\(name)”"), detail: "enter")
      case .group(let group):
        let mark: DisplayText =
          switch picker.mark(of: group.id) {
          case .all: "[x] "
          case .some: "[-] "
          case .nobody: "[ ] "
          }
        return ListRow(
          mark + words.text(group.name),
          detail: picker.changes[group.id] == nil ? "" : "changed")
      }
    }
    if rows.isEmpty {
      surface.put("No groups yet: type a name to create one.", in: body.line(0), style: Style(.dim))
    }
    list.draw(into: &surface, in: body)
    surface.cursor = picker.field.isEmpty && !rows.isEmpty ? surface.cursor : cursor
  }

  private mutating func draw(_ nearest: NearestState) {
    let units = state.settings.units
    let lengths = nearest.found.map { text(units.length(metres: $0.metres)) }
    let width = (lengths.map(\.width).max() ?? 0) + 2
    let inside = popup(
      columns: 62, rows: nearest.found.count, title: text("Nearest to \(nearest.origin)"))
    let words = words
    let list = ListView(count: nearest.found.count, cursor: nearest.cursor, isFocused: true) {
      let found = nearest.found[$0]
      let gap = DisplayText.empty.padded(to: width - 2 - lengths[$0].width)
      return ListRow(
        gap + lengths[$0] + "  " + words.text(Bearing.text(found.bearingDegrees)).padded(to: 9)
          + words.text(found.name), detail: words.text(found.id.kind.noun))
    }
    list.draw(into: &surface, in: inside)
    surface.cursor = inside.origin
  }

  private mutating func draw(_ view: JobViewState) {
    let jobs = Array(state.jobs.all.reversed())
    let inside = popup(columns: 76, rows: max(jobs.count, 3), title: "Jobs")
    guard !jobs.isEmpty else {
      surface.put("No imports or exports yet.", in: inside.line(0), style: Style(.dim))
      surface.cursor = inside.origin
      return
    }
    let words = words
    let list = ListView(count: jobs.count, cursor: view.cursor, isFocused: true) { index in
      ListRow(
        words.text(jobs[index].title),
        detail: words.text(jobs[index].sentence).clipped(to: 44))
    }
    list.draw(into: &surface, in: inside)
  }

  private mutating func draw(_ history: HistoryState) {
    let inside = popup(columns: 76, rows: area.rows - 2, title: "History", note: "newest first")
    surface.cursor = inside.origin
    guard let entries = history.entries else {
      surface.put("Reading…", in: inside.line(0), style: Style(.dim))
      return
    }
    guard !entries.isEmpty else {
      surface.put("No changes yet.", in: inside.line(0), style: Style(.dim))
      return
    }
    let words = words
    let zone = state.settings.zone
    let list = ListView(count: entries.count, cursor: history.cursor, isFocused: true) { index in
      let entry = entries[index]
      let time = Times.minute(entry.time, in: zone)
      return ListRow(
        words.text(time).padded(to: 24) + words.text(entry.title.imperative),
        detail: entry.state == .done ? "" : words.text(entry.state.rawValue),
        style: Style(entry.state == .done ? .text : .dim))
    }
    list.draw(into: &surface, in: inside)
  }

  private mutating func draw(_ report: ReportState) {
    let scrolling = words.scrolling(report)
    let inside = popup(
      columns: ReportState.columns(in: area), rows: scrolling.rows, title: text(report.title))
    scrolling.view.draw(into: &surface, in: inside, top: report.top)
    surface.cursor = inside.origin
  }

  private mutating func draw(_ message: MessageState) {
    let scrolling = words.scrolling(message)
    let inside = popup(
      columns: MessageState.columns(in: area), rows: scrolling.rows, title: text(message.title))
    scrolling.view.draw(into: &surface, in: inside, top: message.top)
    surface.cursor = inside.origin
  }
}
