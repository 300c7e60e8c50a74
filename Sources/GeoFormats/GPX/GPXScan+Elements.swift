import CExpat
import Foundation

extension GPXScan {
  /// Handles the start of an element.
  mutating func start(_ name: UnsafePointer<UInt8>, _ attributes: GPXAttributes) {
    guard !stopped else { return }
    let length = strlen(UnsafeRawPointer(name).assumingMemoryBound(to: CChar.self))
    if !unread.isEmpty {
      startUnread(name, length: length)
      return
    }
    if context == .trackPoint, field == .none, namespaces.plainIsGPX, attributes.isEmpty {
      let plain = GPXField(local: name, length: length)
      if plain == .elevation || plain == .time {
        startField(plain)
        return
      }
    }
    let prefixLength = Self.prefixLength(name, length: length)
    let local = prefixLength == 0 ? name : name + prefixLength + 1
    let localLength = prefixLength == 0 ? length : length - prefixLength - 1
    let kind = GPXName(local: local, length: localLength)
    if field == .none {
      switch (context, kind) {
      case (.segment, .trackPoint), (.route, .routePoint), (.gpx, .waypoint):
        startPoint(kind, attributes)
        return
      case (.gpx, .track), (.gpx, .route):
        startPath(kind, attributes)
        return
      case (.track, .segment):
        report.counts.segments += 1
        segment += 1
        enter(kind, attributes)
        return
      case (.document, _):
        startRoot(kind, name, length: length, prefixLength: prefixLength, attributes)
        return
      default:
        let candidate = GPXField(local: local, length: localLength)
        if candidate.isKept(in: context),
          isGPX(name, prefixLength: prefixLength, attributes)
        {
          startField(candidate)
          return
        }
      }
    }
    collectText(false)
    if kind.isPoint {
      startStray(kind, parent: field == .none ? context : .other)
    } else {
      count(name, length: length, parent: field == .none ? context : .other)
      unread.append(kind)
    }
  }

  /// Handles the end of an element.
  mutating func end() {
    guard !stopped else { return }
    if !unread.isEmpty {
      unread.removeLast()
      if unread.count <= quietAbove { quietAbove = .max }
      if unread.isEmpty, field != .none { collectText(true) }
      return
    }
    if field != .none {
      endField()
      return
    }
    switch context {
    case .trackPoint:
      endTrackPoint()
      leave(to: .segment, depth: 4)
    case .routePoint:
      report.counts.routePoints += 1
      appendPoint(segment: 0)
      leave(to: .route, depth: 3)
    case .waypoint:
      endPlace()
      leave(to: .gpx, depth: 2)
    case .segment: leave(to: .track, depth: 3)
    case .track, .route:
      endPath()
      leave(to: .gpx, depth: 2)
    case .gpx:
      rootClosed = true
      leave(to: .document, depth: 1)
    default: break
    }
  }

  /// Counts an element that is not kept.
  private mutating func count(
    _ name: UnsafePointer<UInt8>, length: Int, parent: GPXName
  ) {
    let (parser, origin) = (parser, origin)
    notKept.count(name, length: length, parent: parent.rawValue) {
      origin.place(
        line: Int(XML_GetCurrentLineNumber(parser)),
        column: Int(XML_GetCurrentColumnNumber(parser)) + 1)
    }
  }

  /// Handles an element inside one that is not read.
  private mutating func startUnread(_ name: UnsafePointer<UInt8>, length: Int) {
    let prefixLength = Self.prefixLength(name, length: length)
    let kind =
      prefixLength == 0
      ? GPXName(local: name, length: length)
      : GPXName(local: name + prefixLength + 1, length: length - prefixLength - 1)
    let parent = unread[unread.count - 1]
    if kind.isPoint {
      startStray(kind, parent: parent)
    } else {
      if kind == .segment, parent == .track { report.counts.segments += 1 }
      if unread.count <= quietAbove { count(name, length: length, parent: parent) }
      unread.append(kind)
    }
  }

  /// Reports a point that stands where none is read, and leaves out what is in it.
  private mutating func startStray(_ kind: GPXName, parent: GPXName) {
    if kind.requiredParent == parent {
      skip(kind)
      note(
        .pointOrphaned, .skipped, element: kind.text,
        "this \(kind.text) is in a \(parent.text) that is itself out of place")
    } else {
      report.counts.misplacedPoints += 1
      note(
        .pointMisplaced, .skipped, element: kind.text,
        "a \(kind.text) belongs in \(kind.requiredParent.text), not in \(parent.text)")
    }
    leaveOut(kind)
  }

  /// Counts a point as skipped.
  mutating func skip(_ kind: GPXName) {
    switch kind {
    case .waypoint: report.counts.skipped.waypoints += 1
    case .routePoint: report.counts.skipped.routePoints += 1
    case .trackPoint: report.counts.skipped.trackPoints += 1
    default: break
    }
  }

  /// Reads nothing of the element just begun; a diagnostic for it is made already.
  mutating func leaveOut(_ kind: GPXName) {
    quietAbove = min(quietAbove, unread.count)
    unread.append(kind)
  }

  /// Goes into an element of the structure.
  mutating func enter(_ kind: GPXName, _ attributes: GPXAttributes) {
    context = kind
    if !attributes.isEmpty {
      namespaces.declare(attributes, depth: Self.depth(of: kind))
    }
  }

  private mutating func leave(to parent: GPXName, depth: Int) {
    context = parent
    if namespaces.deepest >= depth { namespaces.leave(depth: depth) }
  }

  static func depth(of kind: GPXName) -> Int {
    switch kind {
    case .gpx: 1
    case .waypoint, .route, .track: 2
    case .segment, .routePoint: 3
    default: 4
    }
  }

  /// The length of the name's prefix, or 0.
  @inline(__always)
  private static func prefixLength(_ name: UnsafePointer<UInt8>, length: Int) -> Int {
    var index = 0
    while index < length {
      if name[index] == UInt8(ascii: ":") { return index }
      index &+= 1
    }
    return 0
  }

  /// Whether an element is in GPX's namespace.
  private func isGPX(
    _ name: UnsafePointer<UInt8>, prefixLength: Int, _ attributes: GPXAttributes
  ) -> Bool {
    if prefixLength == 0, attributes.isEmpty { return namespaces.plainIsGPX }
    let prefix = Array(UnsafeBufferPointer(start: name, count: prefixLength))
    return namespaces.isGPX(prefix: prefix, attributes: attributes)
  }

  private mutating func startRoot(
    _ kind: GPXName, _ name: UnsafePointer<UInt8>, length: Int, prefixLength: Int,
    _ attributes: GPXAttributes
  ) {
    guard kind == .gpx || isUpperCaseRoot(name, length: length, prefixLength: prefixLength) else {
      let shown = Excerpt.of(UnsafeBufferPointer(start: name, count: length))
      if documents > 1 {
        note(
          .xmlTrailingContent, .skipped, element: shown,
          "the root of this further document is \(shown), not gpx; it is left out")
        rootClosed = true
        stopped = true
        XML_StopParser(parser, 0)
        return
      }
      refuse(
        .rootUnexpected, element: shown,
        "the root element is \(shown), not gpx: this is no GPX file")
      return
    }
    context = .gpx
    let prefix = Array(UnsafeBufferPointer(start: name, count: prefixLength))
    namespaces.enterRoot(prefix: prefix, attributes: attributes)
    guard documents == 1 else {
      note(
        .xmlGlued, .repaired, element: "gpx",
        "another document begins here; its items are read as items of the same file")
      return
    }
    report.version = attributes.text("version")
    report.creator = attributes.text("creator")
    noteVersion()
  }

  /// Whether the root is `GPX`, which XML tells apart from `gpx`.
  private mutating func isUpperCaseRoot(
    _ name: UnsafePointer<UInt8>, length: Int, prefixLength: Int
  ) -> Bool {
    let local = UnsafeBufferPointer(start: name, count: length)
      .dropFirst(prefixLength == 0 ? 0 : prefixLength + 1)
    guard local.map({ $0 | 0x20 }).elementsEqual("gpx".utf8) else { return false }
    let shown = Excerpt.of(UnsafeBufferPointer(start: name, count: length))
    note(.rootCase, .repaired, element: shown, "the root element is \(shown); read as gpx")
    return true
  }

  /// Reports a version of GPX that does not exist.
  private mutating func noteVersion() {
    guard madeUp == 0, report.version != "1.1", report.version != "1.0" else { return }
    let stated = report.version.map { version in
      "says version " + Array(version.utf8).withUnsafeBufferPointer { Excerpt.of($0) }
    }
    note(
      .rootVersion, .kept, element: "gpx",
      "the file \(stated ?? "states no version"), and GPX has 1.0 and 1.1; read as 1.1")
  }
}
