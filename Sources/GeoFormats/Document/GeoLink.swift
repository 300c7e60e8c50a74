/// A link to a page about a thing: GPX 1.1's `link`, GPX 1.0's `url` with its `urlname`.
public struct GeoLink: Hashable, Sendable, Codable {
  /// The address, as the file gives it.
  public var href: String
  /// The text to show instead of the address.
  public var text: String?
  /// The MIME type of what is there.
  public var type: String?

  public init(href: String, text: String? = nil, type: String? = nil) {
    self.href = href
    self.text = text
    self.type = type
  }
}
