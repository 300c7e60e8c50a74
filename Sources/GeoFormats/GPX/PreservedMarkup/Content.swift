extension PreservedMarkup {
  /// An element's preserved markup in parsed form: data about the element itself, and its content's
  /// nodes in order.
  struct Content {
    /// The kind of a top-level node in an element's content.
    enum Kind {
      /// A placeholder (hole) for the value of a field or sensor, with the letter that identifies
      /// the field or sensor.
      case hole(UInt8)
      /// The position of the points or segments in the content.
      case children
      /// The start of the content that precedes an item, with the item's kind (0 for places, 1 for
      /// routes, 2 for tracks) and number.
      case items(kind: Int, position: Int)
      /// An element with its local name. `isForeign` is true if the element is outside GPX's
      /// namespace.
      case element(name: String, isForeign: Bool)
      /// A comment, a processing instruction or text.
      case aside
    }

    /// A part of a node: literal markup, or a value's placeholder inside the markup.
    enum Part {
      case literal(Range<Int>)
      case hole(letter: UInt8, content: Range<Int>)
    }

    struct Node {
      var kind: Kind
      /// The byte range of the whole node in the markup.
      var range: Range<Int>
      /// The range of the node's parts in ``PreservedMarkup/Content/parts``.
      var parts: Range<Int>
      /// The offset of the element's end tag, or of the element's end if it has no end tag.
      var endTag: Int
    }

    let bytes: [UInt8]
    private(set) var nodes: [Node] = []
    private(set) var parts: [Part] = []
    private(set) var ownTag: Range<Int>?
    private(set) var before: Range<Int>?
    private(set) var latitude: Range<Int>?
    private(set) var longitude: Range<Int>?
    private(set) var prolog: Range<Int>?
    private(set) var epilog: Range<Int>?
    /// The fields that have a placeholder in the content, as a set of ``GPXField/bit`` values.
    private(set) var fieldHoles: UInt32 = 0
    private(set) var sensorHoles: UInt32 = 0

    init(_ text: String, own: [UInt8] = []) {
      self.init(Array(text.utf8), own: own)
    }

    /// Parses preserved markup.
    ///
    /// - Parameter own: The prefix of the GPX elements, including its colon, or empty for no
    ///   prefix.
    init(_ bytes: [UInt8], own: [UInt8] = []) {
      self.bytes = bytes
      let declaration =
        Array(" xmlns".utf8) + (own.isEmpty ? [] : [UInt8(ascii: ":")] + own.dropLast())
        + [UInt8(ascii: "=")]
      var cursor = Cursor(bytes)
      var depth = 0
      while let token = cursor.next() {
        let range = cursor.start..<cursor.index
        switch token {
        case .mark(let letter, let content):
          readMark(letter, content, range, depth: depth)
        case .start(let name, let attributes, let isEmpty):
          if depth == 0 {
            let local = String(decoding: XMLSyntax.local(bytes[name]), as: UTF8.self)
            let isForeign =
              !bytes[name].dropLast(local.utf8.count).elementsEqual(own)
              || bytes[attributes].containsBytes(declaration)
            append(.element(name: local, isForeign: isForeign), range)
          } else {
            extend(range)
          }
          if !isEmpty { depth += 1 }
        case .end:
          depth = max(depth - 1, 0)
          extend(range)
          if depth == 0, !nodes.isEmpty { nodes[nodes.count - 1].endTag = range.lowerBound }
        case .text, .aside:
          if depth == 0 { append(.aside, range) } else { extend(range) }
        }
      }
    }

    private mutating func readMark(
      _ letter: UInt8, _ content: Range<Int>, _ range: Range<Int>, depth: Int
    ) {
      switch letter {
      case Mark.ownTag: ownTag = content
      case Mark.before: before = content
      case Mark.latitude: latitude = content
      case Mark.longitude: longitude = content
      case Mark.prolog: prolog = content
      case Mark.epilog: epilog = content
      case Mark.children: append(.children, range)
      case Mark.items[0], Mark.items[1],
        Mark.items[2]:
        let position = Int(String(decoding: bytes[content], as: UTF8.self)) ?? 0
        append(.items(kind: Int(letter - Mark.items[0]), position: position), range)
      default:
        if depth == 0 {
          append(.hole(letter), range, part: .hole(letter: letter, content: content))
        } else {
          extend(range, part: .hole(letter: letter, content: content))
        }
        if let sensor = GPXField.sensor(letter: letter) {
          sensorHoles |= 1 << UInt32(sensor.rawValue)
        } else {
          fieldHoles |= GPXField(letter: letter).bit
        }
      }
    }

    private mutating func append(_ kind: Kind, _ range: Range<Int>, part: Part? = nil) {
      let first = parts.count
      switch kind {
      case .children, .items: break
      default: parts.append(part ?? .literal(range))
      }
      nodes.append(
        Node(kind: kind, range: range, parts: first..<parts.count, endTag: range.upperBound))
    }

    /// Extends the last node to include the given range of bytes.
    private mutating func extend(_ range: Range<Int>, part: Part? = nil) {
      guard let last = nodes.indices.last else {
        append(.aside, range, part: part)
        return
      }
      if part == nil, case .literal(let before) = parts.last,
        before.upperBound == range.lowerBound
      {
        parts[parts.count - 1] = .literal(before.lowerBound..<range.upperBound)
      } else {
        parts.append(part ?? .literal(range))
      }
      nodes[last].parts = nodes[last].parts.lowerBound..<parts.count
      nodes[last].range = nodes[last].range.lowerBound..<range.upperBound
      nodes[last].endTag = range.upperBound
    }

    /// Returns the tag in a placeholder's content, without its angle brackets, and the text after
    /// the tag. The tag is nil if the content has no tag.
    func split(_ content: Range<Int>) -> (tag: Range<Int>?, text: Range<Int>) {
      guard let first = content.first, bytes[first] == UInt8(ascii: "<"),
        let end = bytes[content].firstIndex(of: UInt8(ascii: ">"))
      else { return (nil, content) }
      return (first + 1..<end, end + 1..<content.upperBound)
    }

    /// Returns the markup with its nodes in the order that the schema requires.
    ///
    /// Only nodes with a rank (a position in the schema's order) are reordered. All other nodes,
    /// such as comments, stay where they are.
    func normalised(in parent: GPXName, is10: Bool) -> [UInt8] {
      let pieces = parent == .gpx ? rootPieces(is10: is10) : pieces(in: parent, is10: is10)
      let positions = pieces.indices.filter { pieces[$0].rank != nil }
      let order = positions.sorted {
        (pieces[$0].rank ?? 0, pieces[$0].position, $0)
          < (pieces[$1].rank ?? 0, pieces[$1].position, $1)
      }
      var ranked = order.map { pieces[$0] }[...]
      // Nodes after the points or segments stay after them.
      let first = parent == .gpx ? pieces.count : childrenNode ?? pieces.count
      var sorted = pieces[..<first].map { $0.rank == nil ? $0 : ranked.popFirst() ?? $0 }
      sorted += ranked + pieces[first...].filter { $0.rank == nil }
      let head = nodes.first?.range.lowerBound ?? bytes.count
      var result = Array(bytes[..<head])
      var hasTail =
        parent != .gpx || childrenNode != nil
      for piece in sorted {
        if !hasTail, (piece.rank ?? 0) >= GPXField.endRank(in: .gpx) {
          hasTail = true
          result += [
            Mark.open, Mark.children, Mark.close,
          ]
        }
        result += piece.mark + bytes[piece.range]
      }
      return result
    }

    private var childrenNode: Int? {
      nodes.firstIndex { if case .children = $0.kind { true } else { false } }
    }

    /// A node of an element's content, to be sorted into the schema's order.
    private struct Piece {
      var rank: UInt8?
      var position = 0
      /// The marker to write before an item that is preserved as markup. The marker contains the
      /// item's position in the file. Empty for any other node.
      var mark: [UInt8] = []
      var range: Range<Int>
    }

    private func pieces(in parent: GPXName, is10: Bool) -> [Piece] {
      nodes.map { Piece(rank: rank(of: $0, in: parent, is10: is10), range: $0.range) }
    }

    /// Returns the root element's nodes with their ranks and positions, for sorting. Items that are
    /// preserved as markup are ordered among the other items.
    private func rootPieces(is10: Bool) -> [Piece] {
      var position = 0
      return nodes.map { node in
        var piece = Piece(rank: rank(of: node, in: .gpx, is10: is10), range: node.range)
        switch node.kind {
        case .items(_, let first):
          position = first
          piece.position = first
        case .children: position = .max
        case .element(let name, false):
          guard let kind = ["wpt", "rte", "trk"].firstIndex(of: name) else { break }
          piece.rank = 20 + UInt8(kind)
          piece.position = position
          piece.mark =
            [Mark.open, Mark.items[kind]]
            + Array(String(position).utf8) + [Mark.close]
        default: break
        }
        return piece
      }
    }
  }
}
