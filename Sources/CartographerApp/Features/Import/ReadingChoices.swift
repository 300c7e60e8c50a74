import CartographerCore

/// The user's choices for reading imported files, which apply if a file's content does not show how to read
/// it.
package struct ReadingChoices: Sendable, Equatable {
  /// The paths of the files in which latitude and longitude are exchanged.
  package var swapped: Set<String> = []
  /// The columns of all tables, such as `lat=3,lon=4,name=1`, or nil to determine them from each table's
  /// header.
  package var columns: String?
  /// The kind of item that table rows become, or nil to decide by whether the rows have times.
  package var rowKind: ImportOptions.RowKind?
  /// The maximum accuracy radius of imported positions, in metres, for formats that record it; nil for no
  /// limit.
  package var maximumAccuracyMetres: Double?

  package init() {}

  /// Returns the options for importing a file.
  func options(for path: String, groups: [String] = [], isDryRun: Bool = false) -> ImportOptions {
    var options = ImportOptions(groups: groups, isDryRun: isDryRun)
    options.swapsCoordinates = swapped.contains(path)
    options.columns = columns
    options.rowKind = rowKind
    options.maximumAccuracyMetres = maximumAccuracyMetres
    return options
  }
}
