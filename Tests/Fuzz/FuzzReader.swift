import Foundation
import GeoFormats

/// Reads whatever comes: nothing may trap, and what is delivered must be what the report counts.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzReader(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = UnsafeBufferPointer(start: start, count: count)
  let collector = GeoDocumentCollector()
  guard let report = try? GeoFormat.read(MemorySource(bytes), into: collector) else {
    fatalError("the reader threw")
  }
  if report.isRefused { return 0 }
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
  }
  return 0
}

/// Ends the run with the place that failed, which an optimised `precondition` would not tell.
private func check(_ condition: Bool, line: Int = #line) {
  if !condition { fatalError("line \(line) does not hold") }
}
