import Foundation
import GeoFormats

/// Fuzzes the readers of tables and logs, and the round trip through a table.
///
/// The first byte of the input selects the format and the options; the rest is the file.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzText(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  guard let choice = bytes.first else { return 0 }
  var options = GeoReadingOptions()
  options.format = ["csv", "tsv", "nmea", "igc"][Int(choice & 3)]
  options.swapsCoordinates = choice & 4 != 0
  options.rowKind = [nil, .places, .path, nil][Int(choice >> 3 & 3)]
  options.columns = choice & 32 != 0 ? "lat=1,lon=2,time=3,name=4" : nil
  guard let document = read(Array(bytes.dropFirst()), options) else { return 0 }
  let sink = MemorySink()
  let format = GeoFormat.named(choice & 64 != 0 ? "tsv" : "csv")
  guard let writer = try? format?.writer(into: sink) else { fatalError("there is no writer") }
  do {
    writer.use(document.header)
    for place in document.places { try writer.place(place) }
    for path in document.paths {
      try writer.beginPath(path.header)
      try writer.points(path.points)
      try writer.endPath()
    }
    _ = try writer.finish()
  } catch {
    fatalError("the writer threw \(error)")
  }
  var plain = GeoReadingOptions()
  plain.format = format?.id
  guard let again = read(sink.bytes, plain) else {
    fatalError("the reader refused the output:\n\(sink.text)")
  }
  check(again.places.count == document.places.count, sink)
  check(again.places.map(\.coordinate) == document.places.map(\.coordinate), sink)
  let paths = document.paths.filter { !$0.points.isEmpty }
  check(again.paths.map(\.points.latitudes) == paths.map(\.points.latitudes), sink)
  check("\(again.paths.map(\.points.elevations))" == "\(paths.map(\.points.elevations))", sink)
  return 0
}

/// Reads a file and checks the report; returns nil for a refused file.
private func read(_ bytes: [UInt8], _ options: GeoReadingOptions) -> GeoDocument? {
  let collector = GeoDocumentCollector()
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
  return points + document.places.count == 0 ? nil : document
}

private func check(_ condition: Bool, _ sink: MemorySink? = nil, line: Int = #line) {
  if !condition { fatalError("the condition in line \(line) is false\n\(sink?.text ?? "")") }
}
