import Foundation
import Geodesy

extension KMLPlacemark {
  /// The kind of path, read from the value that the KML writer stores in ExtendedData. Nil if no
  /// kind was stored.
  var kind: GeoPathHeader.Kind? { own[.kind].flatMap { GeoPathHeader.Kind(rawValue: $0) } }
}

extension KMLScan {
  /// Ends a Placemark and passes its items to the feed.
  func endPlacemark() throws {
    finishItem()
    if streamedSegments > 0 {
      try endStreamedPath()
    } else if geometry.isEmpty, !item.hasModel, !item.isStreamed {
      tally.add(.noGeometry, "Placemark") { item.place }
    }
    try passGeometry()
  }

  /// Passes the paths of a truncated Placemark to the ``GeoFeed``, with the points read before the
  /// damage. An incomplete place is left out.
  func endUnfinishedItem() throws {
    guard stack.contains(.placemark) else { return }
    finishItem()
    try endStreamedPath()
    if stack.contains(.track) { try endTrack() }
    endValues(isInMultiTrack: stack.contains(.multiTrack))
    // Only complete positions were collected, so every line up to the damage is usable.
    if geometry.parts.allSatisfy({ $0.kind != .point }), geometry.points.count > 0 {
      try passGeometry()
    }
  }

  /// Preserves the time span of the current Placemark, and determines its style.
  private func finishItem() {
    let (begin, end) = item.span
    if begin != nil || end != nil {
      let parts = [begin.map { ("begin", $0) }, end.map { ("end", $0) }].compactMap(\.self)
      let content = parts.map { "<\($0.0)>\(XMLText.escaped($0.1))</\($0.0)>" }.joined()
      item.keep("TimeSpan", "<TimeSpan>\(content)</TimeSpan>")
    }
    resolveStyle()
  }

  /// Determines the current Placemark's style. Does nothing if the style has already been
  /// determined.
  private func resolveStyle() {
    guard !item.isResolved else { return }
    item.isResolved = true
    item.resolved = style(of: &item)
  }

  /// Ends the current streamed path, if one is open. The points of a streamed path are passed to
  /// the feed as they are read.
  func endStreamedPath() throws {
    guard streamedSegments > 0, let kind = feed.openPath else { return }
    isStreaming = false
    streamedSegments = 0
    resolveStyle()
    item.isStreamed = true
    try feed.endPath(pathHeader(kind, segments: 1, [geometry.values], isArea: false))
  }

  /// Reports paths without coordinates if the file contains nothing else. An import rejects such a
  /// file and gives this report as the reason, because it is the first diagnostic.
  func reportEmptyPaths() {
    let counts = feed.report.counts
    let number = counts.routes + counts.tracks
    guard let firstPath, number > 0, counts.usable + counts.skipped.total == 0,
      feed.header.groups.isEmpty
    else { return }
    let paths = Numbers.counted(number, "path")
    let was = number == 1 ? "was" : "were"
    feed.diagnose(
      .geometryMissing, .skipped, at: firstPath, "\(paths) without coordinates \(was) left out")
  }

  // MARK: Collected geometries

  private func passGeometry() throws {
    defer { geometry.removeAll() }
    geometry.removeEmptyPoints()
    guard !geometry.isEmpty else { return }
    var cursor = SpooledPoints.Cursor(geometry.points)
    var segment = 0
    let areLines = geometry.parts.allSatisfy { $0.kind == .line || $0.kind == .track }
    if areLines {
      try passPath(
        segments: geometry.segments[...], &cursor,
        isTrack: geometry.parts.contains { $0.kind == .track }, isArea: false)
      return
    }
    for part in geometry.parts {
      let segments = geometry.segments[segment..<(segment + part.segments)]
      segment += part.segments
      if part.kind == .point {
        for _ in 0..<segments.reduce(0, +) {
          try cursor.advance()
          if !cursor.latitude.isNaN {
            try passPlace(cursor, geometry.values(of: segments.indices).first)
          }
        }
      } else {
        try passPath(
          segments: segments, &cursor, isTrack: part.kind == .track,
          isArea: part.kind == .polygon)
      }
    }
  }

  private func passPath(
    segments: ArraySlice<Int>, _ cursor: inout SpooledPoints.Cursor, isTrack: Bool, isArea: Bool
  ) throws {
    // A route has one segment.
    let kind: GeoPathHeader.Kind =
      segments.count > 1 ? .track : item.kind ?? (isTrack ? .track : .route)
    try feed.beginPath(kind)
    passed = (0, 0)
    for (segment, count) in segments.enumerated() {
      for _ in 0..<count {
        try cursor.advance()
        guard !cursor.latitude.isNaN else { continue }
        notePassed(cursor.elevation)
        try feed.point(
          Coordinate(latitude: cursor.latitude, longitude: cursor.longitude),
          elevation: cursor.elevation, time: cursor.time, segment: segment)
        for (sensor, value) in cursor.sensors where !value.isNaN { feed.set(sensor, value) }
        if !cursor.others.isEmpty { feed.set(kept: Self.kept(cursor.others)) }
      }
    }
    try feed.endPath(
      pathHeader(
        kind, segments: max(segments.count, 1), geometry.values(of: segments.indices),
        isArea: isArea))
  }

  /// Counts a point of the current path.
  ///
  /// - Parameter elevation: The point's elevation in metres, or NaN if the point has none.
  @inline(__always)
  func notePassed(_ elevation: Double) {
    passed.points &+= 1
    if !elevation.isNaN { passed.elevations &+= 1 }
  }

  /// Returns markup that preserves a point's values for unknown sensors.
  private static func kept(_ values: [(name: String, value: Double)]) -> String? {
    PreservedMarkup.keeping(
      values.filter { !$0.value.isNaN }.map {
        ForeignValue(
          format: KMLCodec.id, name: $0.name, value: OutputBuffer.plainDecimal($0.value))
      })
  }

  private func passPlace(_ point: SpooledPoints.Cursor, _ values: KMLGeometryValues?) throws {
    var item = item
    if let values { item.keepGeometry(values.itemElements) }
    var place = GeoPlace(
      coordinate: Coordinate(latitude: point.latitude, longitude: point.longitude),
      elevation: point.elevation.isNaN ? nil : point.elevation,
      time: item.time.map { Date(timeIntervalSinceReferenceDate: $0) }, name: item.name,
      comment: item.own[.comment], details: item.details, type: item.own[.type])
    place.format.zone = item.zone
    place.fields.links = item.links
    place.fields.source = item.own[.source]
    place.extras = extras()
    if item.hasUnknownStyle, deferred.count < Self.mostDeferred {
      deferred.append((place, item))
      return
    }
    if item.hasUnknownStyle { noteUnknownStyle(item) }
    try pass(place, item)
  }

  /// The maximum number of places that are held in memory until their shared style is known. Any
  /// further places are passed on without that style.
  private static let mostDeferred = 10_000

  /// Passes the places that were waiting for their shared style to the ``GeoFeed``. The style of
  /// such a place is defined later in the file, or not at all.
  func passDeferredPlaces() throws {
    for (place, item) in deferred {
      var item = item
      item.hasUnknownStyle = false
      item.resolved = style(of: &item)
      if item.hasUnknownStyle { noteUnknownStyle(item) }
      try pass(place, item)
    }
    deferred = []
  }

  /// Passes a place, with its colour and symbol, to the ``GeoFeed``.
  private func pass(_ place: GeoPlace, _ item: KMLPlacemark) throws {
    var (place, item) = (place, item)
    let style = item.resolved
    // A white icon is not coloured.
    let colour = style.iconColour == "#FFFFFF" ? nil : style.iconColour
    place.extras.colour = item.own[.colour] ?? colour
    place.symbol = item.own[.symbol] ?? style.icon.flatMap { KMLIcon.symbol($0) }
    if let icon = style.icon, item.own[.symbol] == nil, let symbol = place.symbol,
      KMLIcon.address(symbol) != icon
    {
      item.keep("icon", icon)
    }
    place.kept = PreservedMarkup.keeping(item.kept)
    try feed.place(place)
  }

  /// Returns the header of a path.
  ///
  /// - Parameter values: The preserved elements of the geometries that become the path's segments.
  private func pathHeader(
    _ kind: GeoPathHeader.Kind, segments: Int, _ values: [KMLGeometryValues], isArea: Bool
  ) -> GeoPathHeader {
    firstPath = firstPath ?? item.place
    // A path has no time of its own.
    if let stamp = item.stamp { item.keepTime(stamp) }
    if item.hasUnknownStyle { noteUnknownStyle(item) }
    var header = GeoPathHeader(
      kind: kind, name: item.name, comment: item.own[.comment], details: item.details,
      type: item.own[.type] ?? (isArea ? GeoPathHeader.polygonType : nil))
    header.source = item.own[.source]
    header.links = item.links
    header.segments = segments
    header.extras = extras()
    let style = item.resolved
    noteUnusedStyle(style, isArea: isArea)
    header.extras.colour =
      item.own[.colour] ?? style.lineColour ?? (isArea ? style.areaColour : nil)
    header.extras.symbol = item.own[.symbol]
    var whole = item
    // The writer adds `<tessellate>1</tessellate>` to every path unless all of its points have an
    // elevation.
    let divided = KMLGeometryValues.divided(
      values, keepsTessellation: passed.points > 0 && passed.points == passed.elevations)
    whole.keepGeometry(divided.path)
    header.kept = PreservedMarkup.keeping(whole.kept)
    header.keptSegments = divided.segments.compactMapValues { PreservedMarkup.keeping($0) }
    return header
  }

  private func extras() -> GeoExtras {
    var extras = GeoExtras()
    extras.notes = item.own[.notes]
    extras.groups = (groupName().map { [$0] } ?? []) + item.groups
    return extras
  }
}
