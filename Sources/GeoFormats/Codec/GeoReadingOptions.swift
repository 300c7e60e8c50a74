/// How a file is to be read.
public struct GeoReadingOptions: Hashable, Sendable {
  /// What no file may exceed.
  public var limits = GeoReadingLimits()

  public init() {}
}
