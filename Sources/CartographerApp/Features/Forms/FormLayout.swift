import CartographerCore
import TerminalUI

/// The positions of a form's fields and remarks inside the form's frame, for drawing and for mouse
/// clicks.
struct FormLayout {
  /// The lines about a restored draft, shown above the fields.
  let draft: [DisplayText]
  /// The lines of the error or note below each field.
  let remarks: [[DisplayText]]
  /// The lines that state why the store rejected the change, shown below the fields.
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
