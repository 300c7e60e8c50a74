/// The progress of reading a file.
public struct GeoProgress: Hashable, Sendable {
  public let bytesRead: Int
  /// The file's total size in bytes. Nil if the size is unknown.
  public let bytesTotal: Int?

  public init(bytesRead: Int, bytesTotal: Int?) {
    self.bytesRead = bytesRead
    self.bytesTotal = bytesTotal
  }
}
