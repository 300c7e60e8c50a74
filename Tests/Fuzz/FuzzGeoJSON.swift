import Foundation
import GeoFormats

/// Fuzzes GeoJSON: no input may trap, and a file that was read must survive being written and read again.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzGeoJSON(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  guard let first = read(UnsafeBufferPointer(start: start, count: count)) else { return 0 }
  let text = written(first)
  guard let second = read(text) else {
    fatalError("the reader refused the output:\n\(shown(text))")
  }
  check(second.places.count == first.places.count)
  check(second.paths.count == first.paths.count)
  for (place, old) in zip(second.places, first.places) {
    check(place.coordinate == old.coordinate)
    check(place.time == old.time)
  }
  let again = written(second)
  guard let third = read(again) else {
    fatalError("the reader refused the output:\n\(shown(again))")
  }
  check(written(third) == again)
  return 0
}

private func read(_ bytes: some Sequence<UInt8>) -> GeoDocument? {
  let collector = GeoDocumentCollector()
  var options = GeoReadingOptions()
  options.format = "geojson"
  guard let report = try? GeoFormat.read(MemorySource(bytes), into: collector, options: options)
  else {
    fatalError("the reader threw an error")
  }
  if report.isRefused { return nil }
  let document = collector.document
  check(document.places.count == report.counts.waypoints)
  check(document.paths.count == report.counts.routes + report.counts.tracks)
  check(report.isComplete || !report.diagnostics.isEmpty)
  for path in document.paths {
    check(path.points.segments.allSatisfy { $0 >= 0 && $0 < max(path.header.segments, 1) })
    check(path.points.latitudes.allSatisfy { abs($0) <= 90 })
    check(path.points.longitudes.allSatisfy { abs($0) <= 180 })
  }
  return document
}

private func written(_ document: GeoDocument) -> [UInt8] {
  let sink = MemorySink()
  var options = GeoWritingOptions()
  options.headers = [document.header]
  do {
    guard let writer = try GeoFormat.named("geojson")?.writer(into: sink, options: options) else {
      return []
    }
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

private func shown(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

/// Ends the run and reports the line of a failed condition, which an optimized `precondition` would not do.
private func check(_ condition: Bool, line: Int = #line) {
  if !condition { fatalError("the condition in line \(line) is false") }
}
