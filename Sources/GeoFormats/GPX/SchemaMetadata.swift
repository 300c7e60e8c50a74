/// Functions that validate a file's metadata against the GPX schemas.
enum SchemaMetadata {
  /// Returns whether a `metadata` element is valid in GPX 1.1. All its elements, except those
  /// inside extensions, must be in GPX's namespace.
  ///
  /// - Parameter markup: The `metadata` element's markup, with a placeholder for `bounds`.
  /// - Parameter isOwn: A closure that returns whether a start tag is in GPX's namespace.
  static func isValid(_ markup: [UInt8], isOwn: (ArraySlice<UInt8>) -> Bool) -> Bool {
    // A hole begins with a control byte and its letter, which are not part of the tag.
    var bytes: [UInt8] = []
    for (index, byte) in markup.enumerated() {
      let isLetter = index > 0 && markup[index - 1] == PreservedMarkup.Mark.open
      if byte > 4, !isLetter { bytes.append(byte) }
    }
    var open: [(name: String, last: Int, isForeign: Bool)] = []
    var texts: [[UInt8]] = []
    var cursor = PreservedMarkup.Cursor(bytes)
    while let token = cursor.next() {
      switch token {
      case .start(let name, let range, let isEmpty):
        let tag = bytes[cursor.start..<cursor.index]
        if let parent = open.last, parent.isForeign || parent.name == "extensions" {
          guard parent.isForeign || !isOwn(tag) else { return false }
          if !isEmpty { open.append(("", 0, true)) }
          if !isEmpty { texts.append([]) }
          continue
        }
        let local = String(decoding: XMLSyntax.local(bytes[name]), as: UTF8.self)
        guard isOwn(tag), follows(local, &open),
          hasAttributes(local, XMLSyntax.attributes(bytes, range))
        else { return false }
        if isEmpty {
          guard isText([], of: local) else { return false }
        } else {
          open.append((local, -1, false))
          texts.append([])
        }
      case .end:
        guard let last = open.popLast(), let text = texts.popLast() else { return false }
        if !last.isForeign, !isText(text, of: last.name) { return false }
      case .text(let range):
        if let last = texts.indices.last { texts[last] += XMLSyntax.unescaped(bytes[range]) }
      case .aside, .mark: break
      }
    }
    return open.isEmpty && !bytes.isEmpty
  }

  /// Returns whether the schema allows an element after its preceding siblings.
  private static func follows(
    _ name: String, _ open: inout [(name: String, last: Int, isForeign: Bool)]
  ) -> Bool {
    guard let parent = open.last else { return name == "metadata" }
    guard let position = order[parent.name]?.firstIndex(of: name) else { return false }
    let mayRepeat = parent.name == "metadata" && name == "link"
    guard position > parent.last || mayRepeat && position == parent.last else { return false }
    open[open.count - 1].last = position
    return true
  }

  private static func hasAttributes(
    _ name: String, _ found: [(name: String, value: String)]
  ) -> Bool {
    let wanted = attributes[name] ?? []
    let own = found.filter { !$0.name.hasPrefix("xmlns") }
    guard Set(own.map(\.name)) == Set(wanted) else { return false }
    return own.allSatisfy { attribute in
      let text = Array(attribute.value.utf8)
      switch attribute.name {
      case "href": return SchemaText.isAddress(attribute.value)
      case "minlat", "maxlat": return SchemaText.isCoordinate(text, limit: 90, .version11)
      case "minlon", "maxlon": return SchemaText.isCoordinate(text, limit: 180, .version11)
      default: return true
      }
    }
  }

  private static func isText(_ text: [UInt8], of name: String) -> Bool {
    switch name {
    case "time": SchemaText.isTime(text)
    case "year": SchemaText.isYear(String(decoding: text, as: UTF8.self))
    case "license": SchemaText.isAddress(String(decoding: text, as: UTF8.self))
    case "name", "desc", "keywords", "text", "type": true
    default: SchemaText.trimmed(text).isEmpty
    }
  }

  /// Returns whether the metadata elements in the root element of a GPX 1.0 file are valid, given
  /// their names and markup in file order.
  static func areValid(
    _ fields: [(name: String, markup: [UInt8])], isOwn: (ArraySlice<UInt8>) -> Bool
  ) -> Bool {
    var last = 0
    for (name, markup) in fields {
      guard let rank = PreservedMarkup.Content.rootRank(name, is10: true), Int(rank) > last else {
        return false
      }
      last = Int(rank)
      let flat = FlatMarkup(markup)
      guard flat.elements.count == 1, let element = flat.elements.first, isOwn(markup[...])
      else { return false }
      let text = String(decoding: element.text, as: UTF8.self)
      let isValid =
        switch name {
        case "email": GPXWriter.isAddress10(text)
        case "url": SchemaText.isAddress(text)
        case "bounds": hasBounds(element)
        default: isText(element.text, of: name == "time" ? "time" : "name")
        }
      guard isValid,
        name == "bounds" || element.attributes.allSatisfy({ $0.name.hasPrefix("xmlns") })
      else { return false }
    }
    return true
  }

  private static func hasBounds(_ element: FlatMarkup.Element) -> Bool {
    let own = element.attributes.filter { !$0.name.hasPrefix("xmlns") }
    return Set(own.map(\.name)) == Set(attributes["bounds"] ?? []) && own.count == 4
      && own.allSatisfy { attribute in
        SchemaText.isCoordinate(
          Array(attribute.value.utf8), limit: attribute.name.hasSuffix("lat") ? 90 : 180,
          .version10)
      } && SchemaText.trimmed(element.text).isEmpty
  }
}
