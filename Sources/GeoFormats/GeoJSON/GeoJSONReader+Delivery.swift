import Foundation
import Geodesy

extension GeoJSONReader {
  /// Passes the current feature's places and paths to the ``GeoSink``.
  func deliver() throws {
    defer { feature.reset() }
    let indices = feature.geometries.indices.filter {
      !feature.geometries[$0].isCollection || feature.geometries[$0].count > 0
    }
    guard !indices.isEmpty else {
      note(feature.geometries.isEmpty ? .missingGeometry : .emptyGeometry)
      return
    }
    for column in feature.columns where column.values.count != feature.positions.count {
      note(.arrayLength, String(describing: column.kind.name))
    }
    var positions = SpooledValues.Cursor(feature.positions)
    for column in feature.columns { column.rewind() }
    var descriptions: (place: GeoJSONDescription?, path: GeoJSONDescription?)
    var lastOwner: Int?
    for index in indices {
      let geometry = feature.geometries[index]
      // Geometries with the same members share their description.
      let owner = feature.memberOwner(of: index)
      if owner != lastOwner { descriptions = (nil, nil) }
      lastOwner = owner
      if let kind = geometry.kind, geometry.count > 0, kind.nesting != geometry.nesting {
        note(.nesting)
      }
      if geometry.shape == .places {
        if geometry.count == 0 { note(.emptyGeometry) }
        let elevation = try positions.peek().flatMap { $0.elevation.isNaN ? nil : $0.elevation }
        let description =
          descriptions.place
          ?? GeoJSONDescription(
            feature.members(ofOwner: owner), isPlace: true, elevation: elevation)
        descriptions.place = description
        noteUnreadableValues(of: description)
        try deliverPlaces(geometry, description, &positions)
      } else {
        if geometry.shape == .rings { note(.polygon) }
        let start = try feature.columns.first { $0.kind == .time }?.peek()?.value
        let known = start == nil ? descriptions.path : nil
        let description =
          known
          ?? GeoJSONDescription(feature.members(ofOwner: owner), isPlace: false, start: start)
        descriptions.path = description
        noteUnreadableValues(of: description)
        try deliverPath(geometry, description, &positions)
      }
    }
  }

  private func deliverPlaces(
    _ geometry: GeoJSONGeometry, _ description: GeoJSONDescription,
    _ positions: inout SpooledValues<GeoJSONPosition>.Cursor
  ) throws {
    var place = GeoPlace(
      coordinate: Coordinate(latitude: 0, longitude: 0), name: description.name,
      comment: description.comment, details: description.details, symbol: description.symbol,
      type: description.type)
    place.fields = description.fields
    place.fields.source = description.source
    place.fields.links = description.links
    place.extras.colour = description.colour
    place.extras.notes = description.notes
    place.extras.groups = description.groups
    place.kept = description.kept
    // The values of a position take precedence over the properties, which all positions share.
    for index in 0..<geometry.count {
      guard let position = try positions.next() else { return }
      var format = position.bits & ~GeoJSONPosition.lineStart
      var time = description.time
      place.sensors = [:]
      for column in feature.columns {
        let value = try column.next(startsLine: index == 0, isFirst: index == 0)
        guard !value.value.isNaN else { continue }
        format |= value.bits & ~GeoJSONPosition.lineStart
        switch column.kind {
        case .time: time = value
        case .sensor(let sensor): place.sensors[sensor] = value.value
        }
      }
      guard position.isValid else {
        feed.report.counts.skipped.waypoints += 1
        continue
      }
      place.coordinate = Coordinate(latitude: position.latitude, longitude: position.longitude)
      place.elevation = position.elevation.isNaN ? description.elevation : position.elevation
      place.time = time.map { Date(timeIntervalSinceReferenceDate: $0.value) }
      format |= (time?.bits ?? 0) & ~GeoJSONPosition.lineStart
      place.format = GeoPointFormat(rawValue: format)
      try feed.place(place)
    }
  }

  private func countSkippedPoint(of kind: GeoPathHeader.Kind) {
    switch kind {
    case .route: feed.report.counts.skipped.routePoints += 1
    case .track: feed.report.counts.skipped.trackPoints += 1
    }
  }

  private func deliverPath(
    _ geometry: GeoJSONGeometry, _ description: GeoJSONDescription,
    _ positions: inout SpooledValues<GeoJSONPosition>.Cursor
  ) throws {
    let isRing = geometry.shape == .rings
    let kind = description.kind ?? .track
    try feed.beginPath(kind)
    var path = GeoJSONPath(feed, kind: kind, isRing: isRing)
    for index in 0..<geometry.count {
      guard let position = try positions.next() else { break }
      if !position.isValid { countSkippedPoint(of: kind) }
      var point = GeoJSONPath.PathPoint(position)
      for column in feature.columns {
        let value = try column.next(startsLine: position.startsLine, isFirst: index == 0)
        guard !value.value.isNaN else { continue }
        point.position.bits |= value.bits & ~GeoJSONPosition.lineStart
        switch column.kind {
        case .time: point.time = value.value
        case .sensor(let sensor): point.sensors.append((sensor, value.value))
        }
      }
      try path.add(point)
    }
    try path.end()
    if path.openRings > 0 { note(.openRing) }
    // This program cuts lines at the antimeridian, as the standard requires.
    if !isOwnFile { for _ in 0..<path.joints { note(.joint) } }
    // This program writes the only point of a segment twice, because a line needs two positions.
    if path.repeatedPositions > 0, !isOwnFile { note(.repeatedPosition) }
    var header = GeoPathHeader(
      kind: kind, name: description.name, comment: description.comment,
      details: description.details,
      type: description.type ?? (isRing ? GeoPathHeader.polygonType : nil))
    header.source = description.source
    header.number = description.number
    header.links = description.links
    header.extras.colour = description.colour
    header.extras.symbol = description.symbol
    header.extras.notes = description.notes
    header.extras.groups = description.groups
    header.segments = kind == .route ? 1 : path.segments
    header.kept = description.kept
    try feed.endPath(header)
  }
}
