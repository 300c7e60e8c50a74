import CartographerCore
import TerminalUI

extension FormState: Overlay {
  static let commands: [Command] = [
    command("save-form", "Save the form", hint: "save", keys: [.form: "enter"]) { form, state in
      state.submit(form)
    },
    command("next-field", "Next field", hint: "next field", keys: [.form: "tab or down"]) {
      form, state in
      form.move(.next, in: &state)
      return []
    },
    command(
      "previous-field", "Previous field", hint: "previous field", keys: [.form: "backtab or up"]
    ) { form, state in
      form.move(.previous, in: &state)
      return []
    },
    command("next-colour", "Next colour", hint: "colour", keys: [.colour: "ctrl-n"]) {
      form, state in
      state.overlays.replaceTop(form.choosingColour(step: 1))
      return []
    },
    command("previous-colour", "Previous colour", hint: "colour", keys: [.colour: "ctrl-p"]) {
      form, state in
      state.overlays.replaceTop(form.choosingColour(step: -1))
      return []
    },
    command("discard-form", "Discard the input", hint: "discard", keys: [.form: "ctrl-g"]) {
      form, state in
      form.isChanged ? state.askToDiscard(form) : state.discardForm()
    },
    command(
      "leave-form", "Close the form and keep its input as a draft", hint: "keep as draft",
      keys: [.form: "esc"]
    ) { form, state in state.leave(form) },
  ]

  var context: CommandContext { isChoosingColour ? .colour : .form }
  var modeName: String { "FORM" }
  var leaveCommand: String { "leave-form" }
  var holdsUnsentInput: Bool { true }

  var hints: [PopupHint] {
    [PopupHint("save-form")]
      + (fields.count == 1 ? [] : [PopupHint("next-field")])
      + (isChoosingColour ? [PopupHint("previous-colour", "next-colour")] : [])
      + [PopupHint("leave-form", label: purpose == .newPath ? "back to the drawing" : nil)]
      + (isReplacing ? [PopupHint(letters: "replace"), PopupHint("text-end", label: "edit")] : [])
      + [PopupHint("discard-form")]
  }

  /// Whether the cursor is in a colour field.
  private var isChoosingColour: Bool {
    fields.indices.contains(focused) && fields[focused].kind == .text(.colour)
  }

  /// Whether the first typed character replaces the text of the focused field.
  private var isReplacing: Bool {
    fields.indices.contains(focused) && fields[focused].input.isPrefilled
  }

  func move(_ movement: RowMovement, in state: inout AppState) {
    var form = self
    let last = fields.count - 1
    switch movement {
    case .next: form.focused = min(focused + 1, last)
    case .previous: form.focused = max(focused - 1, 0)
    case .pageDown, .last: form.focused = last
    case .pageUp, .first: form.focused = 0
    }
    state.overlays.replaceTop(form)
  }

  func edit(_ edit: TextField.Edit, in state: inout AppState) -> [Effect] {
    var form = self
    form.fields[focused].input.apply(edit)
    form.fields[focused].error = nil
    state.overlays.replaceTop(form)
    return []
  }

  private func choosingColour(step: Int) -> FormState {
    guard isChoosingColour else { return self }
    var form = self
    let next = ColourNames.next(after: fields[focused].text, step: step)
    form.fields[focused].input.replace(with: next)
    form.fields[focused].error = nil
    return form
  }

  // MARK: Refused forms

  /// Shows why the store rejected the form's change, and updates the form with the currently stored
  /// values.
  func resume(after failure: EditorFailure, in state: inout AppState) -> [Effect] {
    var form = self
    form.refusal = failure.message
    if purpose == .newPath { state.mode = .draw(DrawState(points: drawn)) }
    state.overlays.replaceTop(form)
    form.renew(in: &state)
    return []
  }

  func renew(in state: inout AppState) {
    if let renewed = state.renewed(self) {
      state.overlays.replaceTop(renewed)
    } else {
      state.overlays.close()
      state.overlays.keepDraft(self)
      state.toast = Toast(
        "The edited item no longer exists; the input is kept as a draft", .warning)
    }
  }

  // MARK: View

  func draw(on screen: inout Screen) {
    let words = screen.words
    let hasColour = fields.contains { $0.kind == .text(.colour) }
    let columns = screen.state.popupColumns(atLeast: 64) - 4
    let labelWidth = (fields.map(\.label.count).max() ?? 0) + 2
    let remarks = fields.map { field in
      (field.error ?? field.note).map { words.text($0).wrapped(to: columns - labelWidth) } ?? []
    }
    var rows = remarks.reduce(fields.count) { $0 + $1.count } + (hasColour ? 2 : 0)
    let refusal = refusal.map { words.text($0).wrapped(to: columns) } ?? []
    if !refusal.isEmpty { rows += refusal.count + 1 }
    let inside = screen.popup(
      columns: 64, rows: rows, title: words.text(title), note: isDraft ? "restored draft" : "")
    var row = 0
    for (position, field) in fields.enumerated() {
      let isFocused = position == focused
      let parts = inside.line(row).splitLeft(labelWidth)
      screen.surface.put(
        words.text(field.label), in: parts.left, style: Style(isFocused ? .key : .dim))
      field.input.draw(
        into: &screen.surface, in: parts.rest, isFocused: isFocused,
        style: Style(.text, .underline))
      row += 1
      for remark in remarks[position] {
        screen.surface.put(
          remark, in: inside.line(row).splitLeft(labelWidth).rest,
          style: Style(field.error == nil ? .dim : .error))
        row += 1
      }
    }
    if hasColour {
      drawColours(on: &screen, in: inside.line(row + 1))
      row += 2
    }
    for (offset, line) in refusal.enumerated() {
      screen.surface.put(line, in: inside.line(row + 1 + offset), style: Style(.error))
    }
  }

  private func drawColours(on screen: inout Screen, in line: Rect) {
    var column = line.column
    let chosen = ColourNames.hexadecimal(text(of: .text(.colour)))
    screen.surface.clipped(to: line) { surface in
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
}
