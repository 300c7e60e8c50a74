/// The progress of reading a file.
public struct GeoProgress: Hashable, Sendable {
  public let bytesRead: Int
  /// The total size of the file in bytes, or nil if it is unknown.
  public let bytesTotal: Int?

  public init(bytesRead: Int, bytesTotal: Int?) {
    self.bytesRead = bytesRead
    self.bytesTotal = bytesTotal
  }
}
