extension PreservedMarkup {
  /// A filter for preserved markup that removes the content that the schema of the output file's
  /// GPX version does not allow.
  struct Cleaning {
    private let version: GPXVersion
    private let namespace: String
    private let bindings: [GeoNamespace]
    private let prefix: [UInt8]

    /// Whether the root element's fields are known to be valid.
    private let keepsFields: Bool

    init(
      _ version: GPXVersion, prefix: [UInt8], bindings: [GeoNamespace],
      keepsFields: Bool = false
    ) {
      self.version = version
      self.keepsFields = keepsFields
      self.prefix = prefix
      self.bindings = bindings
      namespace = version == .version10 ? GPXWriter.namespace10 : GPXWriter.namespace11
    }

    /// Returns the given preserved markup without the content that the schema forbids. Comments,
    /// valid fields, extensions and the placeholders for values remain.
    func cleaned(_ bytes: [UInt8], in parent: GPXName, _ losses: inout [Diagnostic]) -> [UInt8] {
      let kept = Content(bytes, own: prefix)
      var result: [UInt8] = []
      if let tag = kept.ownTag, hasAttributes(bytes, tag) {
        losses.append(Self.loss(parent, "attributes"))
      }
      for (letter, range, limit) in [
        (Mark.latitude, kept.latitude, 90.0),
        (Mark.longitude, kept.longitude, 180),
      ] {
        if let range,
          SchemaText.isCoordinate(XMLSyntax.unescaped(bytes[range]), limit: limit, version)
        {
          result += Mark.around(letter, Array(bytes[range]))
        }
      }
      if let before = kept.before {
        let asides = asides(Array(bytes[before]), parent, &losses)
        if !asides.isEmpty { result += Mark.around(Mark.before, asides) }
      }
      var hasExtensions = false
      // A field with a hole has its value; a preserved element of the same field is a duplicate.
      var seen = kept.fieldHoles
      for (field, sensor) in [(GPXField.course, GeoSensor.course), (.speed, .speed)]
      where kept.sensorHoles & (1 << UInt32(sensor.rawValue)) != 0 {
        seen |= field.bit
      }
      for node in kept.nodes {
        switch node.kind {
        case .hole(Mark.bounds) where parent == .gpx:
          if keepsFields { result += bytes[node.range] }
        case .hole(let letter):
          if hasPlace(node, letter, kept, parent) {
            result += hole(letter, node, kept, parent, &losses)
          } else if version == .version10, parent != .gpx {
            result += foreign(Array(bytes[node.range]), parent, &losses)
            hasExtensions = true
          }
        case .children, .items: result += bytes[node.range]
        case .aside: result += asides(Array(bytes[node.range]), parent, &losses)
        case .element(let name, _):
          let markup = Array(bytes[node.range])
          if parent == .gpx, keepsFields, name != "extensions",
            Content.isRootField(name),
            !isForeign(markup[...])
          {
            result += markup
            continue
          }
          let field = GPXField(named: name)
          if seen & field.bit == 0, isValid(field, markup, parent) {
            seen |= field.bit
            result += markup
          } else if version == .version11, name == "extensions", !hasExtensions,
            !isForeign(markup[...])
          {
            result += wrapped(foreign(inside(node, bytes, parent, &losses), parent, &losses))
            hasExtensions = true
          } else if version == .version10 {
            let carried = foreign(markup, parent, &losses)
            if parent == .segment, !carried.isEmpty {
              losses.append(Self.loss(parent, "a \(Excerpt.of(name))"))
            } else {
              result += carried
              hasExtensions = true
            }
          } else {
            losses.append(Self.loss(parent, "a \(Excerpt.of(name))"))
          }
        }
      }
      // In GPX 1.0, foreign elements must follow all fields, so the nodes are sorted again.
      guard version == .version10, hasExtensions, parent != .gpx else { return result }
      return Content(result, own: prefix).normalised(in: parent, is10: true)
    }

    /// Returns the allowed parts of an `extensions` element: comments, and elements in other
    /// programs' namespaces.
    func foreign(
      _ markup: [UInt8], _ parent: GPXName, _ losses: inout [Diagnostic]
    ) -> [UInt8] {
      let kept = Content(markup)
      var result: [UInt8] = []
      for node in kept.nodes {
        let piece = markup[node.range]
        switch node.kind {
        case .element(let name, _):
          if isForeign(piece) {
            result += piece
          } else {
            losses.append(Self.loss(parent, "a \(Excerpt.of(name))"))
          }
        case .hole where isForeign(piece.dropFirst(2)): result += piece
        case .aside: result += asides(Array(piece), parent, &losses)
        default: break
        }
      }
      return result
    }

    /// Returns the comments and processing instructions in the markup between elements.
    private func asides(
      _ markup: [UInt8], _ parent: GPXName, _ losses: inout [Diagnostic]
    ) -> [UInt8] {
      var result: [UInt8] = []
      for node in Content(markup).nodes {
        let piece = markup[node.range]
        if case .aside = node.kind, piece.first == UInt8(ascii: "<") {
          result += piece
        } else if piece.contains(where: { $0 > 32 }) {
          losses.append(Self.loss(parent, "misplaced elements or text"))
        }
      }
      return result
    }

    /// Returns whether an element without a readable value, such as an empty `name`, is a valid
    /// field.
    private func isValid(_ field: GPXField, _ markup: [UInt8], _ parent: GPXName) -> Bool {
      guard field != .link, field != .extensions, field.isField(of: parent),
        field.rank(in: parent, is10: version == .version10) != 0,
        uri(markup[...]) == namespace
      else { return false }
      if field == .course || field == .speed, parent != .trackPoint { return false }
      let flat = FlatMarkup(markup)
      guard flat.elements.count == 1, let element = flat.elements.first,
        element.attributes.allSatisfy({ $0.name.hasPrefix("xmlns") })
      else { return false }
      return SchemaText.isValid(element.text, field, version)
    }

    /// Returns whether the schema of the output file's GPX version allows a field inside the given
    /// parent element.
    private func hasPlace(
      _ node: Content.Node, _ letter: UInt8, _ kept: Content,
      _ parent: GPXName
    ) -> Bool {
      let field = GPXField(letter: letter)
      if field == .course || field == .speed, parent != .trackPoint { return false }
      return kept.rank(of: node, in: parent, is10: version == .version10) != nil
    }

    /// Returns the placeholder that marks a value's position in the preserved markup. The
    /// placeholder contains the value's original text if the schema allows that text.
    private func hole(
      _ letter: UInt8, _ node: Content.Node, _ kept: Content,
      _ parent: GPXName,
      _ losses: inout [Diagnostic]
    ) -> [UInt8] {
      guard case .hole(_, let content) = kept.parts[node.parts.lowerBound] else {
        return Mark.around(letter, [])
      }
      let field = GPXField(letter: letter)
      if field == .link {
        let whole = Array(kept.bytes[content])
        let raw =
          whole.firstIndex(of: Mark.divider).map { Array(whole[($0 + 1)...]) } ?? []
        if Link.hasAdditionalContent(raw, countsAsides: false) {
          losses.append(Self.loss(parent, "the additional content of a link"))
          return Mark.around(letter, [])
        }
        return Mark.around(
          letter,
          raw.isEmpty || uri(raw[...]) != namespace || !Link.isOrdered(raw)
            ? [] : whole)
      }
      let (tag, text) = kept.split(content)
      if let tag, hasAttributes(kept.bytes, tag) {
        losses.append(Self.loss(parent, "the attributes of a \(field.text)"))
      }
      let raw = Array(kept.bytes[text])
      let isMixed = raw.contains(UInt8(ascii: "<"))
      if isMixed, FlatMarkup(raw).elements.count > 0 {
        losses.append(Self.loss(parent, "the elements inside a \(field.text)"))
        return Mark.around(letter, [])
      }
      guard SchemaText.isValid(XMLSyntax.plain(raw, 0..<raw.count), field, version) else {
        return Mark.around(letter, [])
      }
      let start = isMixed ? Array("<".utf8) + prefix + Array("\(field.text)>".utf8) : []
      return Mark.around(letter, start + raw)
    }

    /// Returns whether a tag has any attributes other than namespace declarations.
    private func hasAttributes(_ bytes: [UInt8], _ tag: Range<Int>) -> Bool {
      let first = bytes[tag].firstIndex(of: UInt8(ascii: " ")) ?? tag.upperBound
      return XMLSyntax.attributes(bytes, first..<tag.upperBound).contains {
        !$0.name.hasPrefix("xmlns")
      }
    }

    /// Returns whether the first element in the markup is outside GPX's namespace.
    private func isForeign(_ markup: ArraySlice<UInt8>) -> Bool {
      let uri = uri(markup)
      return !uri.isEmpty && uri != namespace
    }

    /// Returns the namespace of the first element in the markup.
    private func uri(_ markup: ArraySlice<UInt8>) -> String {
      var cursor = Cursor(Array(markup))
      guard case .start(let name, let attributes, _) = cursor.next() else { return "" }
      let prefix = OwnNames.prefix(cursor.bytes[name])
      return OwnNames.declarations(cursor.bytes, attributes)[prefix]
        ?? bindings.first { $0.prefix == prefix }?.uri ?? ""
    }

    func wrapped(_ content: [UInt8]) -> [UInt8] {
      let name = prefix + Array("extensions>".utf8)
      if content.isEmpty { return [UInt8(ascii: "<")] + name.dropLast() + Array("/>".utf8) }
      return [UInt8(ascii: "<")] + name + content + Array("</".utf8) + name
    }

    /// Returns an element's content, with the namespace declarations from the element's start tag
    /// added to the child elements.
    private func inside(
      _ node: Content.Node, _ bytes: [UInt8], _ parent: GPXName,
      _ losses: inout [Diagnostic]
    ) -> [UInt8] {
      var cursor = Cursor(bytes, in: node.range)
      guard case .start(_, let attributes, let isEmpty) = cursor.next() else { return [] }
      if hasAttributes(bytes, attributes) {
        losses.append(Self.loss(parent, "the attributes of an extensions element"))
      }
      guard !isEmpty, cursor.index <= node.endTag else { return [] }
      return OwnNames.declaring(
        [OwnNames.declarations(bytes, attributes)],
        in: Array(bytes[cursor.index..<node.endTag]))
    }

    static func loss(_ parent: GPXName, _ what: String) -> Diagnostic {
      Diagnostic(
        element: parent.text, code: .schemaLeftOut, action: .skipped,
        message: """
          the GPX schema does not allow \(what) in \(parent.text); this content was left out
          """)
    }
  }
}
