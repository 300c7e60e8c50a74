import CartographerCore

extension LibraryError.Remedy {
  /// The remedy as a sentence that names commands and options of the command line.
  var words: String {
    switch self {
    case .sentence(let sentence): sentence
    case .listItems: "To list the items with their IDs and full names: cartographer list"
    case .listImports: "To list the imports with their IDs and items: cartographer imports"
    case .listChanges: "To list the changes with their numbers: cartographer log"
    case .showItinerary(let group):
      "To list the stops with their IDs: cartographer itinerary \(group)"
    case .migrateStore: "To migrate the store: cartographer store migrate"
    case .restoreBackup:
      "To restore a backup, such as the one made before a migration: cartographer store restore FILE"
    case .useExtension(let known): Self.extensionAdvice(known)
    case .useFormat(let ids):
      """
      To keep the file name, add `--format` with a format that can be exported: \
      \(ids.joined(separator: ", ")).
      """
    case .updateOtherImport:
      "Omit `--update`, or specify the import of an earlier version of the file by its ID."
    }
  }

  private static func extensionAdvice(_ known: [String]) -> String {
    let extensions = known.joined(separator: ", ")
    return "Use one of the extensions \(extensions), or add `--format`: `--format gpx`."
  }
}
