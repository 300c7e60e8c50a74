import Foundation
import GeoFormats
import Geodesy

/// Fuzzes the KML codec: no input may trap, the items must match the report, and a written file must be
/// read back as the same items.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzKML(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  var options = GeoReadingOptions()
  options.format = "kml"
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  guard let (document, report) = read(bytes, options), !report.isRefused else { return 0 }
  let points = document.paths.reduce(0) { $0 + $1.points.count }
  check(document.places.count == report.counts.waypoints)
  check(document.paths.count == report.counts.routes + report.counts.tracks)
  check(points == report.counts.routePoints + report.counts.trackPoints)
  check(report.isComplete || !report.diagnostics.isEmpty)
  for path in document.paths {
    check(path.points.segments.allSatisfy { $0 >= 0 && $0 < max(path.header.segments, 1) })
    check(path.points.latitudes.allSatisfy { abs($0) <= 90 })
    check(path.points.longitudes.allSatisfy { abs($0) <= 180 })
  }
  let first = written(document)
  guard let (again, second) = read(first, options), !second.isRefused, second.isComplete else {
    fatalError("the written file is not read:\n\(String(decoding: first, as: UTF8.self))")
  }
  check(again.places.count == document.places.count && again.paths.count == document.paths.count)
  check(again.paths.reduce(0) { $0 + $1.points.count } == points)
  return 0
}

private func read(
  _ bytes: [UInt8], _ options: GeoReadingOptions
) -> (GeoDocument, GeoReadReport)? {
  let collector = GeoDocumentCollector()
  guard let report = try? GeoFormat.read(MemorySource(bytes), into: collector, options: options)
  else { fatalError("the reader threw an error") }
  return (collector.document, report)
}

private func written(_ document: GeoDocument) -> [UInt8] {
  let sink = MemorySink()
  do {
    guard let writer = try GeoFormat.named("kml")?.writer(into: sink) else { return [] }
    writer.use(document.header)
    for place in document.places { try writer.place(place) }
    for path in document.paths {
      try writer.beginPath(path.header)
      try writer.points(path.points)
      try writer.endPath()
    }
    try writer.groups(document.header.groups)
    _ = try writer.finish()
  } catch {
    fatalError("the writer threw an error: \(error)")
  }
  return sink.bytes
}

/// Ends the run and reports the line of a failed condition, which an optimized `precondition` would not do.
private func check(_ condition: Bool, line: Int = #line) {
  if !condition { fatalError("the condition in line \(line) is false") }
}
