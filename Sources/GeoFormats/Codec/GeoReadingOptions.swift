/// Options for reading a file.
public struct GeoReadingOptions: Hashable, Sendable {
  /// The limits that no file may exceed.
  public var limits = GeoReadingLimits()

  public init() {}
}
