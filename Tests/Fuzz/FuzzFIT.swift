import GeoFormats

/// Fuzzes the FIT reader: no input may trap, and the delivered items must match the counts of the report.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzFIT(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = UnsafeBufferPointer(start: start, count: count)
  let collector = GeoDocumentCollector()
  var options = GeoReadingOptions()
  options.format = "fit"
  guard let report = try? GeoFormat.read(MemorySource(bytes), into: collector, options: options)
  else {
    fatalError("the reader threw an error")
  }
  if report.isRefused { return 0 }
  let document = collector.document
  let points = document.paths.reduce(0) { $0 + $1.points.count }
  check(document.places.count == report.counts.waypoints)
  check(document.paths.count == report.counts.routes + report.counts.tracks)
  check(points == report.counts.routePoints + report.counts.trackPoints)
  check(report.isComplete || !report.diagnostics.isEmpty)
  for path in document.paths {
    check(!path.points.isEmpty)
    check(path.points.segments.allSatisfy { $0 >= 0 && $0 < path.header.segments })
    check(path.points.latitudes.allSatisfy { abs($0) <= 90 })
    check(path.points.longitudes.allSatisfy { abs($0) <= 180 })
    check(path.points.times.allSatisfy { !$0.isInfinite })
  }
  return 0
}

/// Ends the run and reports the line of a failed condition, which an optimized `precondition` would not do.
private func check(_ condition: Bool, line: Int = #line) {
  if !condition { fatalError("the condition in line \(line) is false") }
}
