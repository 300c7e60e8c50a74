/// Turns kept text of one file into what another's root and version of GPX ask for.
struct KeptConversion {
  private let source: GPXWritingOptions.Version
  private let target: GPXWritingOptions.Version
  /// The prefix of the source's own elements, with its colon, and that of the target's.
  private let prefix: [UInt8]
  private let targetPrefix: [UInt8]
  /// Prefixes, with their colons, that stand for GPX 1.0 in the source.
  private let prefixes10: [[UInt8]]
  private let rebinding: KeptRebinding

  init(
    _ header: GeoFileHeader, to target: GPXWritingOptions.Version, prefix targetPrefix: [UInt8],
    bindings: [GeoNamespace]
  ) {
    source = header.gpxVersion
    self.target = target
    prefix = header.rootPrefix
    self.targetPrefix = targetPrefix
    rebinding = KeptRebinding(from: header.namespaces, to: bindings)
    prefixes10 = header.namespaces.filter { $0.uri == GPXWriter.namespace10 }
      .map { Array("\($0.prefix):".utf8) }
  }

  /// Whether any kept text must be changed.
  var isNeeded: Bool { source != target || rebinding.isNeeded }

  /// The text as the target is to have it.
  ///
  /// - Parameter losses: Gets what the target's version has no place for.
  func convert(_ bytes: [UInt8], in parent: GPXName, _ losses: inout [Diagnostic]) -> [UInt8] {
    let kept = KeptText(bytes)
    var head: [UInt8] = []
    if let tag = kept.ownTag { head += own(bytes[tag]) }
    if let before = kept.before { head += rebinding.rebound(mark(KeptMark.before, bytes[before])) }
    if let latitude = kept.latitude { head += mark(KeptMark.latitude, bytes[latitude]) }
    if let longitude = kept.longitude { head += mark(KeptMark.longitude, bytes[longitude]) }
    switch (source, target) {
    case (.version10, .version11): return head + forward(kept, in: parent)
    case (.version11, .version10): return head + back(kept, in: parent, &losses)
    default: return head + same(kept)
    }
  }

  /// The mark of the element's own tag; of another version it has no name of its own.
  private func own(_ content: ArraySlice<UInt8>) -> [UInt8] {
    if source == target { return rebinding.rebound(mark(KeptMark.ownTag, content)) }
    let first = content.firstIndex(of: UInt8(ascii: " ")) ?? content.endIndex
    guard first < content.endIndex else { return [] }
    return rebinding.rebound(mark(KeptMark.ownTag, content[first...]))
  }

  private func mark(_ letter: UInt8, _ content: ArraySlice<UInt8>) -> [UInt8] {
    [KeptMark.open, letter] + content + [KeptMark.close]
  }

  /// Whether an element is `extensions` of the source's own.
  private func isExtensions(_ node: KeptText.Node, _ bytes: [UInt8]) -> Bool {
    guard case .element(let name, _) = node.kind, name == "extensions" else { return false }
    return Self.tagName(bytes[node.range]).elementsEqual(prefix + Array("extensions".utf8))
  }

  private static func tagName(_ markup: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    markup.dropFirst().prefix {
      $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: ">") && $0 != UInt8(ascii: "/")
    }
  }

  /// The content of an element's markup: between its start tag and its end tag.
  private func inside(_ node: KeptText.Node, _ bytes: [UInt8]) -> [UInt8] {
    guard let close = bytes[node.range].firstIndex(of: UInt8(ascii: ">")),
      bytes[close - 1] != UInt8(ascii: "/"), close + 1 <= node.endTag
    else { return [] }
    return Array(bytes[close + 1..<node.endTag])
  }

  /// Elements of other namespaces inside the target's `extensions`.
  func wrapped(_ content: [UInt8]) -> [UInt8] {
    guard !content.isEmpty else { return [] }
    let name = targetPrefix + Array("extensions>".utf8)
    return [UInt8(ascii: "<")] + name + content + Array("</".utf8) + name
  }

  /// The same version under other declarations.
  private func same(_ kept: KeptText) -> [UInt8] {
    var result: [UInt8] = []
    for node in kept.nodes {
      if isExtensions(node, kept.bytes) {
        let content = wrapped(rebinding.rebound(inside(node, kept.bytes)))
        result +=
          content.isEmpty ? Array("<".utf8) + targetPrefix + Array("extensions/>".utf8) : content
      } else {
        result += rebinding.rebound(Array(kept.bytes[node.range]))
      }
    }
    return result
  }

  // MARK: 1.0 to 1.1

  private func forward(_ kept: KeptText, in parent: GPXName) -> [UInt8] {
    let bytes = kept.bytes
    var result: [UInt8] = []
    var extra: [UInt8] = []
    for node in kept.nodes {
      let piece = Array(bytes[node.range])
      switch node.kind {
      case .hole(let letter):
        let field = GPXField(letter: letter)
        if field == .url {
          result += mark(GPXField.link.letter, [])
        } else if field == .urlName {
          continue
        } else if GPXField.sensor(letter: letter) == nil {
          result += value(letter, kept, node)
        } else {
          extra += field == .none ? rebinding.rebound(piece) : sensorHole(letter, field, kept, node)
        }
      case .element:
        extra += rebinding.rebound(isExtensions(node, bytes) ? inside(node, bytes) : piece)
      case .items: continue
      case .children, .aside: result += piece
      }
    }
    return KeptText(result + wrapped(extra)).normalised(in: parent, is10: target == .version10)
  }

  /// A hole for a value in the plain element, with its text.
  private func value(_ letter: UInt8, _ kept: KeptText, _ node: KeptText.Node) -> [UInt8] {
    guard letter != GPXField.link.letter else { return mark(letter, []) }
    let raw = text(kept, node)
    return mark(letter, raw.contains(UInt8(ascii: "<")) ? [] : raw)
  }

  /// The text that a hole has besides its tag.
  private func text(_ kept: KeptText, _ node: KeptText.Node) -> ArraySlice<UInt8> {
    guard case .hole(_, let content) = kept.parts[node.parts.lowerBound] else { return [] }
    return kept.bytes[kept.split(content).text]
  }

  private func sensorHole(
    _ letter: UInt8, _ field: GPXField, _ kept: KeptText, _ node: KeptText.Node
  ) -> [UInt8] {
    let tag = Array("<gpx10:\(field.text) xmlns:gpx10=\"\(GPXWriter.namespace10)\">".utf8)
    return mark(letter, (tag + text(kept, node))[...])
  }

  // MARK: 1.1 to 1.0

  private func back(
    _ kept: KeptText, in parent: GPXName, _ losses: inout [Diagnostic]
  ) -> [UInt8] {
    let bytes = kept.bytes
    var result: [UInt8] = []
    var extra: [UInt8] = []
    var hasLink = false
    for node in kept.nodes {
      let piece = Array(bytes[node.range])
      switch node.kind {
      case .hole(let letter):
        switch GPXField(letter: letter) {
        case .link, .url:
          if !hasLink {
            result += mark(GPXField.url.letter, []) + mark(GPXField.urlName.letter, [])
          }
          hasLink = true
        case .urlName: continue
        case .type where !parent.isPoint: continue
        default: result += value(letter, kept, node)
        }
      case .element:
        if isExtensions(node, bytes) {
          let (fields, others) = unwrapped(inside(node, bytes), parent, &losses)
          result += fields
          extra += others
        } else {
          extra += rebinding.rebound(piece)
        }
      case .items: continue
      case .children, .aside: result += piece
      }
    }
    if parent == .segment, !extra.isEmpty {
      losses.append(Self.loss("extensions", "GPX 1.0 has none in a segment"))
      extra = []
    }
    let ordered = KeptText(result).normalised(in: parent, is10: target == .version10)
    guard !extra.isEmpty, parent == .track || parent == .route else { return ordered + extra }
    let children = KeptText(ordered).nodes.first {
      if case .children = $0.kind { true } else { false }
    }
    let place = children?.range.lowerBound ?? ordered.count
    return Array(ordered[..<place]) + extra + ordered[place...]
  }

  /// What of extensions may stand in GPX 1.0: its own fields, and elements of other namespaces.
  func unwrapped(
    _ content: [UInt8], _ parent: GPXName, _ losses: inout [Diagnostic]
  ) -> (fields: [UInt8], others: [UInt8]) {
    let kept = KeptText(content)
    var fields: [UInt8] = []
    var others: [UInt8] = []
    for node in kept.nodes {
      let piece = kept.bytes[node.range]
      switch node.kind {
      case .hole(let letter) where is10(letter, kept, node, parent):
        fields += mark(letter, text(kept, node))
      case .element(let name, _) where isPlain(piece):
        losses.append(Self.loss(name, "GPX 1.0 has only elements of other namespaces there"))
      case .hole(let letter) where isPlain(hole: kept, node):
        losses.append(
          Self.loss(
            GPXField.sensor(letter: letter).map { "\($0)" } ?? "value",
            "GPX 1.0 has only elements of other namespaces there"))
      case .aside where piece.allSatisfy { $0 <= 32 }: continue
      default: others += rebinding.rebound(Array(piece))
      }
    }
    return (fields, others)
  }

  /// Whether an element has neither a prefix nor a namespace of its own.
  private func isPlain(_ markup: ArraySlice<UInt8>) -> Bool {
    let tag = markup.prefix { $0 != UInt8(ascii: ">") }
    if tag.containsBytes(Array(" xmlns=".utf8)) { return false }
    let name = Self.tagName(markup)
    return !name.contains(UInt8(ascii: ":")) || (!prefix.isEmpty && name.starts(with: prefix))
  }

  private func isPlain(hole kept: KeptText, _ node: KeptText.Node) -> Bool {
    guard case .hole(_, let content) = kept.parts[node.parts.lowerBound] else { return false }
    return isPlain(kept.bytes[content])
  }

  /// Whether a hole is of a field that GPX 1.0 has on points of tracks.
  private func is10(
    _ letter: UInt8, _ kept: KeptText, _ node: KeptText.Node, _ parent: GPXName
  ) -> Bool {
    guard parent == .trackPoint, GPXField(letter: letter) != .none,
      case .hole(_, let content) = kept.parts[node.parts.lowerBound]
    else { return false }
    let markup = kept.bytes[content]
    let name = Self.tagName(markup)
    return markup.containsBytes(Array("=\"\(GPXWriter.namespace10)\"".utf8))
      || prefixes10.contains { name.starts(with: $0) }
  }

  static func loss(_ element: String, _ reason: String) -> Diagnostic {
    Diagnostic(
      element: element, code: .versionUnwritable, action: .skipped,
      message: "a \(element) was left out: \(reason)")
  }

  // MARK: The root

  /// The root's own content for the other version: what stands between the items and after them,
  /// and what is to stand in the extensions of its metadata.
  func root(
    _ kept: KeptText, _ losses: inout [Diagnostic]
  ) -> (content: [UInt8], metadata: [UInt8]) {
    let bytes = kept.bytes
    var content: [UInt8] = []
    var tail: [UInt8] = []
    var metadata: [UInt8] = []
    var seen: Set<String> = []
    for node in kept.nodes {
      let piece = Array(bytes[node.range])
      switch node.kind {
      case .element(let name, _):
        let isFirst = seen.insert(name).inserted
        if isExtensions(node, bytes) {
          tail +=
            target == .version11
            ? rebinding.rebound(inside(node, bytes))
            : unwrapped(inside(node, bytes), .gpx, &losses).others
        } else if name == "metadata", isFirst, isPlain(piece[...]) {
          let inner = KeptText(inside(node, bytes))
          for child in inner.nodes where isExtensions(child, inner.bytes) {
            if target == .version11 {
              metadata += rebinding.rebound(inside(child, inner.bytes))
            } else {
              tail += unwrapped(inside(child, inner.bytes), .gpx, &losses).others
            }
          }
        } else if KeptText.isRootField(name), isPlain(piece[...]) {
          if !isFirst || Self.isOddEmail(name, piece) { metadata += rebinding.rebound(piece) }
        } else {
          tail += rebinding.rebound(piece)
        }
      case .items, .aside: content += piece
      case .children: continue
      case .hole: continue
      }
    }
    content += mark(KeptMark.children, [])
    content += target == .version11 ? wrapped(tail) : tail
    return (content, metadata)
  }

  /// Whether an address of GPX 1.0 cannot be one of GPX 1.1.
  private static func isOddEmail(_ name: String, _ markup: [UInt8]) -> Bool {
    guard name == "email", let element = FlatMarkup(markup).elements.first else { return false }
    let count = element.text.count { $0 == UInt8(ascii: "@") }
    return count != 1 && !element.text.isEmpty
  }
}
