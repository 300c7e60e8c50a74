import Foundation

extension PreservedMarkup {
  /// An item's colour, symbol, notes and groups, read from the extensions in its preserved markup.
  struct ExtensionValues {
    struct Element {
      let source: Source
      /// The byte range of the whole element in the markup.
      let range: Range<Int>
      /// The byte range of the element's text in the markup.
      let content: Range<Int>
      let text: String
    }

    private(set) var elements: [Element] = []

    private struct OpenElement {
      let name: Range<Int>
      let declarations: [String: String]
      let start: Int
      let content: Int
      var isLeaf = true
    }

    /// The number of elements that have been examined as candidates for extension values.
    private var candidateCount = 0

    /// Searches an item's preserved markup for extension values.
    ///
    /// - Parameter bindings: The namespaces declared by the root element.
    /// - Complexity: O(n), where n is the length of the markup in bytes.
    init(_ bytes: [UInt8], bindings: RootBindings) {
      let isOwn =
        bindings.prefix(of: Self.namespace) != nil || bindings.uri(of: "") == Self.namespace
      guard isOwn || Self.hints.contains(where: { bytes[...].containsBytes($0) }) else { return }
      var open: [OpenElement] = []
      var cursor = Cursor(bytes)
      while let token = cursor.next() {
        switch token {
        case .start(let name, let attributes, let isEmpty):
          if let last = open.indices.last { open[last].isLeaf = false }
          if isEmpty { continue }
          let declarations =
            open.count < Self.deepest ? OwnNames.declarations(bytes, attributes) : [:]
          open.append(
            OpenElement(
              name: name, declarations: declarations, start: cursor.start, content: cursor.index))
        case .end:
          guard let element = open.popLast(), element.isLeaf, open.count < Self.deepest,
            candidateCount < Self.most
          else { continue }
          read(element, cursor, inside: open, bytes, bindings)
        case .aside, .mark:
          if let last = open.indices.last { open[last].isLeaf = false }
        case .text: continue
        }
      }
    }

    private mutating func read(
      _ element: OpenElement, _ cursor: Cursor, inside open: [OpenElement], _ bytes: [UInt8],
      _ bindings: RootBindings
    ) {
      let name = XMLSyntax.local(bytes[element.name])
      guard let candidates = Self.names[Array(name)] else { return }
      candidateCount += 1
      let parent = open.last.map { XMLSyntax.local(bytes[$0.name]) }
      let isOutermost =
        open.isEmpty || open.count == 1 && (parent?.elementsEqual("extensions".utf8) ?? false)
      func uri(_ element: OpenElement) -> String {
        Self.uri(of: element, inside: open, bytes, bindings)
      }
      func isParent(_ name: String) -> Bool { parent?.elementsEqual(name.utf8) ?? false }
      let source = candidates.first { source in
        switch source {
        case .lineColour:
          isParent("line") && open.last.map(uri)?.hasPrefix(Self.style) ?? false
        case .colour: isOutermost || isParent("gpx")
        case .locusColour: true
        case .garminColour: isParent("TrackExtension") || isParent("RouteExtension")
        case .icon: isOutermost && uri(element).contains("osmand")
        case .cacheType: isParent("cache") && uri(element).contains("groundspeak")
        case .notes, .symbol, .group: isOutermost && uri(element) == Self.namespace
        }
      }
      guard let source else { return }
      let content = element.content..<cursor.start
      let plain = String(decoding: XMLSyntax.plain(bytes, content), as: UTF8.self)
      let text = source == .notes ? plain : plain.trimmingCharacters(in: .whitespacesAndNewlines)
      elements.append(
        Element(
          source: source, range: element.start..<cursor.index, content: content, text: text))
    }

    /// Returns the namespace of an element.
    private static func uri(
      of element: OpenElement, inside open: [OpenElement], _ bytes: [UInt8],
      _ bindings: RootBindings
    ) -> String {
      let prefix = OwnNames.prefix(bytes[element.name])
      for outer in [element] + open.reversed() {
        if let own = outer.declarations[prefix] { return own }
      }
      return bindings.uri(of: prefix) ?? ""
    }
  }
}

extension PreservedMarkup.ExtensionValues {
  /// The item's values, combined from all extension elements found.
  var extras: GeoExtras {
    var extras = GeoExtras()
    extras.colour = colour
    extras.symbol = text(.symbol)
    extras.notes = text(.notes)
    for element in elements where element.source == .group && !element.text.isEmpty {
      if !extras.groups.contains(element.text) { extras.groups.append(element.text) }
    }
    return extras
  }

  /// The symbol from the extensions of a place that has no `sym` element.
  var placeSymbol: String? { text(.icon) ?? text(.cacheType) }

  private var colour: String? {
    var best: (source: Source, colour: WrittenColour)?
    for element in elements where element.source.isColour {
      guard element.source.rawValue < best?.source.rawValue ?? .max,
        let colour = WrittenColour(element.text)
      else { continue }
      best = (element.source, colour)
    }
    return best?.colour.text
  }

  func text(_ source: Source) -> String? {
    elements.first { $0.source == source && !$0.text.isEmpty }?.text
  }
}

extension PreservedMarkup {
  /// Returns the values in the extensions of an item's preserved markup. For a place without a
  /// `sym` element, also returns the symbol in the extensions.
  ///
  /// - Parameter header: The header of the item's source file.
  /// - Complexity: O(n), where n is the length of the markup in bytes.
  public static func extras(
    of kept: String?, in header: GeoFileHeader?
  ) -> (extras: GeoExtras, placeSymbol: String?) {
    guard let kept else { return (GeoExtras(), nil) }
    let scan = ExtensionValues(
      Array(expanded(kept, header).utf8), bindings: RootBindings(header?.namespaces ?? []))
    return (scan.extras, scan.placeSymbol)
  }

  /// Returns the template's markup from the file header if the preserved markup refers to a
  /// template; otherwise returns the preserved markup unchanged.
  public static func expanded(_ kept: String, _ header: GeoFileHeader?) -> String {
    guard let number = Templates.number(kept) else { return kept }
    guard let templates = header?.templates, templates.indices.contains(number) else { return "" }
    return templates[number]
  }
}
