import Foundation
import Geodesy
import TerminalUI

/// What is chosen about an operation: fields that show as far as they count.
package struct TrialForm: Sendable, Equatable {
  package let kind: TrialKind
  package var fields: [TrialField]
  /// The place of the field the keys act on in ``fields``.
  package private(set) var focused = 0

  init(kind: TrialKind, fields: [TrialField]) {
    self.kind = kind
    self.fields = fields
    // A choice stands first, what is most often changed after it.
    focused = visible.first { fields[$0].isTyped } ?? 0
  }

  /// The places of the fields that count for what is chosen.
  package var visible: [Int] { fields.indices.filter { counts(fields[$0]) } }

  private func counts(_ field: TrialField) -> Bool {
    guard let condition = field.condition else { return true }
    guard let other = fields.first(where: { $0.name == condition.field }), counts(other) else {
      return false
    }
    return condition.values.contains(other.text)
  }

  package func text(_ name: TrialField.Name) -> String {
    fields.first { $0.name == name }?.text ?? ""
  }

  mutating func set(_ name: TrialField.Name, _ text: String) {
    guard let position = fields.firstIndex(where: { $0.name == name }) else { return }
    fields[position].input.replace(with: text)
  }

  mutating func focus(_ name: TrialField.Name) {
    if let position = visible.first(where: { fields[$0].name == name }) { focused = position }
  }

  /// Goes to the next field, or the one before, of those that count; round the ends.
  mutating func moveFocus(by step: Int) {
    let visible = visible
    let position = visible.firstIndex(of: focused) ?? 0
    focused = visible[(position + step + visible.count) % visible.count]
  }

  var field: TrialField {
    get { fields[focused] }
    set { fields[focused] = newValue }
  }

  /// Changes what has the focus by a step; a choice goes to the next one.
  mutating func step(by steps: Int, _ stepper: TrialStepper) {
    field.error = nil
    if case .choice(let values) = field.kind {
      let position = values.firstIndex(of: field.text) ?? 0
      field.input.replace(with: values[(position + steps + values.count) % values.count])
    } else if let text = stepper.text(after: field, by: steps) {
      field.input.replace(with: text)
    }
  }
}
