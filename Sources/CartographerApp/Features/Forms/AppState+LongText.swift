import CartographerCore

extension AppState {
  /// Opens the focused field's text in the user's text editor.
  mutating func editLongText(of form: FormState) -> [Effect] {
    let id: ItemID? = if case .edit(let ids) = form.purpose { ids.first } else { nil }
    return [
      .editNotes(
        id, text: form.fields[form.focused].text,
        basedOn: overlays.basis ?? index.snapshot.revision)
    ]
  }

  /// Inserts the text from an external text editor into the open form or, if no form is open, saves
  /// the text as the item's notes.
  mutating func receiveNotes(_ id: ItemID?, _ text: String?, basedOn revision: Int64) -> [Effect] {
    guard var form = overlays.top(as: FormState.self), form.keepsLines else {
      return id.map { saveNotes($0, text, basedOn: revision) } ?? []
    }
    guard let text, text != form.fields[form.focused].text else {
      return say("The text is unchanged")
    }
    form.setFocusedText(text)
    overlays.replaceTop(form)
    return say("\(key("save-form")) saves the edited text")
  }
}
