/// The progress of reading a file.
public struct GeoProgress: Hashable, Sendable {
  public let bytesRead: Int
  /// The total size in bytes, or nil if the source does not know it.
  public let bytesTotal: Int?

  public init(bytesRead: Int, bytesTotal: Int?) {
    self.bytesRead = bytesRead
    self.bytesTotal = bytesTotal
  }
}
