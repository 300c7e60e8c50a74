import Foundation

extension GPXScan {
  /// The result of reading a field's text.
  enum FieldResult {
    /// The text is a valid value, already in the notation that the file writer produces.
    case plain
    /// The text is a valid value in a notation that the file writer does not produce.
    case odd
    /// The text is not a valid value.
    case none
  }

  /// Begins a field of the current element. A repeated field is preserved as markup.
  mutating func startField(
    _ candidate: GPXField, _ tag: XMLTag, _ namespace: GPXNamespaceKind,
    _ attributes: XMLAttributes
  ) {
    let seen = levels[depth].seen & candidate.bit != 0
    if seen, candidate != .link {
      let parent = context.text
      note(
        .elementDuplicate, .kept, element: candidate.text,
        """
        \(parent) has more than one \(candidate.text); the first is used, and this one is \
        preserved as XML
        """)
      noteRank(candidate.rank(in: context, is10: root.is10), candidate.text)
      startLiteral(.other, tag, attributes)
      return
    }
    if levels[depth].hasChildren, candidate != .extensions,
      candidate.rank(in: context, is10: root.is10) == 0
    {
      // After the points, a field that the schema does not allow in the parent is preserved as
      // markup.
      countUnknown(tag)
      startLiteral(.other, tag, attributes)
      return
    }
    guard candidate != .link, candidate != .extensions else {
      levels[depth].seen |= candidate.bit
      noteRank(candidate.rank(in: context, is10: root.is10), candidate.text)
      startLiteral(.other, tag, attributes)
      literal.purpose = candidate
      return
    }
    beginField(candidate)
    guard !attributes.isEmpty || namespace != .root || !namespaces.rootPrefixHolds else { return }
    field.hasTag = true
    levels[depth].isNeeded = true
    putStartTag(tag, attributes, isOutermost: true)
    closeTag()
  }

  /// Adds a placeholder for a field's value to the preserved markup, and starts collecting the
  /// field's text.
  @inline(__always)
  mutating func beginField(_ candidate: GPXField) {
    levels[depth].seen |= candidate.bit
    let rank = candidate.rank(in: context, is10: root.is10)
    if rank >= levels[depth].lastRank {
      levels[depth].lastRank = rank
    } else {
      noteRank(rank, candidate.text)
    }
    field = FieldState(candidate, at: levels[depth].markup.count)
    levels[depth].markup.put(PreservedMarkup.Mark.open)
    levels[depth].markup.put(candidate.letter)
    text.clear()
  }

  /// Records that the current field's text contains markup, such as a comment.
  mutating func mixField() {
    guard !field.isMixed else { return }
    field.isMixed = true
    levels[depth].isNeeded = true
    if !field.hasTag { putPlainTag() }
    levels[depth].markup.put(escaped: text.start, count: text.count)
  }

  /// Adds the field's standard start tag to the preserved markup.
  private mutating func putPlainTag() {
    field.hasTag = true
    levels[depth].markup.put(UInt8(ascii: "<"))
    if !namespaces.rootPrefix.isEmpty {
      levels[depth].markup.put(namespaces.rootPrefix)
      levels[depth].markup.put(UInt8(ascii: ":"))
    }
    levels[depth].markup.put(Array(field.kind.text.utf8))
    levels[depth].markup.put(UInt8(ascii: ">"))
  }

  /// Reads a field's value from its text when the field's element ends.
  mutating func endField() {
    let result = readField()
    let ended = field.kind
    field.kind = .none
    switch result {
    case .plain:
      levels[depth].markup.put(PreservedMarkup.Mark.close)
      if ended == .course || ended == .speed || ended.rank(in: context, is10: root.is10) == 0 {
        levels[depth].isNeeded = true
      }
    case .odd:
      levels[depth].isNeeded = true
      if !field.isMixed { levels[depth].markup.put(escaped: text.start, count: text.count) }
      levels[depth].markup.put(PreservedMarkup.Mark.close)
    case .none: endWithoutValue(ended)
    }
    levels[depth].hasRanked = true
  }

  /// Restores the original markup of a field without a valid value, replacing the field's
  /// placeholder.
  private mutating func endWithoutValue(_ ended: GPXField) {
    levels[depth].isNeeded = true
    if !field.hasTag {
      field.kind = ended
      putPlainTag()
      field.kind = .none
    }
    if !field.isMixed { levels[depth].markup.put(escaped: text.start, count: text.count) }
    levels[depth].markup.remove(at: field.start, count: 2)
    let bytes = levels[depth].markup.bytes
    let name = bytes[(field.start + 1)...].prefix {
      $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: ">")
    }
    let tag = Array(name)
    levels[depth].markup.put("</")
    levels[depth].markup.put(tag)
    levels[depth].markup.put(UInt8(ascii: ">"))
  }

  /// Reads a complete link, and replaces the link's preserved markup with a placeholder.
  mutating func readLink() {
    let raw = Array(levels[depth].markup.bytes[literal.start...])
    guard let link = GeoLink(FlatMarkup(raw), at: 0) else {
      note(
        .valueInvalid, .kept, element: "link",
        "the link has no URL (href); it is preserved as XML")
      return
    }
    guard levels[depth].seen & GPXField.url.bit == 0 else {
      note(
        .elementDuplicate, .kept, element: "link",
        "an element has both a url and a link; only the url is used")
      return
    }
    if context.isPoint {
      point.fields.links.append(link)
      point.hasFields = true
    } else {
      path.header.links.append(link)
    }
    // A link needs several times the memory of its markup.
    levels[depth].valueBytes += 4 * raw.count
    levels[depth].markup.truncate(to: literal.start)
    levels[depth].markup.put(PreservedMarkup.Mark.open)
    levels[depth].markup.put(GPXField.link.letter)
    let canonical = link.markup
    if root.is10 || !namespaces.rootPrefixHolds
      || !Self.isCanonical(raw, canonical, namespaces.rootPrefix)
    {
      levels[depth].isNeeded = true
      levels[depth].markup.put(canonical)
      levels[depth].markup.put(PreservedMarkup.Mark.divider)
      levels[depth].markup.put(raw)
    } else if !literal.wasNeeded {
      levels[depth].isNeeded = false
    }
    levels[depth].markup.put(PreservedMarkup.Mark.close)
  }

  /// Returns whether a link's markup differs from the GPX writer's output only in layout and
  /// namespace prefix.
  private static func isCanonical(_ raw: [UInt8], _ canonical: [UInt8], _ prefix: [UInt8]) -> Bool {
    if raw == canonical { return true }
    let closing: [UInt8] = prefix.isEmpty ? [] : prefix + [UInt8(ascii: ":")]
    var plain: [UInt8] = []
    var cursor = PreservedMarkup.Cursor(raw)
    var depth = 0
    while let token = cursor.next() {
      let piece = raw[cursor.start..<cursor.index]
      switch token {
      case .text where depth == 1 && piece.allSatisfy { $0 <= 32 }: break
      case .text, .aside, .mark: plain += piece
      case .start(let name, let attributes, let isEmpty):
        guard raw[name].starts(with: closing) else { return false }
        if !isEmpty { depth += 1 }
        plain.append(UInt8(ascii: "<"))
        plain += raw[name].dropFirst(closing.count) + raw[attributes]
        plain += Array((isEmpty ? "/>" : ">").utf8)
      case .end(let name):
        depth -= 1
        if depth == 0, plain.last == UInt8(ascii: ">"), !canonical.ends(withTag: "</link>") {
          plain[plain.count - 1] = UInt8(ascii: "/")
          plain.append(UInt8(ascii: ">"))
          continue
        }
        plain += Array("</".utf8) + raw[name].dropFirst(closing.count) + [UInt8(ascii: ">")]
      }
    }
    return plain == canonical
  }
}

extension [UInt8] {
  fileprivate func ends(withTag tag: StaticString) -> Bool {
    count >= tag.utf8CodeUnitCount
      && suffix(tag.utf8CodeUnitCount)
        .elementsEqual(UnsafeBufferPointer(start: tag.utf8Start, count: tag.utf8CodeUnitCount))
  }
}
