/// A property of a feature, or a member that RFC 7946 does not define.
struct GeoJSONMember {
  /// The name under which the value is preserved. For a property, it is the property's name, with a
  /// leading `/` doubled. For a member of the feature or geometry, it is `/` or `/geometry/`,
  /// followed by the member's name.
  var name: String
  /// The value's JSON text, or nil if the value is a string.
  var json: String?
  /// The value of the member if it is a string, otherwise nil.
  var string: String?
  /// The index of the geometry to which the member belongs. Nil for the feature's own properties
  /// and members.
  var geometry: Int?

  /// The value's JSON text.
  var text: String {
    json ?? String(decoding: JSONString.quoted(string ?? ""), as: UTF8.self)
  }

  /// The value of the member if it is a number, otherwise nil.
  var number: Double? {
    guard let json, let first = json.utf8.first, first &- 48 < 10 || first == UInt8(ascii: "-")
    else {
      return nil
    }
    return Double(json)
  }

  /// The member's value if it is a finite number or a string that contains one, otherwise nil.
  var decimal: Double? {
    guard let string else { return number.flatMap { $0.isFinite ? $0 : nil } }
    let value = Array(string.utf8).withUnsafeBufferPointer { bytes in
      bytes.baseAddress.map { DecimalNumber.parse($0, count: bytes.count) }
    }
    return value.flatMap { $0.isNaN ? nil : $0 }
  }

  /// The member's value if it is a whole number or a string that contains one, otherwise nil.
  var integer: Int? { decimal.flatMap { Int(exactly: $0) } }

  /// The value as text if it is a number or a non-empty string, otherwise nil.
  var shownText: String? {
    if let string { return string.isEmpty ? nil : string }
    return number == nil ? nil : json
  }

  /// The strings in the member's value if the value is an array, and whether the array contains
  /// nothing else. A single string is returned as an array with one element. Nil for any other
  /// value.
  var texts: (texts: [String], isComplete: Bool)? {
    if let string { return ([string], true) }
    guard let reader = reader(), (try? reader.next()) == .arrayStart else { return nil }
    var texts: [String] = []
    var isComplete = true
    while let token = try? reader.next(), token != .arrayEnd {
      if token == .string {
        texts.append(reader.string)
      } else {
        isComplete = false
        guard (try? reader.skipValue()) != nil else { break }
      }
    }
    return (texts, isComplete)
  }

  /// The links in an array of objects with an `href` member, as written by `togeojson`. Nil for any
  /// other value.
  var links: [GeoLink]? {
    guard let reader = reader(), (try? reader.next()) == .arrayStart else { return nil }
    var links: [GeoLink] = []
    while let token = try? reader.next(), token != .arrayEnd {
      guard token == .objectStart else { return nil }
      var values: [String: String] = [:]
      while (try? reader.nextKey()) == true {
        let key = reader.string
        values[key] = try? reader.nextString()
      }
      guard let href = values["href"] else { return nil }
      links.append(GeoLink(href: href, text: values["text"], type: values["type"]))
    }
    return links
  }

  /// Returns whether the given text is a single JSON value that is valid under RFC 8259.
  static func isJSON(_ text: String) -> Bool {
    guard let reader = try? JSONReader(BufferedSource(MemorySource(text.utf8))),
      let first = try? reader.next(), first != .end
    else { return false }
    do {
      try reader.skipValue()
      return try reader.next() == .end && reader.repairs.isEmpty
    } catch {
      return false
    }
  }

  private func reader() -> JSONReader? {
    json.flatMap { try? JSONReader(BufferedSource(MemorySource($0.utf8))) }
  }
}
