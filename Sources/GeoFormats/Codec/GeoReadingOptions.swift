/// Options for reading a file. A codec ignores the options that its format does not need.
public struct GeoReadingOptions: Hashable, Sendable {
  /// The kind of item that is created from table rows.
  public enum RowKind: String, Hashable, Sendable, CaseIterable {
    case places
    case path
  }

  /// The size limits for the file. Reading stops where the file exceeds a limit.
  public var limits = GeoReadingLimits()
  /// The file's name, which helps to recognise formats without characteristic content.
  public var name: String?
  /// The identifier of the file's format, or nil to determine the format from the file's content.
  public var format: String?
  /// Whether to swap the latitude and longitude of each point, to repair a file with swapped
  /// coordinates.
  public var swapsCoordinates = false
  /// The mapping of fields to table columns, such as `lat=3,lon=4,name=1`, or nil to determine the
  /// mapping from the header.
  public var columns: String?
  /// The kind of item to create from table rows. If no kind is specified, rows with times are
  /// imported as a path, and all other rows as places.
  public var rowKind: RowKind?
  /// The maximum accuracy radius of imported positions, in metres, or nil for no limit. The limit
  /// applies only to formats that state the accuracy of positions.
  public var maximumAccuracy: Double?

  /// The damage to the archive that contains the file, for example if the archive ends in the
  /// middle of the file. The damage is reported in the same way as damage to a compressed file.
  public var damage: InputDamage?

  public init() {}
}
