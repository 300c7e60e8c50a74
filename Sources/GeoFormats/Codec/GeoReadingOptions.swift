/// Options for reading a file.
public struct GeoReadingOptions: Hashable, Sendable {
  /// The size limits for the file. A file that exceeds a limit is rejected.
  public var limits = GeoReadingLimits()

  public init() {}
}
