extension PreservedMarkup.Converter {
  // MARK: 1.0 to 1.1

  func forward(
    _ kept: PreservedMarkup.Content, in parent: GPXName, _ losses: inout [Diagnostic]
  ) -> [UInt8] {
    let bytes = kept.bytes
    var result: [UInt8] = []
    var extra: [UInt8] = []
    for node in kept.nodes {
      let piece = Array(bytes[node.range])
      switch node.kind {
      case .hole(let letter):
        let field = GPXField(letter: letter)
        if field == .url || field == .link {
          if field == .link { checkLink(kept, node, &losses) }
          result += PreservedMarkup.Mark.around(GPXField.link.letter, [])
        } else if field == .urlName {
          continue
        } else if GPXField.sensor(letter: letter) == nil {
          result += value(letter, kept, node)
        } else {
          extra += field == .none ? rebinding.rebound(piece) : sensorHole(letter, field, kept, node)
        }
      case .element(let name, _):
        if isExtensions(node, bytes) {
          extra += rebinding.rebound(inside(node, bytes, &losses))
        } else if names.owner(piece[...]) == .source, mayStay(name, piece, in: parent) {
          result += names.renamed(piece)
        } else {
          extra += other(name, piece, parent, &losses)
        }
      case .items: continue
      case .children, .aside: result += piece
      }
    }
    return normalised(result + wrapped(extra), in: parent)
  }

  private func normalised(_ bytes: [UInt8], in parent: GPXName) -> [UInt8] {
    PreservedMarkup.Content(bytes, own: targetPrefix).normalised(
      in: parent, is10: target == .version10)
  }

  /// Returns whether a GPX element without a valid value can stay at its position in the output
  /// file. The element must be moved if it would make an otherwise valid file invalid.
  private func mayStay(_ name: String, _ markup: [UInt8], in parent: GPXName) -> Bool {
    guard isKnown(name, in: parent, target) else { return false }
    let field = GPXField(named: name)
    let text = FlatMarkup(markup).elements.first?.text ?? []
    return SchemaText.isValid(text, field, target) || !SchemaText.isValid(text, field, source)
  }

  /// Converts an element of a GPX 1.0 file to an element that GPX 1.1 allows inside `extensions`.
  /// If this is not possible, the element is omitted and reported.
  func other(
    _ name: String, _ markup: [UInt8], _ parent: GPXName, _ losses: inout [Diagnostic]
  ) -> [UInt8] {
    switch names.owner(markup[...]) {
    case .foreign: return rebinding.rebound(markup)
    case .source where !isValidOnly: return rebinding.rebound(markup)
    case .source: losses.append(PreservedMarkup.Cleaning.loss(parent, "a \(Excerpt.of(name))"))
    case .target:
      losses.append(
        Self.loss(
          Excerpt.of(name), "GPX 1.1 does not allow extensions in the GPX namespace"))
    }
    return []
  }

  private func sensorHole(
    _ letter: UInt8, _ field: GPXField, _ kept: PreservedMarkup.Content,
    _ node: PreservedMarkup.Content.Node
  ) -> [UInt8] {
    let tag = Array("<gpx10:\(field.text) xmlns:gpx10=\"\(GPXWriter.namespace10)\">".utf8)
    return PreservedMarkup.Mark.around(letter, (tag + text(kept, node))[...])
  }

  // MARK: 1.1 to 1.0

  func back(
    _ kept: PreservedMarkup.Content, in parent: GPXName, _ losses: inout [Diagnostic]
  ) -> [UInt8] {
    let bytes = kept.bytes
    var result: [UInt8] = []
    var extra: [UInt8] = []
    var hasLink = false
    for node in kept.nodes {
      let piece = bytes[node.range]
      switch node.kind {
      case .hole(let letter):
        switch GPXField(letter: letter) {
        case .link, .url:
          checkLink(kept, node, &losses)
          // GPX 1.0 has only one link, so the first one is written.
          if !hasLink {
            result +=
              PreservedMarkup.Mark.around(GPXField.url.letter, [])
              + PreservedMarkup.Mark.around(GPXField.urlName.letter, [])
          }
          hasLink = true
        case .urlName: continue
        case .type where !parent.isPoint: continue
        default: result += value(letter, kept, node)
        }
      case .element(let name, _):
        if isExtensions(node, bytes) {
          let (fields, others) = unwrapped(inside(node, bytes, &losses), parent, &losses)
          result += fields
          extra += others
        } else if names.owner(piece) == .source {
          result += stranger(name, piece, parent, &losses)
        } else {
          extra += rebinding.rebound(Array(piece))
        }
      case .items: continue
      case .children, .aside: result += piece
      }
    }
    if parent == .segment, extra.contains(UInt8(ascii: "<")) {
      losses.append(Self.loss("extensions", "GPX 1.0 does not allow extensions in segments"))
      extra = []
    }
    let ordered = normalised(result, in: parent)
    guard !extra.isEmpty, parent == .track || parent == .route else { return ordered + extra }
    // Foreign elements of a track or route precede its points in GPX 1.0.
    let children = PreservedMarkup.Content(ordered).nodes.first {
      if case .children = $0.kind { true } else { false }
    }
    let start = children?.range.lowerBound ?? ordered.count
    return Array(ordered[..<start]) + extra + ordered[start...]
  }

  /// Returns the parts of an `extensions` element's content that GPX 1.0 allows: GPX 1.0 fields,
  /// and elements outside GPX's namespace.
  func unwrapped(
    _ content: [UInt8], _ parent: GPXName, _ losses: inout [Diagnostic]
  ) -> (fields: [UInt8], others: [UInt8]) {
    let kept = PreservedMarkup.Content(content)
    var fields: [UInt8] = []
    var others: [UInt8] = []
    for node in kept.nodes {
      let piece = kept.bytes[node.range]
      switch node.kind {
      case .hole(let letter):
        guard case .hole(_, let hole) = kept.parts[node.parts.lowerBound] else { continue }
        let owner = names.owner(kept.bytes[hole])
        if owner == .foreign {
          others += rebinding.rebound(Array(piece))
        } else if owner == .target, parent == .trackPoint, GPXField(letter: letter) != .none {
          fields += PreservedMarkup.Mark.around(letter, text(kept, node))
        } else if parent.isPoint, let sensor = GPXField.sensor(letter: letter) {
          // The writer writes the value itself under a name outside GPX's namespace.
          if hasAttributes(kept, hole) {
            losses.append(Self.loss("an attribute of \(sensor)", "only the value was written"))
          }
        } else {
          losses.append(Self.loss("value", Self.onlyForeign))
        }
      case .element(let name, _):
        if names.owner(piece) == .foreign {
          others += rebinding.rebound(Array(piece))
        } else {
          losses.append(Self.loss(Excerpt.of(name), Self.onlyForeign))
        }
      case .aside:
        if piece.first == UInt8(ascii: "<") {
          others += piece
        } else if piece.contains(where: { $0 > 32 }) {
          losses.append(
            Self.loss("text between extensions", "GPX 1.0 does not allow text between elements"))
        }
      case .children, .items: continue
      }
    }
    return (fields, others)
  }

  /// Returns whether a value's element has attributes other than namespace declarations.
  private func hasAttributes(_ kept: PreservedMarkup.Content, _ hole: Range<Int>) -> Bool {
    guard let tag = kept.split(hole).tag else { return false }
    let name = kept.bytes[tag].prefix { $0 != UInt8(ascii: " ") }
    return !names.otherAttributes(kept.bytes, name.endIndex..<tag.upperBound).isEmpty
  }

  private static let onlyForeign = "GPX 1.0 does not allow extensions in the GPX namespace"
}
