extension LibraryError {
  /// Advice on how to resolve an error: a sentence, or an action that each user interface describes
  /// in its own terms.
  package enum Remedy: Sendable, Equatable, ExpressibleByStringInterpolation {
    /// A sentence that suits every user interface.
    case sentence(String)
    /// List the items of the library.
    case listItems
    /// List the imports.
    case listImports
    /// List the changes in the history.
    case listChanges
    /// Show the itinerary of a group.
    case showItinerary(ItemID)
    /// Migrate the store to the latest version.
    case migrateStore
    /// Restore a backup of the store, such as one that was made before a migration.
    case restoreBackup
    /// Give the exported file one of these extensions, or specify its format.
    case useExtension([String])
    /// Specify one of these formats for the exported file.
    case useFormat([String])
    /// Import the file without specifying an import to update, or specify another import.
    case updateOtherImport

    package init(stringLiteral sentence: String) { self = .sentence(sentence) }
  }
}
