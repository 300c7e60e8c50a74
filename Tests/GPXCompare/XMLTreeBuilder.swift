import CExpat

/// A builder of an ``XMLTree`` from the events of the parser.
final class XMLTreeBuilder {
  private struct Binding {
    let prefix: String
    let uri: String
    let node: Int
  }

  var tree = XMLTree()
  /// Whether the parser is in the document type definition, whose comments are ignored.
  var inDoctype = false
  private let parser: XML_Parser
  private let linesBefore: Int
  private var open = [0]
  private var bindings: [Binding] = []
  private var pending = ""
  private var pendingLine = 0

  init(parser: XML_Parser, linesBefore: Int) {
    self.parser = parser
    self.linesBefore = linesBefore
    tree.nodes.append(
      XMLTree.Node(
        kind: .document, name: XMLTree.Name(uri: "", local: ""), shown: "", value: "", parent: 0,
        line: 1))
  }

  static func of(_ data: UnsafeMutableRawPointer?) -> XMLTreeBuilder? {
    data.map { Unmanaged<XMLTreeBuilder>.fromOpaque($0).takeUnretainedValue() }
  }

  var line: Int { Int(XML_GetCurrentLineNumber(parser)) + linesBefore }

  func start(_ name: String, _ pairs: UnsafeMutablePointer<UnsafePointer<CChar>?>) {
    endText()
    let node = tree.nodes.count
    var plain: [(name: String, value: String)] = []
    var index = 0
    while let attribute = pairs[index], let value = pairs[index + 1] {
      index += 2
      let (attribute, value) = (String(cString: attribute), String(cString: value))
      if attribute == "xmlns" {
        bindings.append(Binding(prefix: "", uri: value, node: node))
      } else if attribute.hasPrefix("xmlns:") {
        bindings.append(Binding(prefix: String(attribute.dropFirst(6)), uri: value, node: node))
      } else {
        plain.append((attribute, value))
      }
    }
    if parent == 0 { bindRoot(name, plain, node) }
    var element = XMLTree.Node(
      kind: .element, name: resolved(name), shown: name, value: "", parent: parent, line: line)
    element.attributes = plain.map { attribute in
      XMLTree.Attribute(
        name: attribute.name.contains(":")
          ? resolved(attribute.name) : XMLTree.Name(uri: "", local: attribute.name),
        value: attribute.value, qualified: qualified(attribute.value))
    }
    element.attributes.sort { ($0.name.uri, $0.name.local) < ($1.name.uri, $1.name.local) }
    if parent == 0 { tree.root = node }
    add(element)
    open.append(node)
  }

  /// Binds an undeclared prefix of the root element to the GPX namespace of its version.
  private func bindRoot(_ name: String, _ attributes: [(name: String, value: String)], _ node: Int)
  {
    let parts = name.split(separator: ":", maxSplits: 1)
    guard parts.count == 2, parts[1] == "gpx", binding(String(parts[0])) == nil else { return }
    let isOld = attributes.contains { $0 == ("version", "1.0") }
    bindings.append(
      Binding(
        prefix: String(parts[0]),
        uri: "http://www.topografix.com/GPX/1/\(isOld ? "0" : "1")", node: node))
  }

  func end() {
    endText()
    let node = open.removeLast()
    while bindings.last?.node == node { bindings.removeLast() }
  }

  func text(_ text: String) {
    if pending.isEmpty { pendingLine = line }
    pending += text
  }

  func leaf(_ kind: XMLTree.Kind, named name: String, _ value: String) {
    guard !inDoctype else { return }
    endText()
    add(
      XMLTree.Node(
        kind: kind, name: XMLTree.Name(uri: "", local: name), shown: name, value: value,
        parent: parent, line: line))
  }

  private var parent: Int { open.last ?? 0 }

  private func endText() {
    guard !pending.isEmpty else { return }
    add(
      XMLTree.Node(
        kind: .text, name: XMLTree.Name(uri: "", local: ""), shown: "", value: pending,
        qualified: qualified(pending), parent: parent, line: pendingLine))
    pending = ""
  }

  private func add(_ node: XMLTree.Node) {
    tree.nodes[node.parent].children.append(tree.nodes.count)
    tree.nodes.append(node)
  }

  private func resolved(_ name: String) -> XMLTree.Name {
    let parts = name.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else { return XMLTree.Name(uri: binding("") ?? "", local: name) }
    let prefix = String(parts[0])
    return XMLTree.Name(
      uri: binding(prefix) ?? UndeclaredPrefix.uri(prefix), local: String(parts[1]))
  }

  private func binding(_ prefix: String) -> String? {
    if let found = bindings.last(where: { $0.prefix.utf8.elementsEqual(prefix.utf8) }) {
      return found.uri
    }
    return prefix == "xml" ? "http://www.w3.org/XML/1998/namespace" : nil
  }

  private func qualified(_ text: String) -> XMLTree.Name? {
    guard text.utf8.count <= 256 else { return nil }
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty, let uri = binding(String(parts[0])) else {
      return nil
    }
    return XMLTree.Name(uri: uri, local: String(parts[1]))
  }
}
