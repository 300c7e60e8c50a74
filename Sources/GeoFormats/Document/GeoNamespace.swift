/// A namespace declaration: a prefix and its namespace.
public struct GeoNamespace: Hashable, Sendable, Codable {
  /// The prefix; empty for the default namespace.
  public var prefix: String
  /// The namespace; empty for the declaration `xmlns=""`, which removes the default namespace.
  public var uri: String

  public init(prefix: String, uri: String) {
    self.prefix = prefix
    self.uri = uri
  }
}
