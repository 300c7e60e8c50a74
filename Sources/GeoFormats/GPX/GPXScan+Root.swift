import CExpat
import Foundation
import Geodesy

extension GPXScan {
  /// Begins the root element: checks its name, and reads its namespaces, version and creator.
  mutating func startRoot(_ kind: GPXName, _ tag: XMLTag, _ attributes: XMLAttributes) {
    guard kind == .gpx || isUpperCaseRoot(tag) else {
      startForeignRoot(tag)
      return
    }
    guard document.number == 1 else {
      startFurtherRoot(attributes)
      return
    }
    let prolog = Array(levels[0].markup.bytes)
    levels[0].reset()
    context = .gpx
    depth = 1
    levels[1].reset()
    let prefix = Array(UnsafeBufferPointer(start: tag.name, count: tag.prefixLength))
    namespaces.enterRoot(prefix: prefix, attributes: attributes)
    report.version = attributes.text("version")
    report.creator = attributes.text("creator")
    noteVersion()
    fileHeader.version = report.version
    fileHeader.creator = report.creator
    root.is10 =
      GPXVersion(
        namespace: String(decoding: namespaces.rootNamespace, as: UTF8.self),
        stated: report.version) == .version10
    if !prolog.isEmpty { putMark(PreservedMarkup.Mark.prolog, prolog) }
    readRootAttributes(tag, attributes)
    resolvePrefixes(of: attributes)
    _ = resolve(tag)
    levels[1].childMark = levels[1].markup.count
  }

  private mutating func startForeignRoot(_ tag: XMLTag) {
    let shown = Excerpt.of(tag.text)
    guard document.number > 1 else {
      let local = String(
        decoding: UnsafeBufferPointer(start: tag.local, count: tag.localLength), as: UTF8.self)
      let format = ForeignFormat(root: local)
      let meaning = format.map { "this is \($0.name)" } ?? "this is not a GPX file"
      let advice = format?.advice.map { "; \($0)" } ?? ""
      refuse(
        .rootUnexpected, element: shown,
        "the root element is \(shown), not gpx: \(meaning)\(advice)", format?.remedy)
      return
    }
    note(
      .xmlTrailingContent, .skipped, element: shown,
      "an additional XML document was skipped, because its root element is \(shown), not gpx")
    document.isClosed = true
    parsing.stop()
    XML_StopParser(parser, 0)
  }

  /// Begins the root element of a second or later XML document in the file. The element's namespace
  /// declarations apply only to its content, which is added to the first document's content.
  private mutating func startFurtherRoot(_ attributes: XMLAttributes) {
    note(
      .xmlGlued, .repaired, element: "gpx",
      "another XML document begins here; its items are imported as part of this file")
    context = .gpx
    depth = 1
    declare(attributes, depth: 1)
  }

  /// Returns whether the root element is named `GPX` instead of `gpx`. Element names in XML are
  /// case-sensitive.
  private mutating func isUpperCaseRoot(_ tag: XMLTag) -> Bool {
    let local = UnsafeBufferPointer(start: tag.local, count: tag.localLength)
    guard local.map({ $0 | 0x20 }).elementsEqual("gpx".utf8) else { return false }
    let shown = Excerpt.of(tag.text)
    note(.rootCase, .repaired, element: shown, "the root element is \(shown); it is read as gpx")
    return true
  }

  /// Reports an unknown version of GPX.
  private mutating func noteVersion() {
    guard document.synthesizedDepth == 0, report.version != "1.1", report.version != "1.0" else {
      return
    }
    let stated =
      report.version.map { "the file specifies version \(Excerpt.of($0))" }
      ?? "the file does not specify a version"
    note(
      .rootVersion, .kept, element: "gpx",
      "\(stated); it is read as GPX 1.1 (GPX has only versions 1.0 and 1.1)")
  }

  private mutating func readRootAttributes(_ tag: XMLTag, _ attributes: XMLAttributes) {
    var markup = MarkupBuffer()
    defer { markup.deallocate() }
    if tag.prefixLength > 0 { markup.put(tag.name, count: tag.length) }
    attributes.write(into: &markup) { name in
      let length = XMLAttributes.length(name)
      if XMLTag.equals(name, "version\0") || XMLTag.equals(name, "creator\0") { return false }
      let bytes = Array(UnsafeBufferPointer(start: name, count: length))
      return GPXNamespaces.prefix(declaredBy: bytes) == nil
    }
    if markup.count > 0 { putMark(PreservedMarkup.Mark.ownTag, Array(markup.bytes)) }
    for (name, value) in attributes.all
    where XMLSyntax.local(name[...]).elementsEqual("schemaLocation".utf8) {
      let words = String(decoding: value, as: UTF8.self).split { $0.isWhitespace }.map(String.init)
      for index in stride(from: 0, to: words.count - 1, by: 2) {
        fileHeader.schemaLocations.append(
          GeoNamespace(prefix: words[index], uri: words[index + 1]))
      }
    }
  }

  /// Begins a field of the root element that describes the whole file, such as `metadata`.
  ///
  /// - Returns: Whether the element is a field of the root element. Otherwise the caller must
  ///   process the element.
  mutating func startRootField(
    _ candidate: GPXField, _ tag: XMLTag, _ attributes: XMLAttributes
  ) -> Bool {
    let name = String(
      decoding: UnsafeBufferPointer(start: tag.local, count: tag.localLength), as: UTF8.self)
    guard PreservedMarkup.Content.isRootField(name) else { return false }
    let rank = PreservedMarkup.Content.rootRank(name, is10: root.is10) ?? 0
    noteRank(rank, name)
    if !root.fieldsSeen.insert(name).inserted {
      note(
        .elementDuplicate, .kept, element: name,
        """
        the gpx element has more than one \(name); the first is used, and this one is preserved as \
        XML
        """)
    }
    let isTail = rank == GPXField.endRank(in: .gpx)
    if isTail { markTail() }
    startLiteral(name == "metadata" ? .metadata : .other, tag, attributes)
    literal.purpose = isTail ? .extensions : .name
    return true
  }

  /// Reads a complete field of the root element, such as `metadata`.
  mutating func readRootField() {
    let raw = Array(levels[1].markup.bytes[literal.start...])
    let markup = FlatMarkup(raw)
    guard let name = markup.elements.first?.name, PreservedMarkup.Content.isRootField(name) else {
      return
    }
    // Elements that the version does not have are preserved between the items.
    let hasPlace = PreservedMarkup.Content.rootRank(name, is10: root.is10) != nil
    if hasPlace { levels[1].childMark = levels[1].markup.count }
    let isFirst = fileHeader.metadata.read(markup)
    if isFirst, let bounds = markup.elements.first(where: { $0.name == "bounds" }),
      bounds.depth <= 1, bounds.depth == 0 || name == "metadata"
    {
      levels[1].markup.insert([PreservedMarkup.Mark.close], at: literal.start + bounds.end)
      levels[1].markup.insert(
        [PreservedMarkup.Mark.open, PreservedMarkup.Mark.bounds], at: literal.start + bounds.start)
      if hasPlace { levels[1].childMark = levels[1].markup.count }
    }
  }

  /// Inserts a marker into the root element's markup, at the start of the content that precedes the
  /// next place, route or track. The marker contains the item's index in the file.
  mutating func beforeItem(_ kind: GPXName) {
    let order: UInt8 = kind == .waypoint ? 0 : kind == .route ? 1 : 2
    noteRank(20 + order, kind.text)
    if levels[1].childMark < levels[1].markup.count {
      let between = levels[1].markup.cut(from: levels[1].childMark)
      putMark(PreservedMarkup.Mark.items[Int(order)], Array(String(itemCount).utf8))
      levels[1].markup.put(between)
    }
    levels[1].childMark = levels[1].markup.count
    levels[1].hasChildren = true
  }

  /// Passes the file's header to the ``GeoSink``.
  mutating func endFile() throws {
    guard report.refusal == nil, parsing.error == nil else { return }
    fileHeader.namespaces = namespaces.declared
    fileHeader.templates = templates.texts
    if let bounds = extent.bounds { fileHeader.bounds = bounds }
    fileHeader.kept = keptOfRoot()
    readGroups()
    try sink.fileEnds(fileHeader)
  }

  /// Reads the groups from Cartographer's extensions in the root element.
  private mutating func readGroups() {
    guard let kept = fileHeader.kept else { return }
    let scan = GroupScan(kept, bindings: RootBindings(fileHeader.namespaces))
    fileHeader.groups = scan.groups
    guard scan.invalidCount > 0 else { return }
    let values = Numbers.counted(scan.invalidCount, "invalid value")
    note(
      .valueInvalid, .kept, element: "group",
      "the file's groups and itineraries contain \(values)")
  }

  /// Records the position in the root element at which the items end and the remaining content
  /// begins.
  private mutating func markTail() {
    guard !root.hasTail else { return }
    root.hasTail = true
    let tail = levels[1].markup.cut(from: levels[1].childMark)
    putHole(PreservedMarkup.Mark.children)
    levels[1].markup.put(tail)
  }

  private mutating func keptOfRoot() -> String? {
    guard depth <= 1 else { return nil }
    depth = 1
    context = .gpx
    let epilog = Array(levels[0].markup.bytes)
    if levels[1].hasChildren, levels[1].childMark < levels[1].markup.count { markTail() }
    var bytes = Array(levels[1].markup.bytes)
    if levels[1].isDisordered { bytes = normalised(bytes, in: .gpx) }
    if !epilog.isEmpty {
      bytes +=
        [PreservedMarkup.Mark.open, PreservedMarkup.Mark.epilog] + epilog + [
          PreservedMarkup.Mark.close
        ]
    }
    return levels[1].isNeeded || !epilog.isEmpty ? String(decoding: bytes, as: UTF8.self) : nil
  }
}
