/// A namespace declaration: a prefix and the namespace that is bound to it.
public struct GeoNamespace: Hashable, Sendable, Codable {
  /// The namespace prefix, or an empty string for the default namespace.
  public var prefix: String
  /// The namespace, or an empty string for the declaration `xmlns=""`, which removes the default
  /// namespace.
  public var uri: String

  public init(prefix: String, uri: String) {
    self.prefix = prefix
    self.uri = uri
  }
}
