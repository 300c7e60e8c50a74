/// A link to a web page: GPX 1.1's `link`, or GPX 1.0's `url` and `urlname`.
public struct GeoLink: Hashable, Sendable, Codable {
  /// The URL, as written in the file.
  public var href: String
  /// The text displayed instead of the URL.
  public var text: String?
  /// The MIME type of the linked content.
  public var type: String?

  public init(href: String, text: String? = nil, type: String? = nil) {
    self.href = href
    self.text = text
    self.type = type
  }
}
