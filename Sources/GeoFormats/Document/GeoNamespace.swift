/// A namespace declaration: a prefix and its namespace.
public struct GeoNamespace: Hashable, Sendable, Codable {
  /// The prefix; empty for the default namespace.
  public var prefix: String
  /// The namespace; empty if the default namespace is undeclared.
  public var uri: String

  public init(prefix: String, uri: String) {
    self.prefix = prefix
    self.uri = uri
  }
}
