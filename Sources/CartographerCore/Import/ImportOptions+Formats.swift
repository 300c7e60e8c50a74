import GeoFormats

extension ImportOptions {
  /// The kind of items in a table's rows: places or path points.
  package enum RowKind: String, Sendable, CaseIterable {
    case places
    case path
  }

  /// The format in which the files are read. The value is nil if each file's format is recognised
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

  /// The kind of items in a table's rows. Nil to choose the kind automatically. Rows with times,
  /// segments or path ids then represent points of a path, and other rows represent places.
  package var rowKind: RowKind? {
    get { formatOptions.rowKind.flatMap { RowKind(rawValue: $0.rawValue) } }
    set { formatOptions.rowKind = newValue.flatMap { .init(rawValue: $0.rawValue) } }
  }

  /// The maximum accuracy radius, in metres, of imported positions. The value is nil for no limit.
  package var maximumAccuracyMetres: Double? {
    get { formatOptions.maximumAccuracy }
    set { formatOptions.maximumAccuracy = newValue }
  }

  /// Whether the options can change the set of items read from a file. If so, even a file with the
  /// same bytes as an earlier import is compared item by item.
  var changesItems: Bool { formatOptions != GeoReadingOptions() }
}
