import CExpat
import Foundation

extension GPXScan {
  /// Processes the start tag of an element.
  mutating func start(_ name: UnsafePointer<UInt8>, _ attributes: XMLAttributes) {
    guard !parsing.isStopped else { return }
    endRun()
    let length = XMLAttributes.length(name)
    if context == .trackPoint, !field.isOpen, !literal.isOpen, namespaces.isPlain,
      attributes.isEmpty
    {
      let plain = GPXField(plain: name, length: length)
      if plain != .none, levels[depth].seen & plain.bit == 0 {
        beginField(plain)
        return
      }
    }
    let tag = XMLTag(name, length: length)
    if field.isOpen || literal.isOpen {
      startInside(tag, attributes)
      return
    }
    let kind = GPXName(local: tag.local, length: tag.localLength)
    switch (context, kind) {
    case (.segment, .trackPoint), (.route, .routePoint), (.gpx, .waypoint):
      startPoint(kind, tag, attributes)
    case (.gpx, .track), (.gpx, .route):
      startPath(kind, tag, attributes)
    case (.track, .segment):
      report.counts.segments += 1
      path.segments.begin()
      open(kind, tag, attributes, isBare: attributes.isEmpty)
    case (.document, _):
      startRoot(kind, tag, attributes)
    default:
      startChild(kind, tag, attributes)
    }
  }

  /// Begins a child element other than a correctly placed point, path or segment.
  private mutating func startChild(
    _ kind: GPXName, _ tag: XMLTag, _ attributes: XMLAttributes
  ) {
    if kind.isPoint {
      startStray(kind, tag, attributes, parent: context)
      return
    }
    declare(attributes, depth: depth + 1)
    let namespace = resolve(tag)
    let candidate = namespace.isGPX ? GPXField(local: tag.local, length: tag.localLength) : .none
    if context == .gpx, namespace.isGPX, startRootField(candidate, tag, attributes) { return }
    if candidate.isField(of: context) {
      startField(candidate, tag, namespace, attributes)
      return
    }
    if namespace.isGPX {
      countUnknown(tag)
    } else if root.is10, context != .segment {
      noteRank(GPXField.endRank(in: context), tag.text)
    }
    literal.start = levels[depth].markup.count
    if context.isPoint, !namespace.isGPX { beginSensor(tag, depth: 1) }
    startLiteral(kind, tag, attributes)
  }

  /// Processes the end tag of an element.
  mutating func end(_ name: UnsafePointer<UInt8>) {
    guard !parsing.isStopped else { return }
    endRun()
    if literal.isOpen {
      endLiteral(name)
      return
    }
    if field.isOpen {
      endField()
      if namespaces.deepest > depth { namespaces.leave(depth: depth + 1) }
      return
    }
    switch context {
    case .trackPoint: endTrackPoint()
    case .routePoint:
      report.counts.routePoints += 1
      appendPoint(segment: 0)
    case .waypoint: endPlace()
    case .segment:
      if let kept = finishLevel() { keepSegment(kept) }
    case .track, .route: endPath()
    default: break
    }
    close()
  }

  /// Opens a structural element, such as `trk`, and records how its tag differs from the standard
  /// tag.
  ///
  /// - Parameter isBare: Whether the element has no attributes other than a point's coordinates.
  mutating func open(
    _ kind: GPXName, _ tag: XMLTag, _ attributes: XMLAttributes, isBare: Bool
  ) {
    if depth > 0 { beforeChild(kind) }
    depth += 1
    context = kind
    levels[depth].reset()
    if !before.isEmpty {
      putMark(PreservedMarkup.Mark.before, before)
      before = []
    }
    if isBare, tag.prefixLength == 0, namespaces.isPlain { return }
    if !isBare { declare(attributes, depth: depth) }
    let isOwn = resolve(tag) == .root && namespaces.rootPrefixHolds
    guard !isOwn || !isBare else { return }
    levels[depth].isNeeded = true
    levels[depth].markup.put(PreservedMarkup.Mark.open)
    levels[depth].markup.put(PreservedMarkup.Mark.ownTag)
    if !isOwn { levels[depth].markup.put(tag.name, count: tag.length) }
    if namespaces.hasInner { repeatBindings(unless: attributes) }
    attributes.write(into: &levels[depth].markup) { name in
      !(kind.isPoint && (XMLTag.equals(name, "lat\0") || XMLTag.equals(name, "lon\0")))
    }
    levels[depth].markup.put(PreservedMarkup.Mark.close)
    resolvePrefixes(of: attributes)
  }

  /// Closes the innermost open structural element, such as `trkseg`.
  private mutating func close() {
    if namespaces.deepest >= depth { namespaces.leave(depth: depth) }
    depth -= 1
    switch context {
    case .trackPoint: context = .segment
    case .segment: context = .track
    case .routePoint: context = .route
    case .track, .route, .waypoint: context = .gpx
    default:
      document.isClosed = true
      context = .document
    }
  }

  /// Updates the current element's preserved markup before a structural child element, such as a
  /// point, begins. Except in the root element, the markup between two children, such as a comment,
  /// is preserved with the second child.
  private mutating func beforeChild(_ kind: GPXName) {
    if depth == 1 {
      beforeItem(kind)
      return
    }
    if levels[depth].hasChildren {
      if levels[depth].childMark < levels[depth].markup.count {
        before = levels[depth].markup.cut(from: levels[depth].childMark)
        if levels[depth].hasRanked { splitBefore() }
      }
      if levels[depth].lastRank > GPXField.childrenRank {
        noteRank(GPXField.childrenRank, kind.text)
      }
    } else {
      noteRank(GPXField.childrenRank, kind.text)
      levels[depth].hasChildren = true
      putHole(PreservedMarkup.Mark.children)
    }
    levels[depth].hasRanked = false
    levels[depth].childMark = levels[depth].markup.count
  }

  /// Moves the parent's fields, such as `name`, from the markup that precedes a child element back
  /// to the parent's markup.
  private mutating func splitBefore() {
    let kept = parsed(before)
    before = []
    for node in kept.nodes {
      let rank = kept.rank(of: node, in: context, is10: root.is10)
      if rank == nil || rank == GPXField.childrenRank {
        before += kept.bytes[node.range]
      } else {
        levels[depth].markup.put(Array(kept.bytes[node.range]))
      }
    }
  }

  /// Records the namespace declarations among an element's attributes.
  mutating func declare(_ attributes: XMLAttributes, depth: Int) {
    namespaces.declare(attributes, depth: depth)
    if namespaces.isOverfull, limits.preservedMarkup != .max, !parsing.isStopped {
      limitDeclarations()
    }
  }

  /// Returns the kind of an element's namespace. Reports the element's prefix if it is undeclared.
  mutating func resolve(_ tag: XMLTag) -> GPXNamespaceKind {
    if tag.prefixLength == 0 { return namespaces.plainKind }
    let kind = namespaces.kind(of: tag.name, prefixLength: tag.prefixLength)
    if !namespaces.fresh.isEmpty { reportUndeclared() }
    return kind
  }

  /// Assigns namespaces to the undeclared prefixes of attributes.
  mutating func resolvePrefixes(of attributes: XMLAttributes) {
    var index = 0
    while let name = attributes.name(index) {
      index += 1
      let length = XMLAttributes.length(name)
      let tag = XMLTag(name, length: length)
      if tag.prefixLength > 0, !(tag.prefixLength == 5 && XMLTag.equals(name, "xmlns")) {
        _ = resolve(tag)
      }
    }
  }

  private mutating func reportUndeclared() {
    for namespace in namespaces.fresh {
      bindingSizes.addUndeclared(namespace)
      if bindingSizes.undeclared > limits.preservedMarkup, !parsing.isStopped {
        limitFragment(of: "gpx")
      }
      note(
        .namespaceUndeclared, .repaired, element: nil,
        """
        the prefix “\(Excerpt.of(namespace.prefix))” is not declared; the assumed namespace is \
        \(Excerpt.of(namespace.uri))
        """)
    }
    namespaces.fresh.removeAll()
  }

  /// Records the rank (position in the schema's order) of a child element, and counts the element
  /// if it is out of order. A rank of 0 means that the schema's order does not include the element.
  mutating func noteRank(_ rank: UInt8, _ element: @autoclosure () -> String) {
    if rank == 0 { return }
    levels[depth].hasRanked = true
    if rank >= levels[depth].lastRank {
      levels[depth].lastRank = rank
    } else if !levels[depth].isDisordered {
      levels[depth].isDisordered = true
      let kind = Disorder(element: element(), parent: context.text)
      let (parser, origin) = (parser, origin)
      findings.disorder.add(
        kind, at: Self.place(of: kind.element, parser, origin))
    }
  }

  /// Returns the position of an element that begins at the parser's position.
  private static func place(
    of element: String, _ parser: XML_Parser, _ origin: XMLOrigin
  ) -> Diagnostic.Place {
    let (line, column) = origin.place(
      line: Int(XML_GetCurrentLineNumber(parser)),
      column: Int(XML_GetCurrentColumnNumber(parser)) + 1)
    return Diagnostic.Place(line: line, column: column, element: element)
  }

  /// Counts an element in GPX's namespace that the GPX schema does not allow at the reader's
  /// position.
  mutating func countUnknown(_ tag: XMLTag) {
    let (parser, origin) = (parser, origin)
    findings.unknown.count(tag.name, length: tag.length, parent: context.rawValue) {
      origin.place(
        line: Int(XML_GetCurrentLineNumber(parser)),
        column: Int(XML_GetCurrentColumnNumber(parser)) + 1)
    }
  }
}
