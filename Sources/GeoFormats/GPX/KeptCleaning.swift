/// Takes out of kept text what the schema of the version written forbids.
struct KeptCleaning {
  private let version: GPXWritingOptions.Version
  private let namespace: String
  private let bindings: [GeoNamespace]
  private let prefix: [UInt8]

  init(_ version: GPXWritingOptions.Version, prefix: [UInt8], bindings: [GeoNamespace]) {
    self.version = version
    self.prefix = prefix
    self.bindings = bindings
    namespace = version == .version10 ? GPXWriter.namespace10 : GPXWriter.namespace11
  }

  /// The text with holes, comments and what may extend the element, and nothing else.
  func cleaned(_ bytes: [UInt8], in parent: GPXName, _ losses: inout [Diagnostic]) -> [UInt8] {
    let kept = KeptText(bytes)
    var result: [UInt8] = []
    if let tag = kept.ownTag, bytes[tag].contains(UInt8(ascii: "=")) {
      losses.append(Self.loss(parent, "attributes"))
    }
    if let before = kept.before {
      let asides = asides(Array(bytes[before]), parent, &losses)
      if !asides.isEmpty { result += mark(KeptMark.before, asides) }
    }
    var extensions: [UInt8] = []
    for node in kept.nodes {
      switch node.kind {
      case .hole(let letter):
        if kept.rank(of: node, in: parent, is10: version == .version10) != nil {
          result += mark(letter, [])
        } else if version == .version10, parent != .gpx {
          extensions += foreign(Array(bytes[node.range]), parent, &losses)
        }
      case .children, .items: result += bytes[node.range]
      case .aside: result += asides(Array(bytes[node.range]), parent, &losses)
      case .element(let name, _):
        let markup = Array(bytes[node.range])
        if version == .version11, name == "extensions", extensions.isEmpty, isOwn(markup) {
          extensions = foreign(Self.inside(node, bytes), parent, &losses)
          result += extensions.isEmpty ? [] : wrapped(extensions)
        } else if version == .version10 {
          extensions += foreign(markup, parent, &losses)
        } else {
          losses.append(Self.loss(parent, "a \(Excerpt.of(name))"))
        }
      }
    }
    guard version == .version10, !extensions.isEmpty else { return result }
    if parent == .segment {
      losses.append(Self.loss(parent, "extensions"))
      return result
    }
    return KeptText(result + extensions).normalised(in: parent, is10: true)
  }

  /// Elements of other namespaces, and comments, out of what extends an element.
  func foreign(
    _ markup: [UInt8], _ parent: GPXName, _ losses: inout [Diagnostic]
  ) -> [UInt8] {
    let kept = KeptText(markup)
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

  /// The comments and processing instructions of what stands between elements.
  private func asides(
    _ markup: [UInt8], _ parent: GPXName, _ losses: inout [Diagnostic]
  ) -> [UInt8] {
    var result: [UInt8] = []
    for node in KeptText(markup).nodes {
      let piece = markup[node.range]
      if case .aside = node.kind, piece.first == UInt8(ascii: "<") {
        result += piece
      } else if piece.contains(where: { $0 > 32 }) {
        losses.append(Self.loss(parent, "elements or text out of place"))
      }
    }
    return result
  }

  private func isOwn(_ markup: [UInt8]) -> Bool {
    let name = markup.dropFirst().prefix {
      $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: ">") && $0 != UInt8(ascii: "/")
    }
    return name.elementsEqual(prefix + Array("extensions".utf8))
      && !markup.prefix { $0 != UInt8(ascii: ">") }.contains(UInt8(ascii: "="))
  }

  /// Whether a start tag is of a namespace other than GPX's and not of none.
  private func isForeign(_ markup: ArraySlice<UInt8>) -> Bool {
    var cursor = MarkupCursor(Array(markup))
    guard case .start(let name, let attributes, _) = cursor.next() else { return false }
    let text = String(decoding: cursor.bytes[name], as: UTF8.self)
    let own = MarkupText.attributes(cursor.bytes, attributes)
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let bound = parts.count == 2 ? String(parts[0]) : ""
    let declaration = bound.isEmpty ? "xmlns" : "xmlns:\(bound)"
    let uri =
      own.first { $0.name == declaration }?.value
      ?? bindings.first { $0.prefix == bound }?.uri ?? ""
    return !uri.isEmpty && uri != namespace
  }

  func wrapped(_ content: [UInt8]) -> [UInt8] {
    let name = prefix + Array("extensions>".utf8)
    return [UInt8(ascii: "<")] + name + content + Array("</".utf8) + name
  }

  private func mark(_ letter: UInt8, _ content: [UInt8]) -> [UInt8] {
    [KeptMark.open, letter] + content + [KeptMark.close]
  }

  private static func inside(_ node: KeptText.Node, _ bytes: [UInt8]) -> [UInt8] {
    guard let close = bytes[node.range].firstIndex(of: UInt8(ascii: ">")),
      bytes[close - 1] != UInt8(ascii: "/"), close + 1 <= node.endTag
    else { return [] }
    return Array(bytes[close + 1..<node.endTag])
  }

  static func loss(_ parent: GPXName, _ what: String) -> Diagnostic {
    Diagnostic(
      element: parent.text, code: .schemaLeftOut, action: .skipped,
      message: "\(what) left out of \(parent.text): the schema forbids it")
  }
}
