import Foundation
import Geodesy

/// Writes a TCX file that is valid by the schema TrainingCenterDatabase v2.
///
/// A track with times becomes an activity with a lap for each segment. A route, and a track without
/// times, becomes a course. Places become the course points of the first course.
///
/// The schema requires the totals of a lap before its points, and activities before courses.
/// Therefore the current lap and all courses are held in a ``TCXSpool``.
final class TCXWriter: GeoWriter {
  /// The totals of the current lap or course.
  struct Totals {
    var count = 0
    var metres = 0.0
    var first = Double.nan
    var last = Double.nan
    var start: Coordinate?
    var end: Coordinate?
  }

  let options: GeoWritingOptions
  var output: OutputBuffer
  /// The trackpoints of the current lap, or the tracks of the current course.
  let body = TCXSpool()
  var bodyOutput: OutputBuffer
  private let courses = TCXSpool()
  var courseOutput: OutputBuffer
  var losses = TCXLosses()
  /// The header of the source file of the current item.
  var source: GeoFileHeader?
  var path: GeoPathHeader?
  /// Whether the current path is written as a course, or nil before its first points.
  var isCourse: Bool?
  var segment: Int?
  var writtenSegments = 0
  var totals = Totals()
  /// The totals of the laps in the path's TCX file, and the index of each segment's lap.
  var laps: [[String: String]] = []
  var lapOfSegment: [Int] = []
  var lap: Int?
  var places: [GeoPlace] = []
  var hasActivities = false
  var courseCount = 0
  private var hasPaths = false
  private var isFinished = false

  init(into sink: any ByteSink, options: GeoWritingOptions) throws {
    self.options = options
    output = OutputBuffer(sink)
    bodyOutput = OutputBuffer(body)
    courseOutput = OutputBuffer(courses)
    try output.write(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <TrainingCenterDatabase xmlns="http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2" \
      xmlns:ns3="http://www.garmin.com/xmlschemas/ActivityExtension/v2" \
      xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" \
      xsi:schemaLocation="http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2 \
      http://www.garmin.com/xmlschemas/TrainingCenterDatabasev2.xsd">

      """.utf8)
  }

  deinit {
    output.deallocate()
    bodyOutput.deallocate()
    courseOutput.deallocate()
  }

  // MARK: GeoWriter

  func use(_ header: GeoFileHeader?) { source = header }

  func place(_ place: GeoPlace) throws {
    try require(!hasPaths && !isFinished, "a place follows a path")
    try GeoFormatsError.checkPosition(
      place.coordinate.latitude, place.coordinate.longitude, place.name)
    losses.add(place)
    places.append(place)
  }

  func beginPath(_ header: GeoPathHeader) throws {
    try require(path == nil && !isFinished, "a path begins inside another")
    hasPaths = true
    path = header
    isCourse = header.kind == .route ? true : nil
    segment = nil
    totals = Totals()
    let values = PreservedMarkup.foreignValues(in: header.kept, of: source ?? GeoFileHeader())
    laps = values.filter { $0.format == TCXCodec.id && $0.name == "lap" }.map {
      TCXLaps.totals($0.value)
    }
    lapOfSegment = TCXLaps.segments(laps)
    if lapOfSegment.count != header.segments { (laps, lapOfSegment) = ([], []) }
    lap = nil
    writtenSegments = 0
    let isForeign = values.allSatisfy { $0.format != TCXCodec.id }
    losses.add(header, hasOtherValues: header.kept != nil && isForeign)
  }

  func points(_ points: borrowing GeoPoints) throws {
    try require(path != nil, "points are outside a path")
    if points.isEmpty { return }
    let isCourse =
      self.isCourse
      ?? (options.stripsTimes || !points.times.contains(where: Timestamp.writable.contains))
    if self.isCourse == nil {
      self.isCourse = isCourse
      if !isCourse { try beginActivity(points) }
    }
    if path?.kind == .track, isCourse, totals.count == 0 { losses.tracksAsCourses += 1 }
    losses.add(points)
    for index in 0..<points.count {
      if points.segments[index] != segment { try beginSegment(points.segments[index]) }
      try write(points, index)
    }
  }

  func endPath() throws {
    guard let header = path else {
      return try require(false, "a path ends that did not begin")
    }
    try endSegment()
    losses.emptySegments += isCourse == nil ? 0 : max(header.segments - writtenSegments, 0)
    if isCourse == true {
      try endCourse(header)
    } else if isCourse == false {
      try endActivity(header)
    } else {
      losses.emptyPaths += 1
    }
    path = nil
  }

  func groups(_ groups: [GeoGroup]) throws {
    losses.groups += groups.count
  }

  func finish() throws -> [Diagnostic] {
    try require(path == nil && !isFinished, "the file ends inside a path")
    isFinished = true
    if hasActivities { try output.write("  </Activities>\n".utf8) }
    if courseCount == 0, !places.isEmpty { try writePlaces() }
    if courseCount > 0 {
      try output.write("  <Courses>\n".utf8)
      try courseOutput.flush()
      try output.flush()
      try courses.move { try output.write($0.bindMemory(to: UInt8.self)) }
      try output.write("  </Courses>\n".utf8)
    }
    try output.write("</TrainingCenterDatabase>\n".utf8)
    try output.flush()
    return losses.diagnostics
  }

  // MARK: Checks

  private func require(_ condition: Bool, _ message: String) throws {
    guard condition else { throw GeoFormatsError.wrongOrder(message) }
  }
}
