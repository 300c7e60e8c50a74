extension PreservedMarkup {
  /// An adaptation of preserved markup to a new root element's namespace declarations.
  ///
  /// If the new root element does not bind a prefix to its original namespace, the prefix is
  /// declared on the outermost elements that might use it. Prefixes are never renamed, because text
  /// and attribute values can refer to them too.
  struct Rebinding {
    /// The source file's namespace declarations that are missing or different in the new root
    /// element.
    private let lacking: [GeoNamespace]

    init(from source: [GeoNamespace], to target: [GeoNamespace]) {
      var bound: [String: String] = ["": ""]
      for namespace in target { bound[namespace.prefix] = namespace.uri }
      var own: [GeoNamespace] = source
      if !own.contains(where: { $0.prefix.isEmpty }) {
        own.append(GeoNamespace(prefix: "", uri: ""))
      }
      lacking = own.filter { bound[$0.prefix] != $0.uri }
    }

    var isNeeded: Bool { !lacking.isEmpty }

    /// Returns the markup with the missing namespace declarations added.
    ///
    /// - Complexity: O(n × m) for n bytes of markup and m missing declarations.
    func rebound(_ bytes: [UInt8]) -> [UInt8] {
      var result: [UInt8] = []
      var depth = 0
      var cursor = Cursor(bytes)
      while let token = cursor.next() {
        let piece = bytes[cursor.start..<cursor.index]
        switch token {
        case .start(let name, let attributes, let isEmpty):
          if depth == 0 {
            let end = endOfElement(bytes, from: cursor.start, isEmpty: isEmpty)
            result += bytes[cursor.start..<name.upperBound]
            let fragment = bytes[cursor.start..<max(end, cursor.index)]
            result += declarations(for: fragment, beside: bytes[attributes])
            result += bytes[name.upperBound..<cursor.index]
          } else {
            result += piece
          }
          if !isEmpty { depth += 1 }
        case .end:
          depth = max(depth - 1, 0)
          result += piece
        case .text, .aside: result += piece
        case .mark(let letter, let content):
          result += depth == 0 ? mark(letter, bytes[content]) : Array(piece)
        }
      }
      return result
    }

    /// Returns a section of preserved markup with the given letter and content. Missing namespace
    /// declarations are first added to the content.
    private func mark(_ letter: UInt8, _ content: ArraySlice<UInt8>) -> [UInt8] {
      var inner = Array(content)
      switch letter {
      case Mark.before: inner = rebound(inner)
      case Mark.ownTag:
        let name = inner.prefix { $0 != UInt8(ascii: " ") }
        let shown = [UInt8(ascii: "<")] + inner + [UInt8(ascii: ">")]
        let isNamed = !name.isEmpty
        inner.insert(
          contentsOf: declarations(for: shown[...], beside: inner[...], plain: isNamed),
          at: name.count)
      default:
        if let divider = inner.firstIndex(of: Mark.divider) {
          inner = inner[...divider] + rebound(Array(inner[(divider + 1)...]))
        } else if inner.first == UInt8(ascii: "<"),
          let end = inner.firstIndex(of: UInt8(ascii: ">"))
        {
          let name = inner[1..<end].prefix { $0 != UInt8(ascii: " ") }
          inner.insert(
            contentsOf: declarations(for: inner[...], beside: inner[name.endIndex..<end]),
            at: name.endIndex)
        }
      }
      return Mark.around(letter, inner)
    }

    /// Returns the offset at which an element ends.
    func endOfElement(_ bytes: [UInt8], from start: Int, isEmpty: Bool) -> Int {
      if isEmpty { return start }
      var cursor = Cursor(bytes, in: start..<bytes.count)
      var depth = 0
      while let token = cursor.next() {
        switch token {
        case .start(_, _, let isEmpty): if !isEmpty { depth += 1 }
        case .end:
          depth -= 1
          if depth <= 0 { return cursor.index }
        default: break
        }
      }
      return bytes.count
    }

    /// Returns the namespace declarations that a fragment of markup needs but does not contain.
    func declarations(
      for fragment: ArraySlice<UInt8>, beside attributes: ArraySlice<UInt8>, plain: Bool = true
    ) -> [UInt8] {
      var added: [UInt8] = []
      for namespace in lacking {
        let name = namespace.prefix.isEmpty ? "xmlns" : "xmlns:\(namespace.prefix)"
        if attributes.containsBytes(Array(" \(name)=".utf8)) { continue }
        if namespace.prefix.isEmpty {
          guard plain, Self.hasPlainName(Array(fragment)) else { continue }
        } else {
          guard !namespace.uri.isEmpty, fragment.containsBytes(Array("\(namespace.prefix):".utf8))
          else { continue }
        }
        added += OwnNames.attribute(name, namespace.uri)
      }
      return added
    }

    /// Returns whether any element in the markup, or any tag in a placeholder, has no prefix.
    private static func hasPlainName(_ markup: [UInt8]) -> Bool {
      var cursor = Cursor(markup)
      while let token = cursor.next() {
        switch token {
        case .start(let name, _, _):
          if !markup[name].contains(UInt8(ascii: ":")) { return true }
        case .mark(_, let content):
          let tag = markup[content]
          guard tag.first == UInt8(ascii: "<") else { continue }
          let name = tag.prefix { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: ">") }
          if !name.contains(UInt8(ascii: ":")) { return true }
        default: break
        }
      }
      return false
    }
  }
}

extension ArraySlice<UInt8> {
  /// Returns whether the slice contains the given sequence of bytes.
  func containsBytes(_ wanted: [UInt8]) -> Bool {
    guard let first = wanted.first, count >= wanted.count else { return false }
    var index = startIndex
    while index + wanted.count <= endIndex {
      if self[index] == first, self[index..<index + wanted.count].elementsEqual(wanted) {
        return true
      }
      index += 1
    }
    return false
  }
}
