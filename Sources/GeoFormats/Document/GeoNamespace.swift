/// A prefix and what it stands for, as an element declares it.
public struct GeoNamespace: Hashable, Sendable, Codable {
  /// Empty for the default namespace.
  public var prefix: String
  /// Empty where the default namespace is none.
  public var uri: String

  public init(prefix: String, uri: String) {
    self.prefix = prefix
    self.uri = uri
  }
}
