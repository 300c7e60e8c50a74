/// Options for reading a file.
public struct GeoReadingOptions: Hashable, Sendable {
  /// The size limits for the file; a file beyond one of them is rejected.
  public var limits = GeoReadingLimits()

  public init() {}
}
