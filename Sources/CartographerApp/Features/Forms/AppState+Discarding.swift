import CartographerCore
import TerminalUI

extension AppState {
  /// Asks whether to discard a form's input.
  mutating func askToDiscard(_ form: FormState) -> [Effect] {
    let typed = form.fields.filter(\.isChanged).map { field in
      field.text.isEmpty ? "\(field.label): nothing" : "\(field.label): \(field.text)"
    }
    return ask(
      "Discard the input?", typed, [Confirmation.Choice(.yes, "discard it", .discardForm)])
  }

  /// Closes the form and discards its input.
  mutating func discardForm() -> [Effect] {
    guard let form = overlays.top(as: FormState.self) else { return [] }
    overlays.close()
    drafts.drop(form.purpose)
    return form.isChanged ? say("Discarded the input") : []
  }
}
