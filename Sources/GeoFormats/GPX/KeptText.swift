/// Kept text taken apart: what stands at the element itself, and its content in order.
struct KeptText {
  /// A piece of the content, with no markup around it.
  enum Kind {
    /// The value of a letter: of a field, or of a sensor.
    case hole(UInt8)
    /// Here the points or segments stand.
    case children
    /// Here the items of a kind (0…2) before a position stand.
    case items(kind: Int, position: Int)
    /// An element, by its name without prefix, and whether it has one or another namespace.
    case element(name: String, isForeign: Bool)
    /// A comment, a processing instruction or text.
    case aside
  }

  /// Part of a piece: markup to be written as it stands, or a value inside it.
  enum Part {
    case literal(Range<Int>)
    case hole(letter: UInt8, content: Range<Int>)
  }

  struct Node {
    var kind: Kind
    /// The whole piece in the bytes.
    var range: Range<Int>
    /// Its parts in ``KeptText/parts``.
    var parts: Range<Int>
    /// Where the end tag of an element begins; the end where it has none.
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
  /// The bits of the letters of all holes: fields by ``GPXField/bit``, sensors by their number.
  private(set) var fieldHoles: UInt32 = 0
  private(set) var sensorHoles: UInt32 = 0

  init(_ text: String, own: [UInt8] = []) {
    self.init(Array(text.utf8), own: own)
  }

  /// - Parameter own: The prefix of GPX's own elements with its colon; empty where they have none.
  init(_ bytes: [UInt8], own: [UInt8] = []) {
    self.bytes = bytes
    let declaration =
      Array(" xmlns".utf8) + (own.isEmpty ? [] : [UInt8(ascii: ":")] + own.dropLast())
      + [UInt8(ascii: "=")]
    var cursor = MarkupCursor(bytes)
    var depth = 0
    while let token = cursor.next() {
      let range = cursor.start..<cursor.index
      switch token {
      case .mark(let letter, let content):
        takeMark(letter, content, range, depth: depth)
      case .start(let name, let attributes, let isEmpty):
        if depth == 0 {
          let local = String(decoding: MarkupText.local(bytes[name]), as: UTF8.self)
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

  private mutating func takeMark(
    _ letter: UInt8, _ content: Range<Int>, _ range: Range<Int>, depth: Int
  ) {
    switch letter {
    case KeptMark.ownTag: ownTag = content
    case KeptMark.before: before = content
    case KeptMark.latitude: latitude = content
    case KeptMark.longitude: longitude = content
    case KeptMark.prolog: prolog = content
    case KeptMark.epilog: epilog = content
    case KeptMark.children: append(.children, range)
    case KeptMark.items[0], KeptMark.items[1], KeptMark.items[2]:
      let position = Int(String(decoding: bytes[content], as: UTF8.self)) ?? 0
      append(.items(kind: Int(letter - KeptMark.items[0]), position: position), range)
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

  /// Adds to the last node.
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

  /// The tag in a hole's content, without its brackets, and the text after it.
  func split(_ content: Range<Int>) -> (tag: Range<Int>?, text: Range<Int>) {
    guard let first = content.first, bytes[first] == UInt8(ascii: "<"),
      let end = bytes[content].firstIndex(of: UInt8(ascii: ">"))
    else { return (nil, content) }
    return (first + 1..<end, end + 1..<content.upperBound)
  }

  /// The place of a node in the order of the schema, or nil where it has none.
  ///
  /// - Parameter is10: Whether elements of other namespaces have their place at the end.
  func rank(of node: Node, in parent: GPXName, is10: Bool) -> UInt8? {
    switch node.kind {
    case .hole(let letter):
      if parent == .gpx {
        return letter == KeptMark.bounds ? Self.rootRank("bounds", is10: is10) : nil
      }
      let field = GPXField(letter: letter)
      let rank = field.rank(in: parent, is10: is10)
      return rank == 0 ? nil : rank
    case .children: return parent == .gpx ? 30 : GPXField.childrenRank
    case .items(let kind, _): return 20 + UInt8(kind)
    case .element(let name, let isForeign):
      if is10, isForeign { return parent == .segment ? nil : GPXField.endRank(in: parent) }
      if parent == .gpx { return Self.rootRank(name, is10: is10) }
      if isForeign, name != "extensions" { return nil }
      if parent == .route && name == "rtept" || parent == .segment && name == "trkpt" {
        return GPXField.childrenRank
      }
      let field = GPXField(named: name)
      let rank = field.isField(of: parent) ? field.rank(in: parent, is10: is10) : 0
      return rank == 0 ? nil : rank
    case .aside: return nil
    }
  }

  private static let rootFields = [
    "metadata", "name", "desc", "author", "email", "url", "urlname", "time", "keywords", "bounds",
  ]

  /// Whether an element of the root says something of the file, in either version.
  static func isRootField(_ name: String) -> Bool {
    name == "extensions" || rootFields.contains(name)
  }

  /// The place of such an element in the order of the version's schema, or nil where that does not
  /// have it.
  static func rootRank(_ name: String, is10: Bool) -> UInt8? {
    if name == "extensions" { return is10 ? nil : GPXField.endRank(in: .gpx) }
    guard is10 != (name == "metadata") else { return nil }
    return rootFields.firstIndex(of: name).map { UInt8($0 + 1) }
  }

  /// The bytes with the nodes in the order of the schema.
  ///
  /// What has no place in it, such as comments, stays between the nodes as it stood: those that have
  /// one change places among themselves.
  func normalised(in parent: GPXName, is10: Bool) -> [UInt8] {
    let pieces = parent == .gpx ? rootPieces(is10: is10) : pieces(in: parent, is10: is10)
    let places = pieces.indices.filter { pieces[$0].rank != nil }
    let order = places.sorted {
      (pieces[$0].rank ?? 0, pieces[$0].position, $0)
        < (pieces[$1].rank ?? 0, pieces[$1].position, $1)
    }
    var ranked = order.map { pieces[$0] }[...]
    // What stands after the points or segments stays after them.
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
        result += [KeptMark.open, KeptMark.children, KeptMark.close]
      }
      result += piece.mark + bytes[piece.range]
    }
    return result
  }

  private var childrenNode: Int? {
    nodes.firstIndex { if case .children = $0.kind { true } else { false } }
  }

  /// A node to be put in order.
  private struct Piece {
    var rank: UInt8?
    var position = 0
    /// What says which items stand before it, where the node does not say so itself.
    var mark: [UInt8] = []
    var range: Range<Int>
  }

  private func pieces(in parent: GPXName, is10: Bool) -> [Piece] {
    nodes.map { Piece(rank: rank(of: $0, in: parent, is10: is10), range: $0.range) }
  }

  /// The nodes of the root, where an item that is kept as it stands goes among the others.
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
          [KeptMark.open, KeptMark.items[kind]] + Array(String(position).utf8) + [KeptMark.close]
      default: break
      }
      return piece
    }
  }
}
