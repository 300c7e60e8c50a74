import GeoFormats
import Geodesy

/// Reads a file and checks that no error is thrown and that the items match the report.
///
/// - Parameter format: The identifier of the format, or nil to recognise it.
/// - Returns: Nil if the file is refused.
func read(
  _ bytes: some Sequence<UInt8>, as format: String? = nil,
  _ change: (inout GeoReadingOptions) -> Void = { _ in }
) -> (document: GeoDocument, report: GeoReadReport)? {
  let collector = GeoDocumentCollector()
  var options = GeoReadingOptions()
  options.format = format
  change(&options)
  guard let report = try? GeoFormat.read(MemorySource(bytes), into: collector, options: options)
  else { fatalError("the reader threw an error") }
  if report.isRefused { return nil }
  let document = collector.document
  let points = document.paths.reduce(0) { $0 + $1.points.count }
  check(document.places.count == report.counts.waypoints)
  check(document.paths.count == report.counts.routes + report.counts.tracks)
  check(points == report.counts.routePoints + report.counts.trackPoints)
  check(report.isComplete || !report.diagnostics.isEmpty)
  for path in document.paths {
    check(path.points.segments.allSatisfy { $0 >= 0 && $0 < max(path.header.segments, 1) })
    check(path.points.latitudes.allSatisfy { abs($0) <= 90 })
    check(path.points.longitudes.allSatisfy { abs($0) <= 180 })
    check(path.points.times.allSatisfy { !$0.isInfinite })
  }
  return (document, report)
}

extension GeoDocument {
  /// The paths in the order in which they are written: first the routes, then the tracks.
  var orderedPaths: [GeoPath] {
    paths.filter { $0.header.kind == .route } + paths.filter { $0.header.kind == .track }
  }
}

/// Writes a document and checks that no error is thrown.
func written(
  _ document: GeoDocument, as format: String, _ options: GeoWritingOptions = GeoWritingOptions()
) -> [UInt8] {
  guard let format = GeoFormat.named(format) else { fatalError("there is no format \(format)") }
  let sink = MemorySink()
  var options = options
  if options.unchangedSource == nil { options.headers = [document.header] }
  do {
    let writer = try format.writer(into: sink, options: options)
    writer.use(document.header)
    for place in document.places { try writer.place(place) }
    for path in document.orderedPaths {
      try writer.beginPath(path.header)
      try writer.points(path.points)
      try writer.endPath()
    }
    // The markup of an unchanged file contains the groups.
    if options.unchangedSource == nil { try writer.groups(document.header.groups) }
    _ = try writer.finish()
  } catch {
    fatalError("the writer threw an error: \(error)")
  }
  return sink.bytes
}

/// Reads a file that was written, which must not be refused.
func readBack(_ bytes: [UInt8], as format: String) -> (
  document: GeoDocument, report: GeoReadReport
) {
  guard let result = read(bytes, as: format) else {
    fatalError("the reader refused the output:\n\(shown(bytes))")
  }
  return result
}

/// Writes a document as a table, reads it back and compares the positions, elevations and times.
func checkTable(of document: GeoDocument, as format: String) {
  let output = written(document, as: format)
  let again = readBack(output, as: format).document
  check(again.places.map(\.coordinate) == document.places.map(\.coordinate), output)
  let paths = document.orderedPaths.filter { !$0.points.isEmpty }
  check(again.paths.map(\.points.latitudes) == paths.map(\.points.latitudes), output)
  check("\(again.paths.map(\.points.elevations))" == "\(paths.map(\.points.elevations))", output)
  check(zip(again.paths, paths).allSatisfy { areEqual($0.points.times, $1.points.times) }, output)
}

/// Returns whether times are equal within the milliseconds that are written.
private func areEqual(_ times: [Double], _ others: [Double]) -> Bool {
  times.count == others.count
    && zip(times, others).allSatisfy { abs($0 - $1) < 0.002 || $0.isNaN && $1.isNaN }
}

func shown(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

/// Ends the run and reports the line of a failed condition, which an optimized `precondition` would
/// not do.
func check(
  _ condition: Bool, _ output: @autoclosure () -> [UInt8] = [], file: StaticString = #fileID,
  line: Int = #line
) {
  if !condition {
    fatalError("the condition in line \(line) of \(file) is false\n\(shown(output()))")
  }
}
