extension PreservedMarkup {
  /// An updater that brings an item's preserved markup in line with the item's current values.
  ///
  /// Elements that already have the current value stay unchanged. An element with an outdated value
  /// is rewritten in the same notation, or removed. Values that have no element yet are added to
  /// the extensions.
  struct ExtensionRevision {
    let version: GPXVersion
    /// The prefix of the GPX elements in the output file.
    let prefix: [UInt8]
    /// The namespaces declared by the root element.
    let bindings: RootBindings
    /// The number of characters that were replaced because XML does not allow them.
    private(set) var replaced = 0
    private var edits: [(range: Range<Int>, text: [UInt8])] = []
    private var added: [UInt8] = []

    init(
      version: GPXVersion, prefix: [UInt8], bindings: RootBindings
    ) {
      self.version = version
      self.prefix = prefix
      self.bindings = bindings
    }

    /// Returns the preserved markup, updated with the item's current values.
    ///
    /// - Parameter kept: The parsed preserved markup, already converted for the output file.
    /// - Parameter symbol: The value of the GPX `sym` element, or nil for an item without `sym`.
    /// - Parameter extras: The values to write.
    /// - Parameter keepsGroups: Whether the group names in the preserved markup stay unchanged.
    /// - Returns: The markup to write, and whether it contains the symbol.
    mutating func revised(
      _ kept: Content?, symbol: String?, _ extras: GeoExtras, in parent: GPXName,
      keepsGroups: Bool
    ) -> (kept: Content?, hasSymbol: Bool) {
      if kept == nil, extras.isEmpty { return (nil, false) }
      let scan = kept.map { ExtensionValues($0.bytes, bindings: bindings) }
      let said = scan?.extras ?? GeoExtras()
      let elements = scan?.elements ?? []
      var hasSymbol = false
      if parent == .waypoint, let scan, let place = scan.placeSymbol,
        (kept?.fieldHoles ?? 0) & GPXField.symbol.bit == 0
      {
        hasSymbol = place == symbol
        if !hasSymbol { remove(elements.filter { $0.source == .icon }) }
      }
      if extras.colour != said.colour { recolour(elements, as: extras.colour, in: parent) }
      if extras.notes != said.notes { say(extras.notes, .notes, "notes", elements) }
      if parent != .waypoint, extras.symbol != said.symbol {
        say(extras.symbol, .symbol, "symbol", elements)
      }
      if !keepsGroups, Set(extras.groups) != Set(said.groups) {
        remove(elements.filter { $0.source == .group })
        for group in extras.groups { add("group", group) }
      }
      guard !edits.isEmpty || !added.isEmpty else { return (kept, hasSymbol) }
      let bytes = edited(kept?.bytes ?? [])
      return (
        Content(added.isEmpty ? bytes : extended(bytes), own: prefix), hasSymbol
      )
    }

    // MARK: Edits

    private mutating func remove(_ elements: [ExtensionValues.Element]) {
      edits += elements.map { ($0.range, []) }
    }

    private mutating func recolour(
      _ elements: [ExtensionValues.Element], as colour: String?, in parent: GPXName
    ) {
      let colours = elements.filter(\.source.isColour)
      guard let colour else { return remove(colours) }
      var isExact = false
      for element in colours {
        guard let written = WrittenColour(element.text) else { continue }
        edits.append((element.content, Array(written.rewritten(as: colour).utf8)))
        isExact = isExact || element.source.isExact
      }
      guard !isExact else { return }
      if parent == .waypoint {
        let tag = tag("osmand", WellKnownPrefix.uri(of: "osmand"))
        added += "<\(tag.prefix):color\(tag.declaration)>\(colour)</\(tag.prefix):color>".utf8
      } else {
        let tag = tag("gpx_style", "\(ExtensionValues.style)0/2")
        let value = "<\(tag.prefix):color>\(colour.dropFirst())</\(tag.prefix):color>"
        added += "<\(tag.prefix):line\(tag.declaration)>\(value)</\(tag.prefix):line>".utf8
      }
    }

    private mutating func say(
      _ text: String?, _ source: ExtensionValues.Source, _ name: String,
      _ elements: [ExtensionValues.Element]
    ) {
      let elements = elements.filter { $0.source == source }
      guard let text else { return remove(elements) }
      guard let first = elements.first else { return add(name, text) }
      edits.append((first.content, escaped(text)))
      remove(Array(elements.dropFirst()))
    }

    private mutating func add(_ name: String, _ text: String) {
      let tag = tag(
        ExtensionValues.prefix, ExtensionValues.namespace)
      added += "<\(tag.prefix):\(name)\(tag.declaration)>".utf8
      added += escaped(text)
      added += "</\(tag.prefix):\(name)>".utf8
    }

    /// Returns the prefix to use for a namespace, and the namespace declaration to write. The
    /// declaration is empty if the root element already declares the namespace.
    private func tag(_ wanted: String, _ uri: String) -> (prefix: String, declaration: String) {
      if let bound = bindings.prefix(of: uri) { return (bound, "") }
      return (wanted, " xmlns:\(wanted)=\"\(uri)\"")
    }

    private mutating func escaped(_ text: String) -> [UInt8] {
      var clean = String.UnicodeScalarView()
      for scalar in text.unicodeScalars {
        let isForbidden = OutputBuffer.isForbidden(scalar)
        if isForbidden { replaced += 1 }
        clean.append(isForbidden ? "\u{FFFD}" : scalar)
      }
      var markup = MarkupBuffer()
      defer { markup.deallocate() }
      let bytes = Array(String(clean).utf8)
      bytes.withUnsafeBufferPointer { source in
        if let start = source.baseAddress { markup.put(escaped: start, count: source.count) }
      }
      return Array(markup.bytes)
    }

    // MARK: Text

    private func edited(_ bytes: [UInt8]) -> [UInt8] {
      var result: [UInt8] = []
      var place = 0
      for edit in edits.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
        result += bytes[place..<edit.range.lowerBound]
        result += edit.text
        place = edit.range.upperBound
      }
      return result + bytes[place...]
    }

    /// Appends the new elements to the markup's `extensions` element, and returns the markup.
    private func extended(_ bytes: [UInt8]) -> [UInt8] {
      let kept = Content(bytes)
      let children = kept.nodes.firstIndex { if case .children = $0.kind { true } else { false } }
      if version == .version11 {
        let before = kept.nodes[..<(children ?? kept.nodes.count)]
        let extensions = before.first {
          if case .element("extensions", _) = $0.kind { true } else { false }
        }
        if let extensions { return inserted(bytes, extensions) }
      }
      let place = children.map { kept.nodes[$0].range.lowerBound } ?? bytes.count
      let (open, close) = (Array("<".utf8) + prefix, Array("</".utf8) + prefix)
      let name = Array("extensions>".utf8)
      let whole = version == .version11 ? open + name + added + close + name : added
      return bytes[..<place] + whole + bytes[place...]
    }

    private func inserted(_ bytes: [UInt8], _ extensions: Content.Node) -> [UInt8] {
      let (start, end) = (extensions.range.lowerBound, extensions.range.upperBound)
      guard extensions.endTag == end else {
        return bytes[..<extensions.endTag] + added + bytes[extensions.endTag...]
      }
      let tag = bytes[start..<end]
      let name = tag.dropFirst().prefix { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "/") }
      let close = Array("</".utf8) + name + [UInt8(ascii: ">")]
      return bytes[..<start] + tag.dropLast(2) + [UInt8(ascii: ">")] + added + close + bytes[end...]
    }
  }
}
