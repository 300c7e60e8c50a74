/// Functions and types for preserved markup, the XML kept from a file so that the file can be
/// exported unchanged.
///
/// `Rules.swift` defines the notation of preserved markup, the order of elements, and the element
/// names and words that have a special meaning. `Content` is parsed preserved markup. `Converter`,
/// `Rebinding` and `OwnNames` adapt preserved markup to another file. `Cleaning` removes content
/// that the schema forbids, and `Times` removes times. `ExtensionValues` and `ExtensionRevision`
/// read and update the values in extensions, and `Templates` stores each repeated piece of markup
/// only once. Other modules only store preserved markup and call the public functions.
public enum PreservedMarkup {
  /// Converts the preserved markup of an item, segment or point for use in another file.
  ///
  /// A reference to a template is replaced with the template's markup. If the other file does not
  /// bind a prefix to the same namespace, the prefix is declared on the elements that use it. This
  /// conversion is needed when points from several imports are joined into one path.
  ///
  /// - Parameter text: The preserved markup from the file with the header `source`.
  /// - Parameter target: The other file's header, or nil for a file that declares only GPX 1.1's
  ///   namespace.
  /// - Complexity: O(n), where n is the length of the markup in bytes.
  public static func rebound(
    _ text: String, from source: GeoFileHeader, to target: GeoFileHeader?
  ) -> String {
    let whole = expanded(text, source)
    let bound = target?.namespaces ?? [GeoNamespace(prefix: "", uri: GPXWriter.namespace11)]
    let rebinding = Rebinding(from: source.namespaces, to: bound)
    guard rebinding.isNeeded else { return whole }
    return String(decoding: rebinding.rebound(Array(whole.utf8)), as: UTF8.self)
  }

  /// Returns whether preserved markup is only a reference to a template in its file's header.
  public static func isTemplate(_ text: String) -> Bool {
    text.utf8.first == Mark.template
  }

  /// Returns the markup after adding the prefix to each unprefixed element name.
  static func prefixed(_ markup: [UInt8], _ prefix: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    var cursor = Cursor(markup)
    while let token = cursor.next() {
      switch token {
      case .start(let name, _, _) where !markup[name].contains(UInt8(ascii: ":")):
        result += [UInt8(ascii: "<")] + prefix + markup[name.lowerBound..<cursor.index]
      case .end(let name) where !markup[name].contains(UInt8(ascii: ":")):
        result += Array("</".utf8) + prefix + markup[name.lowerBound..<cursor.index]
      default: result += markup[cursor.start..<cursor.index]
      }
    }
    return result
  }
}

extension GeoFileHeader {
  /// The root element's prefix, including its colon. Empty if the root element has no prefix.
  var rootPrefix: [UInt8] {
    guard let kept, let tag = PreservedMarkup.Content(kept).ownTag else { return [] }
    let name = Array(kept.utf8)[tag].prefix { $0 != UInt8(ascii: " ") }
    return name.lastIndex(of: UInt8(ascii: ":")).map { Array(name[...$0]) } ?? []
  }

  /// Whether the file contains anything other than its items: metadata, comments, or the root
  /// element's attributes or extensions.
  var hasAdditionalContent: Bool {
    guard metadata.isEmpty, let kept = kept.map({ PreservedMarkup.Content($0) }) else {
      return !metadata.isEmpty
    }
    let hasAttributes = kept.ownTag.map { kept.bytes[$0].contains(UInt8(ascii: " ")) } ?? false
    return hasAttributes || kept.prolog != nil || kept.epilog != nil
      || kept.nodes.contains { node in
        switch node.kind {
        case .element: true
        case .aside: kept.bytes[node.range].first == UInt8(ascii: "<")
        default: false
        }
      }
  }

  /// Returns a diagnostic about file metadata that an export leaves out. Returns nil if the file
  /// has no metadata.
  public func leftBehind() -> Diagnostic? {
    guard hasAdditionalContent else { return nil }
    let file =
      metadata.name.map { "the imported file “\(Excerpt.of($0))”" }
      ?? creator.map { "an imported file written by “\(Excerpt.of($0))”" }
      ?? "an imported file without a name"
    return Diagnostic(
      element: "metadata", code: .metadataLeftBehind, action: .skipped,
      message: """
        the metadata of \(file), which are exported only if the whole file is exported in its \
        original format
        """)
  }

  /// The namespace of the root element.
  var rootNamespace: String {
    let prefix = String(decoding: rootPrefix.dropLast(), as: UTF8.self)
    return namespaces.first { $0.prefix == prefix }?.uri ?? ""
  }

  /// The GPX version used to read the file. The version is determined by the root element's
  /// namespace or, for an unknown namespace, by the `version` attribute.
  var gpxVersion: GPXVersion {
    GPXVersion(namespace: rootNamespace, stated: version)
  }
}

extension GPXVersion {
  init(namespace: String, stated: String?) {
    if namespace.hasPrefix(GPXWriter.namespace10) {
      self = .version10
    } else if namespace.hasPrefix(GPXWriter.namespace11) {
      self = .version11
    } else {
      self = stated == "1.0" ? .version10 : .version11
    }
  }
}
