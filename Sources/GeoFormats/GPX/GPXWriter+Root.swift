import Foundation
import Geodesy

extension GPXWriter {
  static let namespace10 = "http://www.topografix.com/GPX/1/0"
  static let namespace11 = "http://www.topografix.com/GPX/1/1"
  private static let instance = "http://www.w3.org/2001/XMLSchema-instance"

  var namespace: String { version == .version10 ? Self.namespace10 : Self.namespace11 }

  /// Writes the beginning of the file: the XML declaration, the root element's start tag and the
  /// metadata.
  func beginRoot() throws {
    try output.reserve()
    output.put("<?xml version=\"1.0\" encoding=\"UTF-8\"?>")
    lineEnds = true
    if let header = options.unchangedSource {
      try beginRoot(unchangedSource: header)
    } else {
      try beginOwnRoot()
    }
  }

  private func beginOwnRoot() throws {
    bindings = [
      GeoNamespace(prefix: "", uri: namespace), GeoNamespace(prefix: "xsi", uri: Self.instance),
    ]
    var prefixes: Set<String> = ["", "xsi", "xml", "xmlns"]
    var locations = [GeoNamespace(prefix: namespace, uri: "\(namespace)/gpx.xsd")]
    var located: Set<String> = [namespace]
    for header in options.headers {
      for binding in header.namespaces
      where !binding.uri.isEmpty && prefixes.insert(binding.prefix).inserted {
        bindings.append(binding)
      }
      for pair in header.schemaLocations
      where !pair.prefix.hasPrefix("http://www.topografix.com/GPX/1/")
        && located.insert(pair.prefix).inserted
      {
        locations.append(pair)
      }
    }
    if options.declaresExtras, !options.stripsExtensions,
      prefixes.insert(PreservedMarkup.ExtensionValues.prefix).inserted
    {
      bindings.append(
        GeoNamespace(
          prefix: PreservedMarkup.ExtensionValues.prefix,
          uri: PreservedMarkup.ExtensionValues.namespace))
    }
    try endLine()
    try output.write("<gpx version=\"\(version.rawValue)\" creator=\"\(Self.creator)\"".utf8)
    try writeBindings()
    let pairs = locations.map { "\($0.prefix) \($0.uri)" }.joined(separator: " ")
    try writeAttribute("xsi:schemaLocation", pairs)
    try output.reserve()
    output.put(">")
    lineEnds = true
  }

  func writeBindings() throws {
    for binding in bindings {
      let name = binding.prefix.isEmpty ? "xmlns" : "xmlns:\(binding.prefix)"
      try writeAttribute(name, binding.uri)
    }
  }

  func writeAttribute(_ name: String, _ value: String) throws {
    var markup = MarkupBuffer()
    defer { markup.deallocate() }
    Array(value.utf8).withUnsafeBufferPointer { bytes in
      if let start = bytes.baseAddress { markup.put(attribute: start, count: bytes.count) }
    }
    try output.write(" \(name)=\"".utf8)
    try output.write(markup.bytes)
    try output.reserve()
    output.put(UInt8(ascii: "\""))
  }

  private func beginRoot(unchangedSource header: GeoFileHeader) throws {
    let isSameVersion = header.gpxVersion == version && !options.isValidOnly
    prefix = header.rootPrefix
    let kept = header.kept.map { PreservedMarkup.Content($0, own: prefix) }
    root = kept
    bindings = header.namespaces.filter { $0.prefix.isEmpty || !$0.uri.isEmpty }
    if !isSameVersion { bindAnew(header) }
    if let kept, let prolog = kept.prolog { try writeLiteral(kept.bytes[prolog]) }
    try endLine()
    try output.reserve()
    output.put(UInt8(ascii: "<"))
    try output.write(prefix[...])
    output.put("gpx")
    if let stated = isSameVersion ? header.version : version.rawValue {
      try writeAttribute("version", stated)
    }
    if let creator = header.creator ?? (options.isValidOnly ? Self.creator : nil) {
      try writeAttribute("creator", creator)
    }
    try writeBindings()
    try writeRootAttributes(kept, isSameVersion: isSameVersion)
    try output.reserve()
    output.put(">")
    lineEnds = true
    guard let kept else {
      try write(header.metadata)
      return
    }
    if isSameVersion {
      try writeRoot(kept, upTo: nil)
    } else {
      try beginConverted(header, kept)
    }
  }

  /// Writes the metadata of a source file whose GPX version differs from the output file's version.
  private func beginConverted(_ header: GeoFileHeader, _ kept: PreservedMarkup.Content) throws {
    var losses: [Diagnostic] = []
    let conversion = PreservedMarkup.Converter(
      header, to: version, prefix: prefix, bindings: bindings, isValidOnly: options.isValidOnly)
    var (content, extensions, keepsFields) = conversion.root(kept, &losses)
    keepsFields = keepsFields && !options.stripsTimes && !options.stripsExtensions
    if options.isValidOnly {
      let cleaning = PreservedMarkup.Cleaning(
        version, prefix: prefix, bindings: bindings, keepsFields: keepsFields)
      content = cleaning.cleaned(content, in: .gpx, &losses)
      extensions = cleaning.foreign(extensions, .metadata, &losses)
    }
    report(losses)
    let root = PreservedMarkup.Content(content, own: prefix)
    self.root = root
    if !keepsFields {
      try write(header.metadata, extensions: conversion.wrapped(extensions))
    }
    try writeRoot(root, upTo: nil)
  }

  /// Binds the root element's prefix to the namespace of the output file's GPX version.
  private func bindAnew(_ header: GeoFileHeader) {
    let own = String(decoding: prefix.dropLast(), as: UTF8.self)
    bindings.removeAll { $0.prefix == own }
    bindings.insert(GeoNamespace(prefix: own, uri: namespace), at: 0)
  }

  private func writeRootAttributes(_ kept: PreservedMarkup.Content?, isSameVersion: Bool) throws {
    guard let kept, let tag = kept.ownTag else { return }
    let content = kept.bytes[tag]
    let first = content.firstIndex(of: UInt8(ascii: " ")) ?? content.endIndex
    if isSameVersion {
      try output.write(content[first...])
      return
    }
    for (name, value) in XMLSyntax.attributes(kept.bytes, first..<content.endIndex) {
      let isInstance = bindings.contains { binding in
        binding.uri == Self.instance && name.hasPrefix("\(binding.prefix):")
      }
      if !isInstance, options.isValidOnly {
        leaveOut(.gpx, "the attribute \(Excerpt.of(name))")
        continue
      }
      var text = value
      if !isSameVersion, name.hasSuffix(":schemaLocation") {
        let old = version == .version10 ? Self.namespace11 : Self.namespace10
        text = value.replacingOccurrences(of: old, with: namespace)
      }
      try writeAttribute(name, text)
    }
  }

  /// Writes the part of the root element's preserved content that precedes the given item.
  func writeRoot(before stage: Stage, position: Int?) throws {
    guard let root else { return }
    try writeRoot(root, upTo: (stage.rawValue, position ?? .max))
  }

  /// Writes the root element's preserved content up to the given item, or up to the first item if
  /// `item` is nil.
  private func writeRoot(_ kept: PreservedMarkup.Content, upTo item: (kind: Int, position: Int)?)
    throws
  {
    while rootNode < kept.nodes.count {
      let node = kept.nodes[rootNode]
      switch node.kind {
      case .children: return
      case .items(let kind, let position):
        guard let item, (kind, position) <= (item.kind, item.position) else { return }
      default: try writeRootNode(node, kept)
      }
      rootNode += 1
    }
  }

  func writeRootNode(_ node: PreservedMarkup.Content.Node, _ kept: PreservedMarkup.Content) throws {
    if case .element(let name, _) = node.kind {
      if options.stripsExtensions, name == "extensions" { return }
    }
    for part in kept.parts[node.parts] {
      switch part {
      case .literal(let range): try writeLiteral(kept.bytes[range])
      case .hole(_, let content): try writeBounds(kept.bytes[content])
      }
    }
  }

  /// Writes the source file's `bounds` element unchanged. If the points' bounding box has changed,
  /// writes the new bounding box instead.
  private func writeBounds(_ raw: ArraySlice<UInt8>) throws {
    guard let bounds = options.bounds, bounds != options.unchangedSource?.bounds else {
      try writeLiteral(raw)
      return
    }
    try endLine()
    try write(bounds)
    lineEnds = true
  }

  func write(_ bounds: GeoBounds) throws {
    try output.reserve()
    output.put(UInt8(ascii: "<"))
    try output.write(prefix[...])
    output.put("bounds minlat=\"")
    try output.write(bounds.south, decimals: nil)
    output.put("\" minlon=\"")
    try output.write(bounds.west, decimals: nil)
    output.put("\" maxlat=\"")
    try output.write(bounds.north, decimals: nil)
    output.put("\" maxlon=\"")
    // The largest longitude below 180, which the schema excludes.
    let east = bounds.east == 180 && forbids180 ? bounds.east.nextDown : bounds.east
    try output.write(east, decimals: nil)
    output.put("\"/>")
  }

  /// Writes the end of the root element: the content after the last item, and the end tag.
  func endRoot() throws {
    if let root {
      while rootNode < root.nodes.count {
        try writeRootNode(root.nodes[rootNode], root)
        rootNode += 1
      }
    }
    try endLine()
    try output.reserve()
    output.put("</")
    try output.write(prefix[...])
    output.put("gpx>")
    lineEnds = true
    if let kept = options.unchangedSource?.kept.map({ PreservedMarkup.Content($0) }),
      let epilog = kept.epilog
    {
      try writeLiteral(kept.bytes[epilog])
    }
    try output.reserve()
    output.put(UInt8(ascii: "\n"))
  }
}
