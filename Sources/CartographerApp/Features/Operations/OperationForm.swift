import Foundation
import Geodesy
import TerminalUI

/// The parameters of an operation, as form fields; irrelevant fields are hidden.
package struct OperationForm: Sendable, Equatable {
  package let kind: OperationKind
  package private(set) var fields: [OperationField]
  /// The focused field's index in ``fields``.
  package private(set) var focused = 0

  init(kind: OperationKind, fields: [OperationField]) {
    self.kind = kind
    self.fields = fields
  }

  /// The indexes of the visible fields: the fields that are relevant for the current values.
  package var visible: [Int] { fields.indices.filter { counts(fields[$0]) } }

  private func counts(_ field: OperationField) -> Bool {
    guard let condition = field.condition else { return true }
    guard let other = fields.first(where: { $0.name == condition.field }), counts(other) else {
      return false
    }
    return condition.values.contains(other.text)
  }

  package func text(_ name: OperationField.Name) -> String {
    fields.first { $0.name == name }?.text ?? ""
  }

  /// Appends the unit from a draft's field label to the entered number if the field's unit has
  /// changed.
  mutating func keepUnit(of label: String, _ name: OperationField.Name) {
    guard let position = fields.firstIndex(where: { $0.name == name }) else { return }
    fields[position].keepUnit(of: label)
  }

  /// Returns whether a field contains a number without a unit.
  func isPlainNumber(_ name: OperationField.Name) -> Bool {
    fields.first { $0.name == name }?.plainNumber != nil
  }

  /// The text of each field, including hidden fields, keyed by field name.
  var texts: [OperationField.Name: String] {
    fields.reduce(into: [:]) { $0[$1.name] = $1.text }
  }

  /// Sets each field's text from a dictionary keyed by field name.
  mutating func restore(_ texts: [OperationField.Name: String]) {
    for position in fields.indices {
      guard let text = texts[fields[position].name] else { continue }
      fields[position].input.replace(with: text)
    }
    if !visible.contains(focused) { focused = visible.first ?? 0 }
  }

  mutating func set(_ name: OperationField.Name, _ text: String) {
    guard let position = fields.firstIndex(where: { $0.name == name }) else { return }
    fields[position].input.replace(with: text)
  }

  mutating func focus(_ name: OperationField.Name) {
    if let position = visible.first(where: { fields[$0].name == name }) { focused = position }
  }

  /// Moves the focus to the next or previous visible field, stopping at the last or first one.
  mutating func moveFocus(by step: Int) {
    let visible = visible
    let position = visible.firstIndex(of: focused) ?? 0
    focused = visible[min(max(position + step, 0), visible.count - 1)]
  }

  /// The index of the field that receives typed text: the focused field or, if it is a choice, the
  /// next text field. Nil if there is no such field.
  var typedField: Int? { visible.first { $0 >= focused && fields[$0].isTyped } }

  /// Focuses the field that receives typed text. Returns false if the form has no such field.
  mutating func focusTypedField() -> Bool {
    guard let position = typedField else { return false }
    focused = position
    return true
  }

  /// Enters a command's argument in the first text field. If all fields are choices, enters the
  /// argument in the first field.
  mutating func setArgument(_ text: String) {
    fields[visible.first { fields[$0].isTyped } ?? 0].input.replace(with: text)
  }

  /// The focused field.
  var field: OperationField { fields[focused] }

  /// Sets the focused field's text.
  mutating func setText(_ text: String) { fields[focused].input.replace(with: text) }

  /// Prefills the focused field with its current text. The first typed character will replace the
  /// text.
  mutating func prefill() { fields[focused].input.prefill(with: field.text) }

  /// Edits the focused field's text.
  mutating func edit(_ edit: TextField.Edit) { fields[focused].input.apply(edit) }

  /// Shows an error next to its field, and clears the errors of all other fields. If the error is
  /// nil, all errors are cleared.
  mutating func setProblem(_ problem: OperationProblem?) {
    for position in fields.indices {
      fields[position].error = fields[position].name == problem?.field ? problem?.message : nil
    }
  }

  /// Changes the focused field's value by the given number of steps. The options of a choice field
  /// wrap around at both ends.
  mutating func step(by steps: Int, _ stepper: OperationStepper) {
    fields[focused].error = nil
    if case .choice(let values) = field.kind {
      let position = values.firstIndex(of: field.text) ?? 0
      setText(values[(position + steps + values.count) % values.count])
    } else if let text = stepper.text(after: field, by: steps) {
      setText(text)
    }
  }
}
