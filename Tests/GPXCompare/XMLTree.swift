/// An XML document as a flat list of nodes in document order, with resolved names.
///
/// It contains comments, processing instructions and line numbers. It omits the XML declaration,
/// the document type and namespace declarations. No function is recursive, so deeply nested
/// documents need no stack.
package struct XMLTree: Sendable {
  package enum Kind: Hashable, Sendable {
    case document
    case element
    case text
    case comment
    case instruction
  }

  /// A name with its namespace, compared byte for byte.
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
    /// The resolved name if the value is a name with a declared prefix, otherwise nil.
    package var qualified: Name?
  }

  package struct Node: Sendable {
    package var kind: Kind
    /// The name of an element, or the target of a processing instruction.
    package var name: Name
    /// The name as written in the file.
    package var shown: String
    /// The text, the comment, or the instruction's data.
    package var value: String
    /// The resolved name if a text is a name with a declared prefix, otherwise nil.
    package var qualified: Name?
    /// The attributes sorted by name, without namespace declarations.
    package var attributes: [Attribute] = []
    package var children: [Int] = []
    package var parent: Int
    /// The line number, counted from 1.
    package var line: Int
  }

  /// The nodes. The document node is the first, and each node comes before its children.
  package var nodes: [Node] = []
  /// The index of the root element in ``nodes``.
  package var root = 0
  /// The names of entities that could not be expanded.
  package var skippedEntities: [String] = []

  /// Creates a tree without nodes.
  package init() {}

  package subscript(index: Int) -> Node { nodes[index] }

  /// Returns the path of a node, such as `/gpx/trk[2]/trkseg/trkpt[17]/comment()`.
  ///
  /// A step has a number if the node has siblings with the same name.
  package func path(of index: Int) -> String {
    var steps: [String] = []
    var node = index
    while node > 0 {
      let parent = nodes[node].parent
      let namesakes = nodes[parent].children.filter { step($0) == step(node) }
      let position = (namesakes.firstIndex(of: node) ?? 0) + 1
      steps.append(namesakes.count > 1 ? "\(step(node))[\(position)]" : step(node))
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
