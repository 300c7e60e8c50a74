import Foundation
import Geodesy

extension TCXScan {
  // MARK: Laps and points

  func beginLap(_ attributes: XMLAttributes) {
    item?.segments += 1
    item?.tracks = 0
    totals = attributes.text("StartTime").map { ["StartTime=\($0.prefix(100))"] } ?? []
    lapExtras = []
    lapNotes = nil
  }

  func endLap() {
    if let lapNotes { item?.lapNotes.append(lapNotes) }
    if let tracks = item?.tracks, tracks > 1 { totals.append("Tracks=\(tracks)") }
    totals += lapExtras
    guard let count = item?.lapValues.count, !totals.isEmpty else { return }
    if count < Self.maximum {
      item?.lapValues.append(
        ForeignValue(format: TCXCodec.id, name: "lap", value: totals.joined(separator: " ")))
    } else {
      tally.lapTotalsLeftOut += 1
    }
  }

  func endTrackpoint() throws {
    guard let item else { return }
    let isEmpty = point.latitude.isNaN && point.longitude.isNaN && point.positionFault == nil
    guard point.hasPosition, !isEmpty else {
      tally.addWithoutPosition(stream)
      return
    }
    guard let coordinate = coordinate(of: "Trackpoint") else {
      feed.report.counts.skipped.trackPoints += 1
      return
    }
    if item.isCourse, point.time < Self.firstTime {
      tally.placeholderTimes += 1
      point.time = .nan
    }
    if feed.openPath == nil { try feed.beginPath(item.isCourse ? .route : .track) }
    try feed.point(
      coordinate, elevation: point.elevation, time: point.time,
      segment: item.isCourse ? 0 : max(item.segments - 1, 0))
    let cadence = point.cadence.isNaN ? point.runCadence : point.cadence
    if !point.runCadence.isNaN, cadence != point.runCadence {
      point.values.append(
        ForeignValue(
          format: TCXCodec.id, name: "RunCadence",
          value: OutputBuffer.plainDecimal(point.runCadence)))
    }
    if !point.heartRate.isNaN { feed.set(.heartRate, point.heartRate) }
    if !cadence.isNaN { feed.set(.cadence, cadence) }
    if !point.speed.isNaN { feed.set(.speed, point.speed) }
    if !point.power.isNaN { feed.set(.power, point.power) }
    if !point.distance.isNaN { feed.set(.distance, point.distance) }
    if !point.values.isEmpty { feed.set(kept: kept(point.values)) }
  }

  func endCoursePoint() {
    guard point.hasPosition else {
      feed.report.counts.skipped.waypoints += 1
      feed.diagnose(
        .coordinateMissing, .skipped, at: stream.place("CoursePoint"),
        "the course point has no position")
      return
    }
    guard let coordinate = coordinate(of: "CoursePoint") else {
      feed.report.counts.skipped.waypoints += 1
      return
    }
    guard let count = item?.places.count, count < Self.maximum else {
      tally.placesLeftOut += 1
      feed.report.counts.skipped.waypoints += 1
      return
    }
    var place = GeoPlace(coordinate: coordinate)
    (place.name, place.details) = TCXText.joined(
      name: point.name, notes: point.notes, limit: TCXText.pointName)
    place.symbol = point.type
    place.elevation = point.elevation.isNaN ? nil : point.elevation
    if point.time >= Self.firstTime {
      place.time = Date(timeIntervalSinceReferenceDate: point.time)
    }
    place.kept = kept(point.values)
    item?.places.append(place)
  }

  // MARK: Activities and courses

  /// Passes the current activity or course to the ``GeoFeed``: first the path, then the places.
  func endItem() throws {
    guard let item else { return }
    self.item = nil
    if let kind = feed.openPath {
      var header = GeoPathHeader(kind: kind)
      let lines = item.notes + item.lapNotes
      let notes = lines.isEmpty ? nil : lines.joined(separator: "\n")
      (header.name, header.details) =
        item.isCourse
        ? TCXText.joined(name: item.name, notes: notes, limit: TCXText.courseName)
        : TCXText.separated(notes: notes)
      header.type = item.sport
      header.segments = item.isCourse ? 1 : max(item.segments, 1)
      var values = item.lapValues
      if let identifier = item.identifier {
        values.insert(ForeignValue(format: TCXCodec.id, name: "Id", value: identifier), at: 0)
      }
      let others =
        item.cadenceSensors.map {
          ForeignValue(format: TCXCodec.id, name: "CadenceSensor", value: $0)
        } + item.values
      for value in others { tally.kept.add(value.name) }
      header.kept = PreservedMarkup.keeping(values + others)
      try feed.endPath(header)
    } else if item.places.isEmpty || item.name != nil {
      tally.emptyItems += 1
    }
    for place in item.places { try feed.place(place) }
  }

  /// Passes the complete part of an unfinished activity or course to the ``GeoFeed``.
  func finish() throws { try endItem() }

  /// Reports the file content that was omitted.
  ///
  /// - Throws: ``InputRefusal`` if nothing was read.
  func report() throws {
    feed.report.counts.skipped.trackPoints += tally.withoutPosition
    feed.report.creator = tally.creator ?? tally.author
    // If the positions are out of range, the diagnostics give the reason and the remedy.
    guard feed.report.counts.usable > 0 || feed.hasInvalidPositions else {
      guard tally.unreadablePositions == 0 else {
        throw InputRefusal(
          code: .inputNothingUsable,
          message: """
            the TCX file contains no valid positions: the latitude or longitude of \
            \(Numbers.counted(tally.unreadablePositions, "point")) is missing or is not a number
            """)
      }
      throw InputRefusal(
        code: .inputNothingUsable,
        message: tally.withoutPosition > 0
          ? """
          the TCX file contains no positions: all \(tally.withoutPosition) trackpoints were \
          recorded indoors or without a satellite fix
          """
          : "the TCX file contains no positions")
    }
    tally.report(to: feed)
  }
}
