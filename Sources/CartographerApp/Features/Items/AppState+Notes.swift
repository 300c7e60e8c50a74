import CartographerCore

extension AppState {
  mutating func editNotes() -> [Effect] {
    guard let item = selectedItem else { return [] }
    return [.editNotes(item.id, text: item.notes, basedOn: index.snapshot.revision)]
  }

  /// Saves the notes that were changed in the user's text editor.
  ///
  /// - Parameter revision: The library's revision when the text editor was opened.
  mutating func saveNotes(_ id: ItemID, _ text: String?, basedOn revision: Int64) -> [Effect] {
    guard let text, text != index[id]?.notes else { return say("The notes are unchanged") }
    overlays.rebase(to: revision)
    // If the store rejects the notes, a form keeps the text.
    if var form = editForm(of: [id]) {
      form.setText(of: .text(.notes), to: text)
      overlays.submit(form)
    }
    return send(.set(.notes, of: [id], to: text))
  }

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
    let save = key("save-form")
    return say("\(save) saves the edited text")
  }
}
