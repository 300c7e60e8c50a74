import CartographerCore
import CartographerPresentation
import TerminalUI

extension FormState: Overlay {
  static let commands: [Command] = [
    command("save-form", "Save the form", hint: "save", keys: [.form: "enter"]) { form, state in
      state.submit(form)
    },
    command("next-field", "Go to the next field", hint: "next field", keys: [.form: "tab or down"])
    {
      form, state in
      form.move(.next, in: &state)
      return []
    },
    command(
      "previous-field", "Go to the previous field", hint: "previous field",
      keys: [.form: "backtab or up"]
    ) { form, state in
      form.move(.previous, in: &state)
      return []
    },
    command("next-colour", "Choose the next colour", hint: "colour", keys: [.colour: "ctrl-n"]) {
      form, state in
      state.overlays.replaceTop(form.choosingColour(step: 1))
      return []
    },
    command(
      "previous-colour", "Choose the previous colour", hint: "colour", keys: [.colour: "ctrl-p"]
    ) {
      form, state in
      state.overlays.replaceTop(form.choosingColour(step: -1))
      return []
    },
    command(
      "new-line", "Insert a line break", hint: "new line", keys: [.longText: "alt-enter"]
    ) { form, state in form.edit(.insert("\n"), in: &state) },
    command(
      "edit-long-text", "Edit the text in the text editor set by $EDITOR", hint: "$EDITOR",
      keys: [.longText: "ctrl-o"]
    ) { form, state in state.editLongText(of: form) },
    command("discard-form", "Discard the input", hint: "discard", keys: [.form: "ctrl-g"]) {
      form, state in
      form.isChanged ? state.askToDiscard(form) : state.discardForm()
    },
    command(
      "leave-form", "Close the form and keep its input as a draft", hint: "keep as draft",
      keys: [.form: "esc"]
    ) { form, state in state.leave(form) },
  ]

  var context: CommandContext {
    if isChoosingColour { return .colour }
    return focusedField?.kind.keepsLines == true ? .longText : .form
  }
  var longestPaste: Int { focusedField?.input.pasteLimit ?? TextField.pasteLimitCharacters }
  var keepsLines: Bool { focusedField?.input.keepsLines ?? false }
  var modeName: String { "FORM" }
  var leaveCommand: String { "leave-form" }
  var holdsUnsentInput: Bool { true }

  var hints: [PopupHint] {
    [PopupHint("save-form")]
      + (fields.count == 1 ? [] : [PopupHint("next-field")])
      + (isChoosingColour ? [PopupHint("previous-colour", "next-colour")] : [])
      + (keepsLines ? [PopupHint("new-line"), PopupHint("edit-long-text")] : [])
      + [PopupHint("leave-form", label: purpose == .newPath ? "back to the drawing" : nil)]
      + (isReplacing ? [PopupHint(letters: "replace"), PopupHint("text-end", label: "edit")] : [])
      + [PopupHint("discard-form")]
  }

  /// Whether the cursor is in a colour field.
  private var isChoosingColour: Bool { focusedField?.kind == .text(.colour) }

  private var focusedField: Field? { fields.indices.contains(focused) ? fields[focused] : nil }

  /// Whether the next typed character replaces the focused field's text.
  private var isReplacing: Bool { focusedField?.input.isPrefilled ?? false }

  func move(_ movement: RowMovement, in state: inout AppState) {
    var form = self
    form.moveFocus(movement)
    state.overlays.replaceTop(form)
  }

  func edit(_ edit: TextField.Edit, in state: inout AppState) -> [Effect] {
    var form = self
    form.edit(edit)
    state.overlays.replaceTop(form)
    return []
  }

  private func choosingColour(step: Int) -> FormState {
    guard isChoosingColour else { return self }
    var form = self
    form.setFocusedText(ColourNames.next(after: fields[focused].text, step: step))
    return form
  }

  // MARK: Refused forms

  /// Shows why the store rejected the form's change, and updates the form with the currently stored
  /// values.
  func resume(after failure: EditorFailure, in state: inout AppState) -> [Effect] {
    var form = self
    form.refuse(failure.message)
    if purpose == .newPath { state.enterDrawing(DrawState(points: drawn)) }
    state.overlays.replaceTop(form)
    form.renew(in: &state)
    return []
  }

  func renew(in state: inout AppState) {
    if let renewed = state.renewed(self) {
      state.overlays.replaceTop(renewed)
    } else {
      state.overlays.close()
      state.drafts.keep(self)
      state.messages.show(
        "the edited item no longer exists; the input is kept as a draft", .warning)
    }
  }

  // MARK: View

  /// The minimum width of a form's box, including its frame.
  static let columns = 64

  func draw(on screen: inout Screen) {
    let words = screen.words
    let layout = FormLayout(self, words)
    let inside = screen.popup(
      columns: Self.columns, rows: layout.rows, title: words.text(title),
      note: isDraft ? "restored draft" : "")
    for (row, line) in layout.draft.enumerated() {
      screen.surface.put(line, in: inside.line(row), style: Style(.warning))
    }
    for (position, field) in fields.enumerated() {
      let isFocused = position == focused
      let row = layout.fieldRows[position]
      let parts = inside.line(row).splitLeft(layout.labelWidth)
      screen.surface.put(
        words.text(field.label), in: parts.left, style: Style(isFocused ? .key : .dim))
      field.input.draw(
        into: &screen.surface, in: parts.rest, isFocused: isFocused,
        style: Style(.text, .underline))
      if field.input.isEmpty, let placeholder = field.kind.placeholder {
        screen.surface.put(
          words.text(placeholder), in: parts.rest, style: Style(.dim, .underline))
      }
      for (offset, remark) in layout.remarks[position].enumerated() {
        screen.surface.put(
          remark, in: inside.line(row + 1 + offset).splitLeft(layout.labelWidth).rest,
          style: Style(field.error == nil ? .dim : .error))
      }
    }
    if let row = layout.colourRow { drawColours(on: &screen, in: inside.line(row)) }
    let end = layout.rows - layout.refusal.count
    for (offset, line) in layout.refusal.enumerated() {
      screen.surface.put(line, in: inside.line(end + offset), style: Style(.error))
    }
  }

  /// Moves the cursor to the clicked field.
  func click(at position: Point, in state: inout AppState) -> [Effect] {
    let layout = FormLayout(self, ItemWords(state: state))
    let inside = layout.inside(in: state)
    guard inside.contains(position),
      let field = layout.fieldRows.lastIndex(where: { inside.row + $0 <= position.row })
    else { return [] }
    var form = self
    form.focus(field)
    state.overlays.replaceTop(form)
    return []
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

/// The positions of a form's fields and remarks inside the form's frame, for drawing and for mouse
/// clicks.
private struct FormLayout {
  /// The lines about a restored draft, shown above the fields.
  let draft: [DisplayText]
  /// The error or note shown below each field, as lines of text.
  let remarks: [[DisplayText]]
  /// The lines, shown below the fields, that explain why the store rejected the change.
  let refusal: [DisplayText]
  /// The row of each field, counted from the first row inside the frame.
  let fieldRows: [Int]
  /// The form row that lists the colour names. Nil if the form has no colour field.
  let colourRow: Int?
  let rows: Int
  let labelWidth: Int

  init(_ form: FormState, _ words: ItemWords) {
    let columns = words.state.popupColumns(atLeast: FormState.columns) - 4
    let labelWidth = (form.fields.map(\.label.count).max() ?? 0) + 2
    self.labelWidth = labelWidth
    draft = form.draftRemark.map { words.text($0).wrapped(to: columns) } ?? []
    remarks = form.fields.map { field in
      (field.error ?? field.note).map { words.text($0).wrapped(to: columns - labelWidth) } ?? []
    }
    refusal = form.refusal.map { words.text($0).wrapped(to: columns) } ?? []
    var row = draft.isEmpty ? 0 : draft.count + 1
    fieldRows = remarks.map { lines in
      defer { row += 1 + lines.count }
      return row
    }
    if form.fields.contains(where: { $0.kind == .text(.colour) }) {
      colourRow = row + 1
      row += 2
    } else {
      colourRow = nil
    }
    rows = row + (refusal.isEmpty ? 0 : refusal.count + 1)
  }

  /// Returns the rectangle inside the form's frame.
  func inside(in state: AppState) -> Rect {
    let area = state.popupArea
    let size = Size(
      columns: state.popupColumns(atLeast: FormState.columns), rows: min(rows + 2, area.rows))
    return area.centred(size).inset().inset(columns: 1, rows: 0)
  }
}
