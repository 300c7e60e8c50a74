import Foundation
import Geodesy

extension TCXWriter {
  /// The time that is written for the first point of a course without times: 1970-01-01T00:00:00Z.
  /// The schema requires a time for each point. The reader recognises this placeholder.
  static let placeholder = -978_307_200.0

  // MARK: Activities

  func beginActivity(_ points: borrowing GeoPoints) throws {
    if !hasActivities { try output.write("  <Activities>\n".utf8) }
    hasActivities = true
    let sport = TCXLaps.sport(path?.type)
    if let type = path?.type, TCXLaps.sport(type) != type { losses.types += 1 }
    totals.last = points.times.first(where: Timestamp.writable.contains) ?? Self.placeholder
    try output.reserve()
    try output.write("    <Activity Sport=\"\(sport)\">\n      <Id>".utf8)
    try output.reserve()
    if let identifier, Timestamp.writable.contains(Timestamp.parse(identifier)) {
      losses.replacedCharacters += try output.write(escaped: identifier)
    } else {
      output.put(time: totals.last)
    }
    try output.write("</Id>\n".utf8)
  }

  func endActivity(_ header: GeoPathHeader) throws {
    let name = header.name.flatMap(TCXText.singleLine)
    let notes = Self.notes(header, name: name)
    losses.add(name: header.name, limit: nil)
    if name == nil, TCXText.separated(notes: notes).name != nil { losses.firstLinesAsNames += 1 }
    if let notes {
      try output.write("      <Notes>".utf8)
      losses.replacedCharacters += try output.write(escaped: notes)
      try output.write("</Notes>\n".utf8)
    }
    try output.write("    </Activity>\n".utf8)
  }

  // MARK: Segments

  func beginSegment(_ segment: Int) throws {
    let lap = segment < lapOfSegment.count ? lapOfSegment[segment] : laps.count + segment
    if self.segment != nil, isCourse == false, lap == self.lap {
      // A further track of the same lap: the way between the tracks does not count.
      try bodyOutput.write("        </Track>\n        <Track>\n".utf8)
      totals.end = nil
    } else {
      try endSegment()
      if isCourse == true {
        try bodyOutput.write("      <Track>\n".utf8)
      } else {
        totals = Totals(last: totals.last)
      }
    }
    self.segment = segment
    self.lap = lap
  }

  func endSegment() throws {
    guard segment != nil else { return }
    segment = nil
    if isCourse == true {
      try bodyOutput.write("      </Track>\n".utf8)
      return
    }
    var kept = lap.flatMap { $0 < laps.count ? laps[$0] : nil } ?? [:]
    var start = totals.first.isNaN ? Self.placeholder : totals.first
    if let original = TCXLaps.start(of: kept, at: start) {
      start = original
      restoredLaps += 1
    } else {
      kept = [:]
    }
    try output.reserve()
    output.put("      <Lap StartTime=\"")
    output.put(time: start)
    output.put("\">\n")
    for (name, value) in TCXLaps.elements(kept, totals) {
      try output.write("        <\(name)>\(value)</\(name)>\n".utf8)
    }
    try output.write("        <Track>\n".utf8)
    try moveBody(to: &output)
    let extensions = TCXLaps.extensions(kept).map { "\n        \($0)" } ?? ""
    try output.write("        </Track>\(extensions)\n      </Lap>\n".utf8)
  }

  private func moveBody(to output: inout OutputBuffer) throws {
    try bodyOutput.flush()
    try output.write(body, 0..<body.count)
    body.removeAll()
  }

  // MARK: Points

  func write(_ points: borrowing GeoPoints, _ index: Int) throws {
    let coordinate = points.coordinate(at: index)
    try check(coordinate)
    if let end = totals.end {
      totals.metres += Geodesic.distanceMetres(from: end, to: coordinate)
    }
    totals.end = coordinate
    totals.start = totals.start ?? coordinate
    let time = self.time(points.times[index])
    if totals.first.isNaN { totals.first = time }
    totals.last = time
    totals.count += 1
    try bodyOutput.reserve()
    bodyOutput.put("          <Trackpoint><Time>")
    bodyOutput.put(time: time)
    bodyOutput.put("</Time><Position><LatitudeDegrees>")
    try bodyOutput.write(coordinate.latitude, decimals: nil)
    try bodyOutput.reserve()
    bodyOutput.put("</LatitudeDegrees><LongitudeDegrees>")
    try bodyOutput.write(coordinate.longitude, decimals: nil)
    try bodyOutput.reserve()
    bodyOutput.put("</LongitudeDegrees></Position>")
    let elevation = points.elevations[index]
    if elevation.isFinite { try element("AltitudeMeters", elevation) }
    if !options.stripsExtensions { try writeSensors(points, index) }
    try bodyOutput.reserve()
    bodyOutput.put("</Trackpoint>\n")
  }

  /// Returns the time to write for a point. If the point has no time, an activity repeats the time
  /// of the previous point, and a course uses an artificial time, calculated from ``placeholder``
  /// and a speed of 4 m/s.
  private func time(_ time: Double) -> Double {
    if !options.stripsTimes, Timestamp.writable.contains(time) { return time }
    losses.pointsWithoutTime += 1
    guard isCourse == true else { return totals.last }
    // A pace of 4 m/s, so that a device's virtual partner moves.
    return totals.count == 0 ? Self.placeholder : Self.placeholder + (totals.metres / 4).rounded()
  }

  private func writeSensors(_ points: borrowing GeoPoints, _ index: Int) throws {
    func value(_ sensor: GeoSensor) -> Double? {
      let column = points.sensors[sensor.rawValue]
      return column.isEmpty || !column[index].isFinite ? nil : column[index]
    }
    if let distance = value(.distance) { try element("DistanceMeters", distance) }
    if let rate = integer(value(.heartRate), 1...254) {
      try bodyOutput.write("<HeartRateBpm><Value>\(rate)</Value></HeartRateBpm>".utf8)
    }
    if let cadence = integer(value(.cadence), 0...254) {
      try bodyOutput.write("<Cadence>\(cadence)</Cadence>".utf8)
    }
    let speed = value(.speed)
    let power = integer(value(.power), 0...65_535)
    guard speed != nil || power != nil else { return }
    try bodyOutput.write("<Extensions><ns3:TPX>".utf8)
    if let speed { try element("ns3:Speed", speed) }
    if let power { try bodyOutput.write("<ns3:Watts>\(power)</ns3:Watts>".utf8) }
    try bodyOutput.write("</ns3:TPX></Extensions>".utf8)
  }

  private func integer(_ value: Double?, _ range: ClosedRange<Double>) -> Int? {
    guard let value else { return nil }
    let rounded = value.rounded()
    guard range.contains(rounded) else {
      losses.sensorsOutOfRange += 1
      return nil
    }
    if rounded != value { losses.sensorsRounded += 1 }
    return Int(rounded)
  }

  private func element(_ name: StaticString, _ value: Double) throws {
    try bodyOutput.reserve()
    bodyOutput.put("<")
    bodyOutput.put(name)
    bodyOutput.put(">")
    try bodyOutput.write(value, decimals: nil)
    try bodyOutput.reserve()
    bodyOutput.put("</")
    bodyOutput.put(name)
    bodyOutput.put(">")
  }

  // MARK: Courses

  func endCourse(_ header: GeoPathHeader) throws {
    let (name, notes) = TCXText.split(
      name: header.name, details: Self.notes(header, name: nil), limit: TCXText.courseName)
    losses.add(name: header.name, limit: TCXText.courseName)
    if header.type != nil { losses.types += 1 }
    if name == nil { losses.pathsWithoutName += 1 }
    try beginCourse(name ?? TCXText.noCourseName)
    try writeCourseLaps()
    try moveBody(to: &courseOutput)
    if let notes { try writeNotes(notes) }
    if courseCount == 1 { for place in places { try write(place) } }
    try endCourse(isNamed: name != nil)
  }

  /// Writes the laps of the source file if the course was not edited, or a single lap otherwise.
  private func writeCourseLaps() throws {
    guard let start = totals.start, let end = totals.end else { return }
    let isKept = TCXLaps.agree(laps, metres: totals.metres)
    if isKept { restoredLaps = laps.count }
    for lap in isKept ? laps : [[:]] {
      try courseOutput.write("      <Lap>\n".utf8)
      for (name, value) in TCXLaps.elements(lap, totals) where Self.courseLap.contains(name) {
        try courseOutput.write("        <\(name)>\(value)</\(name)>\n".utf8)
        // The source file's positions are not kept, so several laps have none.
        guard name == "DistanceMeters", !isKept || laps.count == 1 else { continue }
        try courseOutput.write(
          """
                  <BeginPosition>\(Self.position(start))</BeginPosition>
                  <EndPosition>\(Self.position(end))</EndPosition>

          """.utf8)
      }
      if let extensions = TCXLaps.extensions(lap) {
        try courseOutput.write("        \(extensions)\n".utf8)
      }
      try courseOutput.write("      </Lap>\n".utf8)
    }
  }

  /// The elements that the schema allows in a course's lap.
  private static let courseLap: Set<String> = [
    "TotalTimeSeconds", "DistanceMeters", "AverageHeartRateBpm", "MaximumHeartRateBpm", "Intensity",
    "Cadence",
  ]

  /// Writes the places of the file as a course that contains only course points.
  func writePlaces() throws {
    try beginCourse("Places")
    for place in places { try write(place) }
    try endCourse(isNamed: false)
  }

  private func beginCourse(_ name: String) throws {
    courseCount += 1
    try courseOutput.write("    <Course>\n      <Name>".utf8)
    losses.replacedCharacters += try courseOutput.write(escaped: name)
    try courseOutput.write("</Name>\n".utf8)
  }

  private func endCourse(isNamed: Bool) throws {
    if !isNamed { try courseOutput.write("      \(Self.unnamed)\n".utf8) }
    try courseOutput.write("    </Course>\n".utf8)
  }

  /// The extension element that marks an item's name as generated by the writer.
  private static let unnamed =
    "<Extensions><Unnamed xmlns=\"\(PreservedMarkup.ExtensionValues.namespace)\"/></Extensions>"

  private func writeNotes(_ notes: String) throws {
    try courseOutput.write("      <Notes>".utf8)
    losses.replacedCharacters += try courseOutput.write(escaped: notes)
    try courseOutput.write("</Notes>\n".utf8)
  }

  private func write(_ place: GeoPlace) throws {
    let details = [place.comment, place.details, place.extras.notes].compactMap(\.self)
    let (name, notes) = TCXText.split(
      name: place.name, details: details.isEmpty ? nil : details.joined(separator: "\n"),
      limit: TCXText.pointName)
    losses.add(name: place.name, limit: TCXText.pointName)
    let type = place.symbol.flatMap { TCXText.pointTypes.contains($0) ? $0 : nil }
    if place.symbol != nil, type == nil { losses.symbols += 1 }
    try courseOutput.write("      <CoursePoint>\n        <Name>".utf8)
    losses.replacedCharacters += try courseOutput.write(escaped: name ?? TCXText.noPointName)
    try courseOutput.reserve()
    courseOutput.put("</Name>\n        <Time>")
    let time = place.time?.timeIntervalSinceReferenceDate ?? .nan
    let isWritable = !options.stripsTimes && Timestamp.writable.contains(time)
    courseOutput.put(time: isWritable ? time : Self.placeholder)
    try courseOutput.write(
      "</Time>\n        <Position>\(Self.position(place.coordinate))</Position>\n".utf8)
    if let elevation = place.elevation, elevation.isFinite {
      let text = OutputBuffer.plainDecimal(elevation)
      try courseOutput.write("        <AltitudeMeters>\(text)</AltitudeMeters>\n".utf8)
    }
    try courseOutput.write("        <PointType>\(type ?? "Generic")</PointType>\n".utf8)
    if let notes { try writeNotes(notes) }
    if name == nil {
      losses.placesWithoutName += 1
      try courseOutput.write("        \(Self.unnamed)\n".utf8)
    }
    try courseOutput.write("      </CoursePoint>\n".utf8)
  }

  private static func position(_ coordinate: Coordinate) -> String {
    """
    <LatitudeDegrees>\(OutputBuffer.plainDecimal(coordinate.latitude))</LatitudeDegrees>\
    <LongitudeDegrees>\(OutputBuffer.plainDecimal(coordinate.longitude))</LongitudeDegrees>
    """
  }

  private static func notes(_ header: GeoPathHeader, name: String?) -> String? {
    let parts = [name, header.comment, header.details, header.extras.notes].compactMap(\.self)
    return parts.isEmpty ? nil : parts.joined(separator: "\n")
  }
}
