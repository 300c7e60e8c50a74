import CartographerCore

/// The user's choices about how to read imported files with ambiguous content.
package struct ReadingChoices: Sendable, Equatable {
  /// The paths of the files whose latitudes and longitudes are to be swapped.
  package var swapped: Set<String> = []
  /// The columns that the user specified for tables, such as `lat=3,lon=4,name=1`, keyed by file
  /// path. The columns of other tables are determined from their headers.
  package var columns: [String: String] = [:]
  /// The kind of item to create from table rows. If nil, the kind is chosen automatically: rows
  /// with times, segments or path IDs become points of a path, and other rows become places.
  package var rowKind: ImportOptions.RowKind?
  /// The maximum accuracy radius, in metres, of the positions to import. The limit applies only to
  /// formats that record an accuracy radius. Nil if there is no limit.
  package var maximumAccuracyMetres: Double?

  /// The program that converts files before they are read. Nil if no file is converted.
  package var conversion: ConversionChoice?
  /// The paths of the files to convert. Nil if all files are converted.
  package var convertedFiles: Set<String>?

  package init(conversion: ConversionChoice? = nil) { self.conversion = conversion }

  /// Returns whether the file at the given path must be converted.
  package func converts(_ path: String) -> Bool {
    conversion != nil && (convertedFiles?.contains(path) ?? true)
  }

  /// Returns the options for importing a file.
  func options(for path: String, groups: [String] = [], isDryRun: Bool = false) -> ImportOptions {
    var options = ImportOptions(groups: groups, isDryRun: isDryRun)
    options.swapsCoordinates = swapped.contains(path)
    options.columns = columns[path]
    options.rowKind = rowKind
    options.maximumAccuracyMetres = maximumAccuracyMetres
    return options
  }
}
