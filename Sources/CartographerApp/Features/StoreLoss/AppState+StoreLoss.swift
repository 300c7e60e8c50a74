import CartographerCore

extension AppState {
  /// Tells the user that the store's file was removed or replaced, or that a lost file has
  /// reappeared.
  ///
  /// - Parameter suggestion: The suggested path of a new file for saving the library.
  mutating func receiveLoss(_ loss: LibraryLoss?, suggestion: String) -> [Effect] {
    guard loss != library.loss, !library.isBeingSaved else { return [] }
    if let question = lossQuestion(isQuitting: false),
      overlays.top(as: Confirmation.self) == question
    {
      overlays.close()
    }
    library.receiveLoss(loss, suggestion: suggestion)
    input.dropDeferred()
    if let question = lossQuestion(isQuitting: false) {
      // A failed read, caused by the loss, has opened this box. The question replaces the box.
      if overlays.top(as: MessageBox.self)?.isFailure == true { overlays.close() }
      overlays.push(question)
      return []
    }
    return say("The store file is available again; changes can be saved", .success) + [.loadLibrary]
  }

  /// Returns a prompt that asks where to save the library after its file was removed or replaced.
  /// Returns nil if the store's file was neither removed nor replaced.
  func lossQuestion(isQuitting: Bool) -> Confirmation? {
    guard let loss = library.loss else { return nil }
    let quitting = Confirmation.Choice(.quit, "quit and lose the library", .quit)
    return Confirmation(
      title: loss == .removed
        ? "The store was removed" : "The store was replaced by another file",
      lines: [
        """
        \(library.storePath) was \(loss == .removed ? "removed" : "replaced") while the editor had \
        it open. Changes can no longer be saved in this file.
        """, "",
        "The whole library, with its history, can still be saved to a new file:",
        library.savingSuggestion,
      ],
      choices: [
        Confirmation.Choice(
          .saveLibrary, "save to the new file",
          .saveLibrary(path: library.savingSuggestion)),
        Confirmation.Choice(.otherFile, "choose another file", .chooseLibraryFile),
      ] + (isQuitting ? [quitting] : []),
      cancelLabel: isQuitting ? "cancel" : "continue without saving")
  }

  /// Saves the whole library to a new file after the store's file was removed or replaced.
  mutating func saveLibrary(at path: String) -> [Effect] {
    guard library.loss != nil else {
      return warn("the store file is available again, so no new file was written")
    }
    library.beginSaving()
    return say("Saving everything to \(path.lastComponent)") + [.saveLibrary(path: path)]
  }

  /// Switches to the new store in which the library was saved.
  mutating func finishSavingLibrary(at path: String) -> [Effect] {
    library.move(to: path, name: path.lastComponent)
    return say("Saved everything to \(path.lastComponent), which is now the open store", .success)
      + [saving]
  }

  /// Saves the library to the suggested file if the store's file was removed or replaced. Used when
  /// the editor is about to be terminated, because the user can no longer answer a question.
  mutating func saveLostLibrary() -> [Effect] {
    guard library.loss != nil, !library.isBeingSaved, !library.savingSuggestion.isEmpty else {
      return []
    }
    return saveLibrary(at: library.savingSuggestion)
  }

  /// Asks again where to save the library after an attempt to save it has failed. The entered path
  /// can be edited.
  mutating func failSavingLibrary(at path: String, _ failure: EditorFailure) -> [Effect] {
    library.endSaving()
    input.dropDeferred()
    if let question = lossQuestion(isQuitting: false) { overlays.push(question) }
    return openCommandPrompt("save-library \(path)", problem: failure.message)
  }
}
