/// One of the two documents in a comparison, with digests for fast matching.
struct Side {
  /// The kind and the name of a node. Only nodes with equal heads are compared.
  struct Head: Hashable {
    let kind: XMLTree.Kind
    let name: XMLTree.Name
  }

  let tree: XMLTree
  /// A hash value for each subtree, independent of the order of its children.
  private(set) var digests: [Int] = []
  private let order: GPXOrder

  init(_ tree: XMLTree) {
    self.tree = tree
    order = GPXOrder(tree)
    digests = Array(repeating: 0, count: tree.nodes.count)
    for index in tree.nodes.indices.reversed() {
      var hasher = Hasher()
      let node = tree[index]
      hasher.combine(Head(kind: node.kind, name: node.name))
      hasher.combine(node.value)
      for attribute in node.attributes {
        hasher.combine(attribute.name)
        hasher.combine(attribute.value)
      }
      hasher.combine(children(of: index).reduce(0) { $0 &+ digests[$1] })
      digests[index] = hasher.finalize()
    }
  }

  /// Returns the children to compare, without insignificant white space.
  func children(of index: Int) -> [Int] {
    let all = tree[index].children
    guard order.isStructural(index) else { return all }
    return all.filter { tree[$0].kind != .text || !Self.isBlank(tree[$0].value) }
  }

  /// Returns the qualified name in a text or attribute, or nil if the element is one of GPX, whose
  /// texts are never names.
  func meaning(_ qualified: XMLTree.Name?, in element: Int) -> XMLTree.Name? {
    order.isGPX(tree[element]) ? nil : qualified
  }

  func head(_ index: Int) -> Head { Head(kind: tree[index].kind, name: tree[index].name) }

  func heads(_ nodes: [Int]) -> [Head] { nodes.map(head) }

  func isInOrder(_ children: [Int], of parent: Int) -> Bool {
    let ranks = children.compactMap { order.rank($0, in: parent) }
    return zip(ranks, ranks.dropFirst()).allSatisfy { $0 <= $1 }
  }

  /// Separates the children with a position in the schema from the other children.
  func separated(_ children: [Int], of parent: Int) -> (ranked: [(rank: Int, child: Int)], [Int]) {
    var ranked: [(rank: Int, child: Int)] = []
    var rest: [Int] = []
    for child in children {
      if let rank = order.rank(child, in: parent) {
        ranked.append((rank, child))
      } else {
        rest.append(child)
      }
    }
    return (ranked, rest)
  }

  func shown(_ index: Int) -> String {
    let node = tree[index]
    switch node.kind {
    case .document: return "the document"
    case .text: return Self.quoted(node.value)
    case .comment: return "comment \(Self.quoted(node.value))"
    case .instruction: return "instruction \(node.shown) \(Self.quoted(node.value))"
    case .element:
      let texts = node.children.filter { tree[$0].kind == .text }.map { tree[$0].value }
      return "<\(node.shown)> in {\(node.name.uri)} \(Self.quoted(texts.joined()))"
    }
  }

  /// Returns a text shortened to 80 characters, in quotation marks, with escaped control
  /// characters.
  static func quoted(_ text: String) -> String {
    let shown = text.unicodeScalars.prefix(80).map { scalar in
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator: scalar.escaped(asASCII: true)
      default: String(scalar)
      }
    }
    return "“\(shown.joined())\(text.unicodeScalars.count > 80 ? "…" : "")”"
  }

  private static func isBlank(_ text: String) -> Bool {
    text.utf8.allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }
  }
}
