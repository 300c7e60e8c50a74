import CartographerCore

/// The user's choices about reading the files of an import, which apply where a file's content does
/// not show how to read it.
package struct ReadingChoices: Sendable, Equatable {
  /// The paths of the files in which latitude and longitude are exchanged.
  package var swapped: Set<String> = []
  /// The columns of all tables, such as `lat=3,lon=4,name=1`, or nil to determine them from the
  /// header of each table.
  package var columns: String?
  /// The kind of items that the rows of tables become, or nil to determine it from the times.
  package var rowKind: ImportOptions.RowKind?
  /// The maximum accuracy radius of positions in metres, in formats that state it; nil for no limit.
  package var maximumAccuracyMetres: Double?

  package init() {}

  /// Returns the options for the import of a file.
  func options(for path: String, groups: [String] = [], isDryRun: Bool = false) -> ImportOptions {
    var options = ImportOptions(groups: groups, isDryRun: isDryRun)
    options.swapsCoordinates = swapped.contains(path)
    options.columns = columns
    options.rowKind = rowKind
    options.maximumAccuracyMetres = maximumAccuracyMetres
    return options
  }
}
