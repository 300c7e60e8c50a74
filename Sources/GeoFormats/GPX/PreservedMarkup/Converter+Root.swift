extension PreservedMarkup.Converter {
  /// Converts the root element's content for the output file. The content consists of the markup
  /// between and after the items, and the extensions of the metadata.
  func root(
    _ kept: PreservedMarkup.Content, _ losses: inout [Diagnostic]
  ) -> (content: [UInt8], metadata: [UInt8], keepsFields: Bool) {
    let bytes = kept.bytes
    let keepsFields = source == target && hasValidFields(kept)
    var content: [UInt8] = []
    var tail: [UInt8] = []
    var extensions: [UInt8] = []
    var metadata: [UInt8] = []
    // The position of extensions in the content after the items.
    var extensionsIndex: Int?
    var hasExtensions = false
    var seen: Set<String> = []
    var isTail = false
    let hasItems = kept.nodes.contains { node in
      switch node.kind {
      case .children, .items: true
      default: false
      }
    }
    for node in kept.nodes {
      let piece = Array(bytes[node.range])
      switch node.kind {
      case .element(let name, _):
        let isOwn = names.owner(piece[...]) == .source
        let isFirst = !isOwn || seen.insert(name).inserted
        let isField = isOwn && PreservedMarkup.Content.isRootField(name)
        if isField, isFirst, belongsToMetadata(name) {
          if keepsFields {
            content += piece
          } else {
            let (asides, others) = field(name, node, bytes, &losses)
            content += asides
            if target == .version11 { metadata += others } else { extensions += others }
          }
        } else if isField, name != "extensions", target == .version11 {
          metadata += other(name, piece, .gpx, &losses)
        } else if isOwn, !isExtensions(node, bytes), target == .version10 || Self.isItem(name) {
          let markup = stranger(name, piece[...], .gpx, &losses)
          if isTail { tail += markup } else { content += markup }
        } else {
          isTail = isTail || !hasItems
          hasExtensions = hasExtensions || isExtensions(node, bytes)
          let inner =
            isExtensions(node, bytes)
            ? inside(node, bytes, &losses) : other(name, piece, .gpx, &losses)
          let carried =
            !isExtensions(node, bytes)
            ? inner
            : target == .version11
              ? rebinding.rebound(inner) : unwrapped(inner, .gpx, &losses).others
          if isTail, target == .version10 { tail += carried } else { extensions += carried }
          if isTail, extensionsIndex == nil { extensionsIndex = tail.count }
        }
      case .items: content += piece
      case .aside: if isTail { tail += piece } else { content += piece }
      case .children: isTail = true
      case .hole: if keepsFields { content += piece }
      }
    }
    content += PreservedMarkup.Mark.around(PreservedMarkup.Mark.children, [])
    if target == .version11 {
      let whole = hasExtensions && extensions.isEmpty ? emptyExtensions : wrapped(extensions)
      tail.insert(contentsOf: whole, at: extensionsIndex ?? 0)
    } else {
      tail.insert(contentsOf: extensions, at: 0)
    }
    return (content + tail, metadata, keepsFields)
  }

  /// Returns whether the file's metadata is valid without changes.
  private func hasValidFields(_ kept: PreservedMarkup.Content) -> Bool {
    let isOwn: (ArraySlice<UInt8>) -> Bool = { names.owner($0) == .source }
    var fields: [(name: String, markup: [UInt8])] = []
    for node in kept.nodes {
      switch node.kind {
      case .element(let name, _)
      where PreservedMarkup.Content.isRootField(name) && belongsToMetadata(name):
        guard isOwn(kept.bytes[node.range]) else { continue }
        fields.append((name, Array(kept.bytes[node.range])))
      case .hole(PreservedMarkup.Mark.bounds):
        guard case .hole(_, let content) = kept.parts[node.parts.lowerBound] else { continue }
        fields.append(("bounds", Array(kept.bytes[content])))
      default: continue
      }
    }
    if source == .version10 { return SchemaMetadata.areValid(fields, isOwn: isOwn) }
    return fields.count == 1 && SchemaMetadata.isValid(fields[0].markup, isOwn: isOwn)
  }

  private static func isItem(_ name: String) -> Bool { ["wpt", "rte", "trk"].contains(name) }

  /// Returns whether a child element of the root is a metadata field in the source file's GPX
  /// version.
  private func belongsToMetadata(_ name: String) -> Bool {
    name != "extensions" && (source == .version10) == (name != "metadata")
  }

  /// Returns the parts of a root element's field that are not values: comments, and elements to be
  /// moved to the extensions.
  private func field(
    _ name: String, _ node: PreservedMarkup.Content.Node, _ bytes: [UInt8],
    _ losses: inout [Diagnostic]
  ) -> (asides: [UInt8], others: [UInt8]) {
    let piece = Array(bytes[node.range])
    if Self.isOddEmail(name, piece) { return ([], rebinding.rebound(piece)) }
    var asides: [UInt8] = []
    var others: [UInt8] = []
    var counts: [String: Int] = [:]
    let inner = PreservedMarkup.Content(inside(node, bytes, &losses))
    for child in inner.nodes {
      let markup = inner.bytes[child.range]
      switch child.kind {
      case .aside:
        if markup.first == UInt8(ascii: "<") {
          asides += markup
        } else if name == "metadata", markup.contains(where: { $0 > 32 }) {
          losses.append(
            Self.loss("text between metadata elements", "GPX does not allow text between elements"))
        }
      case .element(let local, _):
        if isExtensions(child, inner.bytes) {
          let content = inside(child, inner.bytes, &losses)
          others +=
            target == .version11
            ? rebinding.rebound(content) : unwrapped(content, .gpx, &losses).others
          continue
        }
        // The other version has each field once, except links.
        counts[local, default: 0] += 1
        let isKnown =
          name == "metadata" && names.owner(markup) == .source
          && (counts[local] == 1 || local == "link") && Self.metadataFields.contains(local)
        if isKnown, !Self.hasAdditionalContent(local, Array(markup)) { continue }
        let what = isKnown ? "part of the \(local)" : Excerpt.of(local)
        losses.append(
          Self.loss(what + " of \(name)", "GPX \(target.rawValue) does not allow this content"))
      case .hole, .children, .items: continue
      }
    }
    return (asides, others)
  }

  /// Returns whether a metadata field contains anything other than the values that the reader
  /// stores.
  private static func hasAdditionalContent(_ name: String, _ markup: [UInt8]) -> Bool {
    let wanted: [String: (attributes: Set<String>, children: Set<String>)] = [
      "author": ([], ["name", "email", "link"]), "email": (["id", "domain"], []),
      "copyright": (["author"], ["year", "license"]), "link": (["href"], ["text", "type"]),
      "bounds": (["minlat", "minlon", "maxlat", "maxlon"], []),
    ]
    let flat = FlatMarkup(markup)
    var seen: Set<String> = []
    for element in flat.elements {
      let (attributes, children) = wanted[element.name] ?? ([], [])
      if element.parent >= 0 {
        let parent = flat.elements[element.parent]
        let key = "\(element.parent) \(element.name)"
        guard wanted[parent.name]?.children.contains(element.name) == true,
          seen.insert(key).inserted
        else { return true }
      }
      let isMixed = !children.isEmpty && FlatMarkup.trimmed(element.text) != nil
      let isOdd = element.attributes.contains { attribute in
        !attribute.name.hasPrefix("xmlns") && !attributes.contains(attribute.name)
      }
      if isMixed || isOdd { return true }
    }
    var cursor = PreservedMarkup.Cursor(markup)
    while let token = cursor.next() {
      if case .aside = token { return true }
    }
    return false
  }

  /// Returns whether an email address from GPX 1.0 is invalid in GPX 1.1.
  private static func isOddEmail(_ name: String, _ markup: [UInt8]) -> Bool {
    guard name == "email", let element = FlatMarkup(markup).elements.first else { return false }
    let count = element.text.count { $0 == UInt8(ascii: "@") }
    return count != 1 && !element.text.isEmpty
  }
}
