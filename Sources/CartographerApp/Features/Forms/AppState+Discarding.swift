import CartographerCore
import TerminalUI

extension AppState {
  /// Asks whether to discard a form's input.
  mutating func askToDiscard(_ form: FormState) -> [Effect] {
    let typed = form.fields.filter(\.isChanged).map { field in
      field.text.isEmpty ? "\(field.label): nothing" : "\(field.label): \(field.text)"
    }
    overlays.push(
      Confirmation(
        title: "Discard the input?", lines: typed,
        choices: [Confirmation.Choice(.yes, "discard it", .discardForm)]))
    return []
  }

  /// Closes the form and discards its input.
  mutating func discardForm() -> [Effect] {
    guard let form = overlays.top(as: FormState.self) else { return [] }
    overlays.close()
    overlays.dropDraft(form.purpose)
    return form.isChanged ? say("Discarded the input") : []
  }
}
