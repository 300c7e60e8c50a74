extension PreservedMarkup {
  /// A converter that adapts preserved markup to an output file with another GPX version or root
  /// element.
  ///
  /// Content that the output file's GPX version does not allow is moved to extensions, or is
  /// omitted and reported.
  struct Converter {
    let source: GPXVersion
    let target: GPXVersion
    /// The prefix of the GPX elements in the output file, including its colon.
    let targetPrefix: [UInt8]
    /// Whether to leave out content that the source file's schema forbids, even if the conversion
    /// would make the content valid.
    let isValidOnly: Bool
    let rebinding: Rebinding
    let names: OwnNames

    init(
      _ header: GeoFileHeader, to target: GPXVersion, prefix targetPrefix: [UInt8],
      bindings: [GeoNamespace], isValidOnly: Bool = false
    ) {
      source = header.gpxVersion
      self.target = target
      self.targetPrefix = targetPrefix
      self.isValidOnly = isValidOnly
      rebinding = Rebinding(from: header.namespaces, to: bindings)
      names = OwnNames(
        header, target: target == .version10 ? GPXWriter.namespace10 : GPXWriter.namespace11,
        prefix: targetPrefix, rebinding: rebinding)
    }

    /// Whether preserved markup must be converted for the output file.
    var isNeeded: Bool { source != target || rebinding.isNeeded }

    /// Converts the preserved markup for the output file, and returns the result.
    ///
    /// - Parameter losses: The list to which diagnostics about omitted content are added.
    func convert(_ bytes: [UInt8], in parent: GPXName, _ losses: inout [Diagnostic]) -> [UInt8] {
      let kept = Content(bytes)
      var head: [UInt8] = []
      if let tag = kept.ownTag { head += own(bytes[tag]) }
      if let before = kept.before {
        let content = Array(bytes[before])
        head +=
          source == target && !names.isOtherRoot
          ? rebinding.rebound(Mark.around(Mark.before, content[...]))
          : Mark.around(Mark.before, loose(content)[...])
      }
      if let latitude = kept.latitude {
        head += Mark.around(Mark.latitude, bytes[latitude])
      }
      if let longitude = kept.longitude {
        head += Mark.around(Mark.longitude, bytes[longitude])
      }
      switch (source, target) {
      case (.version10, .version11): return head + forward(kept, in: parent, &losses)
      case (.version11, .version10): return head + back(kept, in: parent, &losses)
      default: return head + same(kept)
      }
    }

    /// Returns the section of preserved markup that contains an element's additional attributes and
    /// its non-standard name. If the GPX version changes, the name is omitted.
    private func own(_ content: ArraySlice<UInt8>) -> [UInt8] {
      if source == target { return rebinding.rebound(Mark.around(Mark.ownTag, content)) }
      let first = content.firstIndex(of: UInt8(ascii: " ")) ?? content.endIndex
      guard first < content.endIndex else { return [] }
      return rebinding.rebound(Mark.around(Mark.ownTag, content[first...]))
    }

    /// Returns whether an element is GPX's own `extensions` element rather than another program's
    /// element with the same name.
    func isExtensions(_ node: Content.Node, _ bytes: [UInt8]) -> Bool {
      guard case .element("extensions", _) = node.kind else { return false }
      return names.owner(bytes[node.range]) == .source
    }

    /// Returns the range of an element's attributes, and the element's content.
    private func parts(
      _ node: Content.Node, _ bytes: [UInt8]
    ) -> (attributes: Range<Int>, content: [UInt8]) {
      var cursor = Cursor(bytes, in: node.range)
      guard case .start(_, let attributes, let isEmpty) = cursor.next() else {
        return (node.range.lowerBound..<node.range.lowerBound, [])
      }
      let isClosed = isEmpty || cursor.index > node.endTag
      return (attributes, isClosed ? [] : Array(bytes[cursor.index..<node.endTag]))
    }

    /// Returns an element's content, with the namespace declarations from the element's start tag
    /// added to the child elements.
    func inside(
      _ node: Content.Node, _ bytes: [UInt8], _ losses: inout [Diagnostic]
    ) -> [UInt8] {
      let (attributes, content) = parts(node, bytes)
      let all = XMLSyntax.attributes(bytes, attributes)
      if all.contains(where: { !$0.name.hasPrefix("xmlns") }),
        case .element(let name, _) = node.kind
      {
        losses.append(Self.loss("an attribute of \(name)", "only the content was written"))
      }
      return OwnNames.declaring(
        [OwnNames.declarations(bytes, attributes)], in: content)
    }

    /// Wraps extension content in an `extensions` element for the output file.
    func wrapped(_ content: [UInt8]) -> [UInt8] {
      guard !content.isEmpty else { return [] }
      let name = targetPrefix + Array("extensions>".utf8)
      return [UInt8(ascii: "<")] + name + content + Array("</".utf8) + name
    }

    var emptyExtensions: [UInt8] {
      [UInt8(ascii: "<")] + targetPrefix + Array("extensions/>".utf8)
    }

    /// Adapts markup to the namespace declarations of an output file with the same GPX version.
    private func same(_ kept: Content) -> [UInt8] {
      var result: [UInt8] = []
      for node in kept.nodes {
        if isExtensions(node, kept.bytes) {
          let (attributes, content) = parts(node, kept.bytes)
          let name = targetPrefix + Array("extensions".utf8)
          result += [UInt8(ascii: "<")] + name + names.otherAttributes(kept.bytes, attributes)
          let inner = rebinding.rebound(
            OwnNames.declaring(
              [OwnNames.declarations(kept.bytes, attributes)], in: content))
          result +=
            inner.isEmpty
            ? Array("/>".utf8) : [UInt8(ascii: ">")] + inner + Array("</".utf8) + name + [0x3E]
        } else {
          result += loose(Array(kept.bytes[node.range]))
        }
      }
      return result
    }

    /// Adapts markup to the output file's root element: renames GPX elements, and adds missing
    /// namespace declarations.
    private func loose(_ bytes: [UInt8]) -> [UInt8] {
      guard names.isOtherRoot else { return rebinding.rebound(bytes) }
      var result: [UInt8] = []
      let kept = Content(bytes)
      for node in kept.nodes {
        let piece = bytes[node.range]
        if case .element = node.kind, names.owner(piece) == .source {
          result += names.renamed(Array(piece))
        } else {
          result += rebinding.rebound(Array(piece))
        }
      }
      return result
    }

    /// Moves a GPX element without a valid value to the output file's GPX namespace. If only the
    /// source file's GPX version allows the element, returns empty markup and reports the loss.
    func stranger(
      _ name: String, _ markup: ArraySlice<UInt8>, _ parent: GPXName, _ losses: inout [Diagnostic]
    ) -> [UInt8] {
      guard isKnown(name, in: parent, source), !isKnown(name, in: parent, target) else {
        return names.renamed(Array(markup))
      }
      losses.append(
        Self.loss(Excerpt.of(name), "GPX \(target.rawValue) does not allow this element here"))
      return []
    }

    /// Returns whether a GPX version allows the named element inside the given parent element.
    func isKnown(
      _ name: String, in parent: GPXName, _ version: GPXVersion
    ) -> Bool {
      let field = GPXField(named: name)
      return field.isField(of: parent) && field.rank(in: parent, is10: version == .version10) != 0
    }

    /// Returns the placeholder to write for a value, with the value's original text and attributes.
    func value(
      _ letter: UInt8, _ kept: Content, _ node: Content.Node
    ) -> [UInt8] {
      guard letter != GPXField.link.letter,
        case .hole(_, let content) = kept.parts[node.parts.lowerBound]
      else { return Mark.around(letter, []) }
      let (tag, text) = kept.split(content)
      let raw = Array(kept.bytes[text])
      let isMixed = raw.contains(UInt8(ascii: "<"))
      var attributes: [UInt8] = []
      if let tag {
        let name = kept.bytes[tag].prefix { $0 != UInt8(ascii: " ") }
        attributes = names.otherAttributes(kept.bytes, name.endIndex..<tag.upperBound)
      }
      guard isMixed || !attributes.isEmpty else { return Mark.around(letter, raw[...]) }
      let name = targetPrefix + Array(GPXField(letter: letter).text.utf8)
      let start = [UInt8(ascii: "<")] + name + attributes + [UInt8(ascii: ">")]
      return Mark.around(letter, (start + (isMixed ? loose(raw) : raw))[...])
    }

    /// Returns the original text stored in a placeholder, without the tag that precedes the text.
    func text(_ kept: Content, _ node: Content.Node) -> ArraySlice<
      UInt8
    > {
      guard case .hole(_, let content) = kept.parts[node.parts.lowerBound] else { return [] }
      return kept.bytes[kept.split(content).text]
    }

    /// Reports any content of a link other than its URL, its text and, in GPX 1.1, its type.
    func checkLink(
      _ kept: Content, _ node: Content.Node,
      _ losses: inout [Diagnostic]
    ) {
      guard case .hole(_, let content) = kept.parts[node.parts.lowerBound] else { return }
      let bytes = kept.bytes[content]
      let raw =
        bytes.firstIndex(of: Mark.divider).map { Array(bytes[($0 + 1)...]) } ?? []
      if Link.hasAdditionalContent(raw) {
        losses.append(
          Self.loss("part of a link", "GPX \(target.rawValue) does not allow this content"))
      }
    }

    static func loss(_ element: String, _ reason: String) -> Diagnostic {
      Diagnostic(
        element: element, code: .versionUnwritable, action: .skipped,
        message: "\(element) was left out: \(reason)")
    }
  }
}
