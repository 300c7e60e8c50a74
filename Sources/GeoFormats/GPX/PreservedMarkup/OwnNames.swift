extension PreservedMarkup {
  /// A classifier that distinguishes GPX elements from other programs' elements in preserved
  /// markup. The type also renames GPX elements for the output file.
  struct OwnNames {
    private let root: String
    private let bound: [String: String]
    /// The namespace of the GPX elements in the output file.
    private let targetNamespace: String
    /// The prefix of the GPX elements in the output file, including its colon.
    private let targetPrefix: [UInt8]
    private let rebinding: Rebinding

    enum Owner {
      /// An element in the source file's GPX namespace, or in no namespace.
      case source
      /// An element in the output file's GPX namespace, which differs from the source file's GPX
      /// namespace.
      case target
      case foreign
    }

    init(
      _ header: GeoFileHeader, target: String, prefix: [UInt8], rebinding: Rebinding
    ) {
      root = header.rootNamespace
      var bound: [String: String] = [:]
      for namespace in header.namespaces { bound[namespace.prefix] = namespace.uri }
      self.bound = bound
      targetNamespace = target
      targetPrefix = prefix
      self.rebinding = rebinding
    }

    /// Whether the GPX elements must be renamed because the root element's namespace differs
    /// between the source file and the output file.
    var isOtherRoot: Bool { root != targetNamespace }

    /// Returns the owner of the first element in the markup: the source file's GPX namespace, the
    /// output file's GPX namespace, or another program.
    func owner(_ markup: ArraySlice<UInt8>) -> Owner {
      var cursor = Cursor(Array(markup))
      guard case .start(let name, let attributes, _) = cursor.next() else { return .foreign }
      let declared = Self.declarations(cursor.bytes, attributes)
      return owner(uri(cursor.bytes[name], [declared]))
    }

    private func owner(_ uri: String) -> Owner {
      if uri.isEmpty || uri == root { return .source }
      return uri == targetNamespace ? .target : .foreign
    }

    private func uri(_ name: ArraySlice<UInt8>, _ scopes: [[String: String]]) -> String {
      let prefix = Self.prefix(name)
      for scope in scopes.reversed() {
        if let uri = scope[prefix] { return uri }
      }
      return bound[prefix] ?? ""
    }

    static func prefix(_ name: ArraySlice<UInt8>) -> String {
      guard let colon = name.firstIndex(of: UInt8(ascii: ":")) else { return "" }
      return String(decoding: name[..<colon], as: UTF8.self)
    }

    /// Returns the namespaces that a start tag declares, keyed by prefix.
    static func declarations(_ bytes: [UInt8], _ attributes: Range<Int>) -> [String: String] {
      var declared: [String: String] = [:]
      guard bytes[attributes].containsBytes("xmlns") else { return declared }
      for (name, value) in XMLSyntax.attributes(bytes, attributes) {
        if let prefix = GPXNamespaces.prefix(declaredBy: Array(name.utf8)) {
          declared[String(decoding: prefix, as: UTF8.self)] = value
        }
      }
      return declared
    }

    /// Returns the markup with its GPX elements renamed to match the output file's namespace. All
    /// other elements stay in their original namespaces.
    ///
    /// - Complexity: O(n × m) for n bytes of markup and m missing declarations.
    func renamed(_ markup: [UInt8]) -> [UInt8] {
      var result: [UInt8] = []
      var scopes: [[String: String]] = []
      var names: [[UInt8]] = []
      var cursor = Cursor(markup)
      while let token = cursor.next() {
        switch token {
        case .start(let name, let attributes, let isEmpty):
          let declared = Self.declarations(markup, attributes)
          guard owner(uri(markup[name], scopes + [declared])) == .source else {
            let end = rebinding.endOfElement(markup, from: cursor.start, isEmpty: isEmpty)
            result += rebinding.rebound(
              Self.declaring(scopes, in: Array(markup[cursor.start..<max(end, cursor.index)])))
            cursor = Cursor(markup, in: max(end, cursor.index)..<markup.count)
            continue
          }
          let own = targetPrefix + XMLSyntax.local(markup[name])
          result += [UInt8(ascii: "<")] + own + otherAttributes(markup, attributes)
          result += isEmpty ? Array("/>".utf8) : [UInt8(ascii: ">")]
          if !isEmpty {
            scopes.append(declared)
            names.append(own)
          }
        case .end(let name):
          result +=
            Array("</".utf8) + (names.popLast() ?? Array(markup[name])) + [UInt8(ascii: ">")]
          _ = scopes.popLast()
        case .text, .aside, .mark: result += markup[cursor.start..<cursor.index]
        }
      }
      return result
    }

    /// Returns the attributes of a GPX element without the namespace declarations. The declarations
    /// are added to the child elements instead.
    func otherAttributes(_ bytes: [UInt8], _ attributes: Range<Int>) -> [UInt8] {
      var others: [UInt8] = []
      for (name, value) in XMLSyntax.attributes(bytes, attributes) where !name.hasPrefix("xmlns") {
        others += Self.attribute(name, value)
      }
      guard !others.isEmpty else { return [] }
      var added = rebinding.declarations(for: others[...], beside: [], plain: false)
      for (prefix, uri) in Self.declarations(bytes, attributes).sorted(by: { $0.key < $1.key })
      where !prefix.isEmpty && others.containsBytes("\(prefix):") {
        added += Self.attribute("xmlns:\(prefix)", uri)
      }
      return added + others
    }

    static func attribute(_ name: String, _ value: String) -> [UInt8] {
      var markup = MarkupBuffer()
      defer { markup.deallocate() }
      Array(" \(name)=\"".utf8).withUnsafeBufferPointer { bytes in
        if let start = bytes.baseAddress { markup.put(start, count: bytes.count) }
      }
      Array(value.utf8).withUnsafeBufferPointer { bytes in
        if let start = bytes.baseAddress { markup.put(attribute: start, count: bytes.count) }
      }
      markup.put(UInt8(ascii: "\""))
      return Array(markup.bytes)
    }

    /// Returns the markup after adding the namespace declarations of enclosing elements to its
    /// outermost elements.
    static func declaring(_ scopes: [[String: String]], in markup: [UInt8]) -> [UInt8] {
      var declared: [String: String] = [:]
      for scope in scopes { declared.merge(scope) { _, inner in inner } }
      guard !declared.isEmpty else { return markup }
      var result: [UInt8] = []
      var depth = 0
      var cursor = Cursor(markup)
      while let token = cursor.next() {
        let piece = markup[cursor.start..<cursor.index]
        switch token {
        case .start(let name, let attributes, let isEmpty) where depth == 0:
          result += markup[cursor.start..<name.upperBound]
          let own = declarations(markup, attributes)
          for (prefix, uri) in declared.sorted(by: { $0.key < $1.key }) where own[prefix] == nil {
            result += attribute(prefix.isEmpty ? "xmlns" : "xmlns:\(prefix)", uri)
          }
          result += markup[name.upperBound..<cursor.index]
          if !isEmpty { depth += 1 }
        case .start(_, _, let isEmpty):
          result += piece
          if !isEmpty { depth += 1 }
        case .end:
          result += piece
          depth = max(depth - 1, 0)
        case .mark(let letter, let content) where depth == 0 && markup[content].first == 0x3C:
          // The hole of a sensor, with its tag.
          let tag = markup[content].dropFirst().prefix { $0 != UInt8(ascii: ">") }
          let name = tag.prefix { $0 != UInt8(ascii: " ") }
          let own = declarations(markup, name.endIndex..<tag.endIndex)
          result += [Mark.open, letter, 0x3C] + name
          for (prefix, uri) in declared.sorted(by: { $0.key < $1.key }) where own[prefix] == nil {
            result += attribute(prefix.isEmpty ? "xmlns" : "xmlns:\(prefix)", uri)
          }
          result += markup[name.endIndex..<content.upperBound] + [Mark.close]
        case .text, .aside, .mark: result += piece
        }
      }
      return result
    }
  }
}

extension [UInt8] {
  fileprivate func containsBytes(_ wanted: String) -> Bool { self[...].containsBytes(wanted) }
}

extension ArraySlice<UInt8> {
  fileprivate func containsBytes(_ wanted: String) -> Bool { containsBytes(Array(wanted.utf8)) }
}
