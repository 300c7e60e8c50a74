import CartographerCore

extension LibraryError {
  /// The error message, followed by a remedy for users of the editor.
  var advice: String {
    [message, remedy?.editorWords].compactMap(\.self).joined(separator: " ")
  }
}

extension LibraryError.Remedy {
  /// The remedy as a sentence for users of the editor, or nil if the editor's panes already show
  /// what the user needs.
  fileprivate var editorWords: String? {
    switch self {
    case .sentence(let sentence): sentence
    case .listItems, .listImports, .listChanges, .showItinerary: nil
    case .migrateStore: "Reopen the store in the editor to migrate it."
    case .restoreBackup:
      "To restore a backup, close the editor, and run: cartographer store restore FILE"
    case .useExtension(let known): "Use one of the extensions \(Self.listed(known))."
    case .useFormat(let ids): "The formats that can be exported are \(Self.listed(ids))."
    case .updateOtherImport: "To import the file anyway, import it as a new file."
    }
  }

  /// Returns the names as text, separated by commas.
  private static func listed(_ names: [String]) -> String { names.joined(separator: ", ") }
}
