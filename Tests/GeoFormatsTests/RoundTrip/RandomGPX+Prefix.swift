extension RandomGPX {
  /// Returns a document with a prefix on its GPX elements, which is declared at the root. A
  /// document without a default namespace is returned unchanged.
  static func prefixed(_ document: String, by prefix: String) -> String {
    var result = ""
    var rest = document[...]
    // For each open element, whether another default namespace is in scope.
    var isOther: [Bool] = []
    while let open = rest.firstIndex(of: "<") {
      result += rest[..<open]
      rest = rest[open...]
      let end = Self.end(of: rest)
      let markup = rest[..<end]
      rest = rest[end...]
      guard !markup.hasPrefix("<!"), !markup.hasPrefix("<?") else {
        result += markup
        continue
      }
      if markup.hasPrefix("</") {
        let isForeign = isOther.popLast() ?? false
        let name = markup.dropFirst(2)
        result += isForeign || name.contains(":") ? markup : "</\(prefix):\(name)"
        continue
      }
      let name = markup.dropFirst().prefix { !" />\t\r\n".contains($0) }
      let declares = markup.contains(" xmlns=")
      if isOther.isEmpty {
        guard declares else { return document }
        result +=
          "<\(prefix):"
          + markup.dropFirst().replacing(" xmlns=", with: " xmlns:\(prefix)=", maxReplacements: 1)
        isOther.append(false)
        continue
      }
      let isForeign = declares || isOther.last == true
      result += isForeign || name.contains(":") ? markup : "<\(prefix):\(markup.dropFirst())"
      if !markup.hasSuffix("/>") { isOther.append(isForeign) }
    }
    return result + rest
  }

  /// Returns the end of the markup at the start of a text.
  private static func end(of text: Substring) -> Substring.Index {
    for (start, close) in [("<!--", "-->"), ("<![CDATA[", "]]>"), ("<?", "?>")]
    where text.hasPrefix(start) {
      return text.firstRange(of: close)?.upperBound ?? text.endIndex
    }
    var quote: Character?
    for index in text.indices {
      switch (quote, text[index]) {
      case (nil, ">"): return text.index(after: index)
      case (nil, "\""), (nil, "'"): quote = text[index]
      case (let open?, let character) where open == character: quote = nil
      default: break
      }
    }
    return text.endIndex
  }
}
