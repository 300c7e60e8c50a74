import Foundation

/// The decoded parts of a link.
struct LinkParts {
  /// The whole link as written.
  let text: String
  /// The scheme in lower case, or an empty string if the text begins with the host.
  let scheme: String
  let hostAsWritten: String
  let path: [String]
  let query: [String: String]
  let fragment: String

  var hasScheme: Bool { !scheme.isEmpty }
  var host: String { hostAsWritten.lowercased() }

  /// Splits a link into its parts. Fails if the text has neither a scheme (such as `https://`) nor
  /// a host name before a slash or question mark.
  init?(_ text: String) {
    guard !text.contains(where: \.isNewline) else { return nil }
    self.text = text
    var rest = Substring(text)
    if let mark = rest.firstRange(of: "://") {
      let scheme = rest[..<mark.lowerBound].lowercased()
      guard ["http", "https", "om", "ge0"].contains(scheme) else { return nil }
      self.scheme = scheme
      rest = rest[mark.upperBound...]
    } else {
      guard rest.prefix(while: { !$0.isWhitespace }).contains("/") else { return nil }
      scheme = ""
    }
    let host = rest.prefix { !"/?#".contains($0) }
    guard !host.isEmpty, !host.contains(where: \.isWhitespace), hasSchemeOrDot(scheme, host) else {
      return nil
    }
    hostAsWritten = String(host)
    rest = rest.dropFirst(host.count)
    let path = rest.prefix { !"?#".contains($0) }
    rest = rest.dropFirst(path.count)
    self.path = path.split(separator: "/").map { Self.decoded($0) }
    let query = rest.first == "?" ? rest.dropFirst().prefix { $0 != "#" } : ""
    rest = rest.drop { $0 != "#" }
    self.query = Self.parameters(of: String(query))
    fragment = String(rest.dropFirst())
  }

  /// Returns the position from the first given query parameter that contains a position. The result
  /// is nil if none of the parameters contains one.
  func position(_ names: [String]) -> Coordinate? {
    for name in names {
      if let value = query[name], let position = Self.position(of: value) { return position }
    }
    return nil
  }

  /// Returns the position given by two query parameters, one for the latitude and one for the
  /// longitude. The result is nil if the link lacks these parameters.
  func position(latitude: String, longitude: String) -> Coordinate? {
    guard let latitude = query[latitude], let longitude = query[longitude] else { return nil }
    return Self.position(of: "\(latitude),\(longitude)")
  }

  /// Returns the position that a query parameter's value specifies. The value is either a full Plus
  /// Code or two angles, possibly after `loc:` or after a name and `@`.
  static func position(of value: String) -> Coordinate? {
    let texts =
      [value.replacing(/^loc:/, with: "")] + value.split(separator: "@").suffix(1).map(String.init)
    for text in texts where text.count <= CoordinateParser.lengthLimit {
      if let readings = try? AngleText.readings(of: text), readings.count == 1 {
        return readings[0].coordinate
      }
    }
    return value.utf8.count <= 40 ? PlusCode.fullCodePosition(in: value) : nil
  }

  /// Returns the decoded parameters of a query. If a name is repeated, its first value is used.
  static func parameters(of query: String) -> [String: String] {
    var parameters: [String: String] = [:]
    for pair in query.split(separator: "&").prefix(100) {
      let name = pair.prefix { $0 != "=" }
      let value = decoded(pair.dropFirst(name.count + 1))
      if parameters[name.lowercased()] == nil { parameters[name.lowercased()] = value }
    }
    return parameters
  }

  private static func decoded(_ text: Substring) -> String {
    let spaced = text.replacing("+", with: " ")
    return String(spaced).removingPercentEncoding ?? String(spaced)
  }
}

private func hasSchemeOrDot(_ scheme: String, _ host: Substring) -> Bool {
  !scheme.isEmpty || (host.contains(".") && host.contains(where: \.isLetter))
}
