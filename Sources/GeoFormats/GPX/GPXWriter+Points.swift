extension GPXWriter {
  /// Writes a point element.
  func write(_ point: PointValues, _ kind: GPXName, kept: PreservedMarkup.Content?) throws {
    try log.check(latitude: point.latitude, longitude: point.longitude)
    if let before = kept?.before, let bytes = kept?.bytes { try writeLiteral(bytes[before]) }
    try endLine()
    let ownName = try putTag(kind, kept)
    try putPosition(point, kept)
    if kept == nil, point.fields == nil, point.sensors == 0 {
      if point.elevation.isNaN, point.time.isNaN || options.stripsTimes {
        output.put("/>")
        return
      }
      output.put(">")
      try write(.elevation, of: point)
      try write(.time, of: point)
    } else {
      output.put(">")
      try writeContent(point, kind, kept)
    }
    try putClosing(kind, ownName)
  }

  /// Writes the start tag of a structural element, such as `trk`, without its final `>`.
  ///
  /// - Returns: The element's name if it differs from the standard name, otherwise nil.
  func putTag(_ kind: GPXName, _ kept: PreservedMarkup.Content?) throws -> [UInt8]? {
    try output.reserve()
    output.put(UInt8(ascii: "<"))
    guard let kept, let tag = kept.ownTag else {
      try output.write(prefix[...])
      output.put(kind.bytes)
      return nil
    }
    let content = kept.bytes[tag]
    let name = content.prefix { $0 != UInt8(ascii: " ") }
    let attributes = content[name.endIndex...]
    if name.isEmpty {
      try output.write(prefix[...])
      output.put(kind.bytes)
    } else {
      try output.write(name)
    }
    try output.write(attributes)
    return name.isEmpty ? nil : Array(name)
  }

  func putClosing(_ kind: GPXName, _ ownName: [UInt8]?) throws {
    try output.reserve()
    output.put("</")
    if let ownName {
      try output.write(ownName[...])
    } else {
      try output.write(prefix[...])
      output.put(kind.bytes)
    }
    output.put(UInt8(ascii: ">"))
  }

  private func putPosition(_ point: PointValues, _ kept: PreservedMarkup.Content?) throws {
    try output.reserve()
    output.put(" lat=\"")
    try put(point.latitude, point.format[decimals: .latitude], raw: kept?.latitude, kept)
    output.put("\" lon=\"")
    if point.longitude == 180, forbids180 {
      output.put("-")
      try put(180, point.format[decimals: .longitude], raw: nil, nil)
      note180()
    } else {
      try put(point.longitude, point.format[decimals: .longitude], raw: kept?.longitude, kept)
    }
    output.put("\"")
  }

  /// Whether a longitude of 180 must be written as −180, which is the same meridian. The GPX 1.1
  /// schema excludes 180. A GPX 1.1 file that is exported unchanged keeps the value 180.
  var forbids180: Bool {
    version == .version11
      && (options.isValidOnly || options.unchangedSource?.gpxVersion != .version11)
  }

  private func note180() {
    log.add(
      Diagnostic(
        element: "lon", code: .versionUnwritable, action: .repaired,
        message: """
          the longitude 180 was written as −180, the same meridian, because GPX 1.1 excludes 180
          """))
  }

  @inline(__always)
  private func put(
    _ value: Double, _ decimals: Int?, raw: Range<Int>?, _ kept: PreservedMarkup.Content?
  ) throws {
    if let raw, let kept,
      ValueText.number(XMLSyntax.unescaped(kept.bytes[raw]), bound: 180) == value
    {
      try output.write(kept.bytes[raw])
    } else {
      try output.write(value, decimals: decimals)
    }
  }

  /// Writes a point's content: its preserved markup, with the current values in place of the
  /// placeholders.
  private func writeContent(_ point: PointValues, _ kind: GPXName, _ kept: PreservedMarkup.Content?)
    throws
  {
    isInLine = true
    defer { isInLine = false }
    var content = ContentState(kind: kind, kept)
    let loose = point.sensors & ~(kept?.sensorHoles ?? 0)
    if let kept {
      for node in kept.nodes {
        if let rank = kept.rank(of: node, in: kind, is10: version == .version10) {
          try writeMissing(of: point, before: rank, &content)
        }
        try write(node, of: point, kept, &content, loose: loose)
      }
    }
    try writeMissing(of: point, before: .max, &content)
    if loose != 0, !content.hasLoose { try writeLoose(loose, point, isWrapped: false) }
  }

  /// The writer's progress through an element's content.
  struct ContentState {
    let kind: GPXName
    let fieldHoles: UInt32
    /// The number of links that have a placeholder in the preserved markup, including the links
    /// already written.
    let linkHoles: Int
    /// The index of the next field to write, in the schema's order.
    var next = 0
    /// The index of the next link to write in place of a placeholder in the preserved markup.
    var link = 0
    /// Whether the sensor values without a placeholder in the preserved markup have already been
    /// written.
    var hasLoose = false

    init(kind: GPXName, _ kept: PreservedMarkup.Content?) {
      self.kind = kind
      fieldHoles = kept?.fieldHoles ?? 0
      let hasLinks = fieldHoles & (GPXField.link.bit | GPXField.url.bit) != 0
      linkHoles = hasLinks ? kept?.linkHoles ?? 0 : 0
    }
  }

  private func write(
    _ node: PreservedMarkup.Content.Node, of point: PointValues, _ kept: PreservedMarkup.Content,
    _ state: inout ContentState,
    loose: UInt32
  ) throws {
    if case .element(let name, let isForeign) = node.kind {
      if options.stripsExtensions, name == "extensions" { return }
      if !isForeign, name != "extensions",
        hasAdditionalContent(point, than: GPXField(named: name), state)
      {
        return
      }
      if name == "extensions", loose != 0, !state.hasLoose {
        state.hasLoose = true
        try writeParts(node, of: point, kept, &state, insertAt: node.endTag, loose: loose)
        return
      }
    }
    try writeParts(node, of: point, kept, &state, insertAt: nil, loose: 0)
  }

  /// Returns whether the point has a value for the given field although the preserved markup has no
  /// placeholder for the field. In that case, the field's preserved element must be left out,
  /// because its text was not a valid value.
  private func hasAdditionalContent(
    _ point: PointValues, than field: GPXField, _ state: ContentState
  ) -> Bool {
    guard field != .none, state.fieldHoles & field.bit == 0 else { return false }
    return switch field {
    case .elevation: point.elevation.isFinite
    case .time: !point.time.isNaN
    case .url, .urlName: setsURL(point.links, state)
    default: point.text(field) != nil || point.number(field) != nil || point.integer(field) != nil
    }
  }

  /// Returns whether GPX 1.0's `url` and `urlname` must be written for a link that was added after
  /// the import.
  func setsURL(_ links: [GeoLink], _ state: ContentState) -> Bool {
    version == .version10 && state.linkHoles == 0 && !links.isEmpty
  }

  private func writeParts(
    _ node: PreservedMarkup.Content.Node, of point: PointValues, _ kept: PreservedMarkup.Content,
    _ state: inout ContentState,
    insertAt: Int?, loose: UInt32
  ) throws {
    for part in kept.parts[node.parts] {
      switch part {
      case .literal(let range):
        if let insertAt, range.contains(insertAt) || range.upperBound == insertAt {
          try writeOpened(
            kept.bytes[range.lowerBound..<insertAt], isEmpty: insertAt == range.upperBound)
          try writeLoose(loose, point, isWrapped: true)
          let rest = kept.bytes[insertAt..<range.upperBound]
          if rest.isEmpty { output.put("</extensions>") } else { try output.write(rest) }
        } else {
          try output.write(kept.bytes[range])
        }
      case .hole(let letter, let content):
        try writeHole(letter, content, of: point, kept, &state)
      }
    }
  }

  /// Writes literal markup that ends inside an `extensions` element, possibly directly after the
  /// element's start tag. A self-closing tag is written as an ordinary start tag.
  private func writeOpened(_ literal: ArraySlice<UInt8>, isEmpty: Bool) throws {
    if isEmpty, literal.suffix(2).elementsEqual("/>".utf8) {
      try output.write(literal.dropLast(2))
      output.put(UInt8(ascii: ">"))
    } else {
      try output.write(literal)
    }
  }

  private func writeHole(
    _ letter: UInt8, _ content: Range<Int>, of point: PointValues, _ kept: PreservedMarkup.Content,
    _ state: inout ContentState
  ) throws {
    let field = GPXField(letter: letter)
    switch field {
    case .link, .url:
      defer { state.link += 1 }
      guard point.links.indices.contains(state.link),
        isAllowed(address: point.links[state.link].href, in: state.kind)
      else { return }
      try write(link: point.links[state.link], as: field, kept, content)
    case .urlName:
      guard point.links.indices.contains(state.link - 1), isURL(point.links[state.link - 1])
      else { return }
      try write(urlName: point.links[state.link - 1], kept, content)
    default:
      let (tag, text) = kept.split(content)
      let tagBytes = tag.map { kept.bytes[$0] }
      if let sensor = GPXField.sensor(letter: letter) {
        try write(
          sensor: sensor, of: point, plain: field, tag: tagBytes, raw: kept.bytes[text])
      } else {
        try write(field, of: point, tag: tagBytes, raw: kept.bytes[text])
      }
    }
  }

  func write(
    link: GeoLink, as field: GPXField, _ kept: PreservedMarkup.Content, _ content: Range<Int>
  ) throws {
    if field == .link {
      try write(link: link, raw: kept.bytes[content])
    } else {
      noteType(of: link)
      let (tag, text) = kept.split(content)
      try write(text: link.href, .url, tag.map { kept.bytes[$0] }, kept.bytes[text])
    }
  }

  /// Returns whether a link's URL can be written in GPX 1.0's `url` element.
  func isURL(_ link: GeoLink) -> Bool {
    !options.isValidOnly || SchemaText.isAddress(link.href)
  }

  func write(urlName link: GeoLink, _ kept: PreservedMarkup.Content, _ content: Range<Int>) throws {
    guard let name = link.text else { return }
    let (tag, text) = kept.split(content)
    try write(text: name, .urlName, tag.map { kept.bytes[$0] }, kept.bytes[text])
  }

  /// Writes the values of the remaining fields whose rank (position in the schema's order) is lower
  /// than the given rank. Omits the values that have a placeholder in the preserved markup.
  private func writeMissing(
    of point: PointValues, before rank: UInt8, _ state: inout ContentState
  ) throws {
    while state.next < Self.pointFields.count {
      let field = Self.pointFields[state.next]
      guard field.rawValue < rank else { return }
      state.next += 1
      if field == .link {
        try write(links: point.links.dropFirst(state.linkHoles), hasURL: state.linkHoles > 0)
      } else if state.fieldHoles & field.bit == 0 {
        try write(field, of: point)
      }
    }
  }

  /// Writes the links that have no placeholder in the preserved markup.
  ///
  /// - Parameter onLines: Whether each link is written on a separate line.
  func write(links: ArraySlice<GeoLink>, hasURL: Bool, onLines: Bool = false) throws {
    let links = links.filter { isAllowed(address: $0.href, in: .waypoint) }
    guard let first = links.first else { return }
    guard version == .version10 else {
      for link in links {
        if onLines { try endLine() }
        try write(link: link)
        lineEnds = onLines
      }
      return
    }
    if !hasURL {
      noteType(of: first)
      if onLines { try endLine() }
      try write(text: first.href, .url)
      lineEnds = onLines
      if let text = first.text {
        if onLines { try endLine() }
        try write(text: text, .urlName)
        lineEnds = onLines
      }
    }
    let lost = hasURL ? links.count : links.count - 1
    for _ in 0..<lost { cannotCarry("link", "GPX 1.0 allows only one link") }
  }

  /// Reports that a link's type was left out. GPX 1.0 has no link types.
  func noteType(of link: GeoLink) {
    if link.type != nil { cannotCarry("type of a link", "GPX 1.0 does not define this attribute") }
  }

  /// The GPX fields of a point, in the schema's order.
  private static let pointFields: [GPXField] = [
    .elevation, .time, .magneticVariation, .geoidHeight, .name, .comment, .details, .source,
    .link, .symbol, .type, .fix, .satellites, .hdop, .vdop, .pdop, .ageOfDGPSData, .dgpsID,
  ]

  func leaveOut(_ parent: GPXName, _ what: String) {
    log.add(PreservedMarkup.Cleaning.loss(parent, what))
  }

  func cannotCarry(_ element: String, _ reason: String) {
    log.add(
      Diagnostic(
        element: element, code: .versionUnwritable, action: .skipped,
        message: "\(element) was left out: \(reason)"))
  }
}

extension PreservedMarkup.Content {
  /// The number of placeholders for links in the preserved markup.
  var linkHoles: Int {
    nodes.count { node in
      guard case .hole(let letter) = node.kind else { return false }
      return letter == GPXField.link.letter || letter == GPXField.url.letter
    }
  }
}

extension GPXName {
  /// The element's name in GPX.
  var bytes: StaticString {
    switch self {
    case .waypoint: "wpt"
    case .route: "rte"
    case .routePoint: "rtept"
    case .track: "trk"
    case .segment: "trkseg"
    case .trackPoint: "trkpt"
    default: "gpx"
    }
  }
}
