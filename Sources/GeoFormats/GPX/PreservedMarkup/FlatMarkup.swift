/// The elements in a short XML fragment, in the order of their start tags.
struct FlatMarkup {
  struct Element {
    /// The element's local name, without the prefix.
    let name: String
    /// The prefix in the element's name, without its colon. Empty if the name has no prefix.
    let prefix: String
    /// The number of enclosing elements.
    let depth: Int
    /// The index of the parent element, or −1 for an outermost element.
    let parent: Int
    /// The offset at which the element's markup starts.
    let start: Int
    /// The offset at which the element's markup ends.
    var end: Int
    let attributes: [(name: String, value: String)]
    /// The element's text, without the text of its child elements.
    var text: [UInt8] = []
    var isMixed = false
  }

  private(set) var elements: [Element] = []

  init(_ bytes: [UInt8]) {
    var open: [Int] = []
    var cursor = PreservedMarkup.Cursor(bytes)
    while let token = cursor.next() {
      switch token {
      case .start(let name, let attributes, let isEmpty):
        elements.append(
          Element(
            name: String(decoding: XMLSyntax.local(bytes[name]), as: UTF8.self),
            prefix: XMLSyntax.prefix(bytes[name]),
            depth: open.count, parent: open.last ?? -1, start: cursor.start, end: cursor.index,
            attributes: XMLSyntax.attributes(bytes, attributes)))
        if !isEmpty { open.append(elements.count - 1) }
      case .end:
        if let last = open.popLast() { elements[last].end = cursor.index }
      case .text(let range):
        if let last = open.last { elements[last].text += XMLSyntax.unescaped(bytes[range]) }
      case .aside, .mark: break
      }
    }
  }

  /// Returns the direct child elements of an element, with their indices.
  ///
  /// - Complexity: O(n), where n is the number of elements inside the parent.
  func children(of parent: Int) -> [(index: Int, element: Element)] {
    var found: [(index: Int, element: Element)] = []
    var index = parent + 1
    while index < elements.count, elements[index].depth > elements[parent].depth {
      if elements[index].parent == parent { found.append((index, elements[index])) }
      index += 1
    }
    return found
  }

  /// Returns the text of the first child element with the given name, without surrounding white
  /// space. Returns nil if that element is missing or empty.
  func text(_ name: String, of parent: Int) -> String? {
    children(of: parent).first { $0.element.name == name }.flatMap { Self.trimmed($0.element.text) }
  }

  /// Returns text without surrounding white space. Returns nil if the result is empty.
  static func trimmed(_ text: [UInt8]) -> String? {
    let start = text.drop { $0 <= 32 }
    let end = start.lastIndex { $0 > 32 }.map { $0 + 1 } ?? start.startIndex
    let inner = start[start.startIndex..<end]
    return inner.isEmpty ? nil : String(decoding: inner, as: UTF8.self)
  }
}
