/// How far a reading has come.
public struct GeoProgress: Hashable, Sendable {
  public let bytesRead: Int
  /// The size of the whole, or nil where the source does not know it.
  public let bytesTotal: Int?

  public init(bytesRead: Int, bytesTotal: Int?) {
    self.bytesRead = bytesRead
    self.bytesTotal = bytesTotal
  }
}
