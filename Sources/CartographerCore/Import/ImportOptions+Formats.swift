import GeoFormats

extension ImportOptions {
  /// The kind of items in a table's rows: places or path points.
  package enum RowKind: String, Sendable, CaseIterable {
    case places
    case path
  }

  /// The format of the files to import. If the value is nil, each file's format is recognised
  /// automatically.
  package var format: FileFormat? {
    get { formatOptions.format.flatMap(FileFormat.named) }
    set { formatOptions.format = newValue?.id }
  }

  /// Whether the latitude and longitude of each point are swapped.
  package var swapsCoordinates: Bool {
    get { formatOptions.swapsCoordinates }
    set { formatOptions.swapsCoordinates = newValue }
  }

  /// A table's columns, such as `lat=3,lon=4,name=1`. Nil to determine the columns from the header.
  package var columns: String? {
    get { formatOptions.columns }
    set { formatOptions.columns = newValue }
  }

  /// The kind of items in a table's rows. Nil to choose the kind automatically. In that case, rows
  /// with times, segments or path ids are read as points of a path, and other rows as places.
  package var rowKind: RowKind? {
    get { formatOptions.rowKind.flatMap { RowKind(rawValue: $0.rawValue) } }
    set { formatOptions.rowKind = newValue.flatMap { .init(rawValue: $0.rawValue) } }
  }

  /// The maximum accuracy radius of imported positions, in metres. Nil for no limit.
  package var maximumAccuracyMetres: Double? {
    get { formatOptions.maximumAccuracy }
    set { formatOptions.maximumAccuracy = newValue }
  }

  /// Whether the options can change the set of items read from a file. If so, even a file with the
  /// same bytes as an earlier import is compared item by item.
  var changesItems: Bool { formatOptions != GeoReadingOptions() }
}
