import Foundation
import Geodesy

/// A writer for TCX files that are valid under the schema TrainingCenterDatabase v2.
///
/// A track with times is written as an activity, with a lap for each segment. A route, or a track
/// without times, is written as a course. Places are written as the course points of the first
/// course.
///
/// According to the schema, a lap's totals come before its points, and activities before courses.
/// The current lap and all courses are therefore held in a ``ByteSpool``.
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
  /// The XML of the current lap's trackpoints or the current course's tracks.
  let body = ByteSpool()
  var bodyOutput: OutputBuffer
  private let courses = ByteSpool()
  var courseOutput: OutputBuffer
  var losses = TCXLosses()
  private var log = WritingLog(format: "TCX")
  var path: GeoPathHeader?
  /// Whether the current path is written as a course. Nil if none of its points have been received
  /// yet.
  var isCourse: Bool?
  var segment: Int?
  private var segments = WrittenSegments()
  var totals = Totals()
  /// The totals of each lap, as stated in the path's source file. ``lapOfSegment`` contains the lap
  /// index of each segment.
  var laps: [[String: String]] = []
  var lapOfSegment: [Int] = []
  var lap: Int?
  /// The number of laps in the current path that are written with the totals from the source file.
  var restoredLaps = 0
  /// The identifier of the activity in the path's source file.
  var identifier: String?
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

  func use(_ header: GeoFileHeader?) { log.source = header ?? GeoFileHeader() }

  func place(_ place: GeoPlace) throws {
    try require(!hasPaths && !isFinished, "cannot write a place after a path")
    log.item = place.name
    try check(place.coordinate)
    losses.add(place)
    leaveOutValues(keptValues(place.kept).count)
    places.append(place)
  }

  func beginPath(_ header: GeoPathHeader) throws {
    try require(path == nil && !isFinished, "cannot begin a path before the current path has ended")
    hasPaths = true
    path = header
    isCourse = header.kind == .route ? true : nil
    segment = nil
    totals = Totals()
    log.item = header.name
    let values = keptValues(header.kept)
    laps = values.filter { $0.name == "lap" }.map { TCXLaps.totals($0.value) }
    lapOfSegment = TCXLaps.segments(laps, count: header.segments)
    identifier = values.first { $0.name == "Id" }?.value
    leaveOutValues(values.count { $0.name != "lap" && $0.name != "Id" })
    for lap in laps { leaveOutValues(lap.keys.count { !TCXElement.lapValues.contains($0) }) }
    (lap, restoredLaps) = (nil, 0)
    segments = WrittenSegments()
    losses.add(header)
    for kept in header.keptSegments.values { leaveOutValues(keptValues(kept).count) }
  }

  /// Reports the omission of values that were preserved from the extensions of a TCX file.
  private func leaveOutValues(_ count: Int) {
    log.leaveOut("values preserved from the extensions of a TCX file", count: count)
  }

  /// Returns the values preserved from TCX files, and reports all other content of the preserved
  /// markup.
  private func keptValues(_ kept: String?) -> [ForeignValue] {
    guard !options.stripsExtensions else { return [] }
    let values = log.foreignValues(in: kept)
    let own = values.filter { $0.format == TCXCodec.id }
    log.leaveOut("values from other formats", count: values.count - own.count)
    return own
  }

  func points(_ points: borrowing GeoPoints) throws {
    try require(path != nil, "cannot write points, because no path has been started")
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
    for kept in points.kept.values { leaveOutValues(keptValues(kept).count) }
    for index in 0..<points.count {
      if points.segments[index] != segment { try beginSegment(points.segments[index]) }
      segments.add(points.segments[index])
      try write(points, index)
    }
  }

  func endPath() throws {
    guard let header = path else {
      return try require(false, "cannot end a path, because no path has been started")
    }
    try endSegment()
    losses.emptySegments += segments.emptyCount(header)
    if isCourse == true {
      if header.kind == .track, segments.count > 1 { losses.segmentedCourses += 1 }
      try endCourse(header)
    } else if isCourse == false {
      try endActivity(header)
    } else {
      losses.emptyPaths += 1
    }
    losses.laps += laps.count - restoredLaps
    path = nil
  }

  func groups(_ groups: [GeoGroup]) throws {
    losses.groups += groups.count
  }

  func finish() throws -> [Diagnostic] {
    try require(path == nil && !isFinished, "cannot end the file before the current path has ended")
    isFinished = true
    if hasActivities { try output.write("  </Activities>\n".utf8) }
    if courseCount == 0, !places.isEmpty { try writePlaces() }
    if courseCount > 0 {
      try output.write("  <Courses>\n".utf8)
      try courseOutput.flush()
      try output.flush()
      try output.write(courses, 0..<courses.count)
      try output.write("  </Courses>\n".utf8)
    }
    try output.write(
      """
        <Author xsi:type="Application_t">
          <Name>\(GPXWriter.creator)</Name>
          <Build><Version><VersionMajor>1</VersionMajor><VersionMinor>0</VersionMinor></Version></Build>
          <LangID>en</LangID>
          <PartNumber>000-00000-00</PartNumber>
        </Author>
      </TrainingCenterDatabase>

      """.utf8)
    try output.flush()
    return losses.diagnostics + log.diagnostics
  }

  var omittedPaths: Int { losses.emptyPaths }

  // MARK: Checks

  private func require(_ condition: Bool, _ message: String) throws {
    guard condition else { throw GeoFormatsError.wrongOrder(message) }
  }

  func check(_ coordinate: Coordinate) throws {
    try log.check(latitude: coordinate.latitude, longitude: coordinate.longitude)
  }
}
