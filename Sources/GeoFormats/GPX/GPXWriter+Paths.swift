extension GPXWriter {
  /// Begins a route or a track.
  ///
  /// - Throws: The ``GeoFormatsError/Code/wrongOrder`` error if a path is still open.
  /// - Throws: The ``GeoFormatsError/Code/wrongOrder`` error if a route is begun after a track.
  public func beginPath(_ header: GeoPathHeader) throws {
    let isRoute = header.kind == .route
    let kind: GPXName = isRoute ? .route : .track
    try advance(to: isRoute ? .routes : .tracks, element: kind.text)
    try writeRoot(before: stage, position: header.position)
    path = header
    segment = nil
    pointCount = 0
    (log.item, log.point) = (header.name, nil)
    let kept = withExtras(try keptText(header.kept, in: kind), header.extras, in: kind).kept
    openPath = OpenElement(kept: kept, node: 0)
    if let before = kept?.before, let bytes = kept?.bytes { try writeLiteral(bytes[before]) }
    try endLine()
    openPath.tag = try putTag(kind, kept)
    output.put(">")
    lineEnds = true
    try writeFields(of: header, kind)
  }

  /// Ends the current path.
  public func endPath() throws {
    guard let path else {
      throw GeoFormatsError.wrongOrder("cannot end a path, because no path has been started")
    }
    let kind: GPXName = path.kind == .track ? .track : .route
    if kind == .track {
      if path.segments > 0 { try moveToSegment(path.segments - 1) }
      try endSegment()
    }
    try writeTail(&openPath, kind)
    try endLine()
    try putClosing(kind, openPath.tag)
    lineEnds = true
    self.path = nil
  }

  /// Begins all segments up to the one with the given number, including empty segments.
  func moveToSegment(_ number: Int) throws {
    guard segment != number else { return }
    guard number > segment ?? -1 else {
      throw GeoFormatsError.wrongOrder(
        "cannot write a segment after a segment with a higher number")
    }
    for next in (segment ?? -1) + 1...number {
      try endSegment()
      segment = next
      let kept = try keptText(path?.keptSegments[next], in: .segment)
      openSegment = OpenElement(kept: kept, node: 0)
      if let before = kept?.before, let bytes = kept?.bytes { try writeLiteral(bytes[before]) }
      try endLine()
      openSegment.tag = try putTag(.segment, kept)
      output.put(">")
      lineEnds = true
      try writeUpToChildren(&openSegment, .segment)
    }
  }

  private func endSegment() throws {
    guard segment != nil else { return }
    try writeTail(&openSegment, .segment)
    try endLine()
    try putClosing(.segment, openSegment.tag)
    lineEnds = true
  }

  /// Writes a path's fields, which precede its points.
  private func writeFields(of header: GeoPathHeader, _ kind: GPXName) throws {
    let kept = openPath.kept
    var state = ContentState(kind: kind, kept)
    if let kept {
      while openPath.node < kept.nodes.count {
        let node = kept.nodes[openPath.node]
        if case .children = node.kind { break }
        openPath.node += 1
        if let rank = kept.rank(of: node, in: kind, is10: version == .version10) {
          try writeMissing(of: header, before: rank, &state)
        }
        try write(node, of: header, kept, &state)
      }
    }
    try writeMissing(of: header, before: GPXField.childrenRank, &state)
  }

  private func write(
    _ node: PreservedMarkup.Content.Node, of header: GeoPathHeader, _ kept: PreservedMarkup.Content,
    _ state: inout ContentState
  ) throws {
    if case .hole(let letter) = node.kind,
      case .hole(_, let content) = kept.parts[node.parts.lowerBound]
    {
      let field = GPXField(letter: letter)
      switch field {
      case .link, .url:
        defer { state.link += 1 }
        guard header.links.indices.contains(state.link),
          isAllowed(address: header.links[state.link].href, in: state.kind)
        else { return }
        try endLine()
        try write(link: header.links[state.link], as: field, kept, content)
      case .urlName:
        guard header.links.indices.contains(state.link - 1), isURL(header.links[state.link - 1])
        else { return }
        try endLine()
        try write(urlName: header.links[state.link - 1], kept, content)
      default:
        let (tag, text) = kept.split(content)
        try write(field, of: header, tag: tag.map { kept.bytes[$0] }, raw: kept.bytes[text])
      }
      lineEnds = true
    } else {
      if case .element(let name, false) = node.kind,
        hasAdditionalContent(header, than: GPXField(named: name), state)
      {
        return
      }
      try writeNode(node, kept, state.kind)
    }
  }

  /// Returns whether the path has a value for the given field although the preserved markup has no
  /// placeholder for the field. In that case, the field's preserved element must be left out,
  /// because its text was not a valid value.
  private func hasAdditionalContent(
    _ header: GeoPathHeader, than field: GPXField, _ state: ContentState
  ) -> Bool {
    guard field != .none, state.fieldHoles & field.bit == 0 else { return false }
    return switch field {
    case .number: header.number != nil
    case .url, .urlName: setsURL(header.links, state)
    default: text(field, of: header) != nil
    }
  }

  private func text(_ field: GPXField, of header: GeoPathHeader) -> String? {
    switch field {
    case .name: header.name
    case .comment: header.comment
    case .details: header.details
    case .source: header.source
    case .type: header.type
    default: nil
    }
  }

  private func write(
    _ field: GPXField, of header: GeoPathHeader, tag: ArraySlice<UInt8>? = nil,
    raw: ArraySlice<UInt8> = []
  ) throws {
    if field == .number {
      guard let number = header.number, isAllowed(Double(number), .number, in: .track) else {
        return
      }
      try endLine()
      try write(integer: number, field, tag, raw)
      lineEnds = true
      return
    }
    guard let text = text(field, of: header) else { return }
    try endLine()
    try write(text: text, field, tag, raw)
    lineEnds = true
  }

  private func writeMissing(
    of header: GeoPathHeader, before rank: UInt8, _ state: inout ContentState
  ) throws {
    while state.next < Self.pathFields.count {
      let field = Self.pathFields[state.next]
      guard field.rank(in: state.kind, is10: false) < rank else { return }
      state.next += 1
      if field == .link {
        try write(
          links: header.links.dropFirst(state.linkHoles), hasURL: state.linkHoles > 0,
          onLines: true)
      } else if state.fieldHoles & field.bit == 0 {
        if field == .type, version == .version10, header.type != nil {
          cannotCarry("type", "GPX 1.0 does not allow a type in routes and tracks")
        } else {
          try write(field, of: header)
        }
      }
    }
  }

  /// The GPX fields of a path, in the schema's order.
  private static let pathFields: [GPXField] = [
    .name, .comment, .details, .source, .link, .number, .type,
  ]

  /// Writes the preserved markup that precedes an element's points or segments.
  private func writeUpToChildren(_ element: inout OpenElement, _ kind: GPXName) throws {
    guard let kept = element.kept else { return }
    let children = kept.nodes.firstIndex { if case .children = $0.kind { true } else { false } }
    guard let children else { return }
    while element.node < children {
      try writeNode(kept.nodes[element.node], kept, kind)
      element.node += 1
    }
  }

  /// Writes the preserved markup that follows an element's points or segments.
  private func writeTail(_ element: inout OpenElement, _ kind: GPXName) throws {
    guard let kept = element.kept else { return }
    while element.node < kept.nodes.count {
      try writeNode(kept.nodes[element.node], kept, kind)
      element.node += 1
    }
  }

  /// Writes the literal markup of a node. Does nothing if the node is a placeholder or marker.
  func writeNode(
    _ node: PreservedMarkup.Content.Node, _ kept: PreservedMarkup.Content, _ kind: GPXName
  ) throws {
    switch node.kind {
    case .hole, .children, .items: return
    case .element(let name, _):
      if options.stripsExtensions, name == "extensions" { return }
    case .aside: break
    }
    for part in kept.parts[node.parts] {
      if case .literal(let range) = part { try writeLiteral(kept.bytes[range]) }
    }
  }

  /// Writes markup unchanged. The markup is written on a separate line, unless the line break could
  /// change text content.
  func writeLiteral(_ markup: ArraySlice<UInt8>) throws {
    guard let first = markup.first, let last = markup.last else { return }
    if first == UInt8(ascii: "<") { try endLine() }
    lineEnds = !isInLine && last == UInt8(ascii: ">")
    try output.write(markup)
  }

  /// Writes the postponed line break, if there is one, before the next element.
  @inline(__always)
  func endLine() throws {
    guard lineEnds else { return }
    try output.reserve()
    output.put(UInt8(ascii: "\n"))
    lineEnds = false
  }
}
