/// An XML document as a flat list of nodes in document order, with every name resolved.
///
/// Made for comparing files: it keeps comments and processing instructions, and where everything
/// stood; it drops the XML declaration, the document type and the namespace declarations. Nothing
/// here recurses, so depth costs memory only.
package struct XMLTree: Sendable {
  package enum Kind: Hashable, Sendable {
    case document
    case element
    case text
    case comment
    case instruction
  }

  /// A name as namespaces make it; compared byte for byte.
  package struct Name: Hashable, Sendable {
    package var uri: String
    package var local: String

    package init(uri: String, local: String) {
      self.uri = uri
      self.local = local
    }

    package static func == (left: Name, right: Name) -> Bool {
      left.uri.utf8.elementsEqual(right.uri.utf8) && left.local.utf8.elementsEqual(right.local.utf8)
    }
  }

  package struct Attribute: Sendable {
    package var name: Name
    package var value: String
    /// What the value means if it is a name with a prefix that is declared there.
    package var qualified: Name?
  }

  package struct Node: Sendable {
    package var kind: Kind
    /// Of an element; of an instruction, its target.
    package var name: Name
    /// The name as the file writes it.
    package var shown: String
    /// The text, the comment, or the instruction's data.
    package var value: String
    /// What a text means if it is a name with a prefix that is declared there.
    package var qualified: Name?
    /// In the order of their names, without declarations.
    package var attributes: [Attribute] = []
    package var children: [Int] = []
    package var parent: Int
    /// From 1.
    package var line: Int
  }

  /// The document itself comes first; each node stands before its children.
  package var nodes: [Node] = []
  /// The root element's place in ``nodes``.
  package var root = 0
  /// References to entities that could not be expanded.
  package var skippedEntities: [String] = []

  /// A document of nothing yet.
  package init() {}

  package subscript(index: Int) -> Node { nodes[index] }

  /// Where a node stands, as `/gpx/trk[2]/trkseg/trkpt[17]/comment()`.
  ///
  /// A number stands where a node has siblings of its name.
  package func path(of index: Int) -> String {
    var steps: [String] = []
    var node = index
    while node > 0 {
      let parent = nodes[node].parent
      let alike = nodes[parent].children.filter { step($0) == step(node) }
      let place = (alike.firstIndex(of: node) ?? 0) + 1
      steps.append(alike.count > 1 ? "\(step(node))[\(place)]" : step(node))
      node = parent
    }
    return "/" + steps.reversed().joined(separator: "/")
  }

  private func step(_ index: Int) -> String {
    switch nodes[index].kind {
    case .document: ""
    case .element: nodes[index].shown
    case .text: "text()"
    case .comment: "comment()"
    case .instruction: "processing-instruction(\(nodes[index].shown))"
    }
  }
}
