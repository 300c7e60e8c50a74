import GeoFormats

/// Fuzzes the TCX reader and writer: no input may trap, the delivered items must match the counts of the report,
/// and all points and places must come back from the written file.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzTCX(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = UnsafeBufferPointer(start: start, count: count)
  guard let document = read(bytes) else { return 0 }
  let sink = MemorySink()
  do {
    guard let format = GeoFormat.named("tcx") else { fatalError("there is no format tcx") }
    let writer = try format.writer(into: sink)
    writer.use(document.header)
    for place in document.places { try writer.place(place) }
    for kind in [GeoPathHeader.Kind.route, .track] {
      for path in document.paths where path.header.kind == kind {
        try writer.beginPath(path.header)
        try writer.points(path.points)
        try writer.endPath()
      }
    }
    _ = try writer.finish()
  } catch {
    fatalError("the writer threw an error: \(error)")
  }
  guard let again = read(sink.bytes) else {
    fatalError("the reader refused the output:\n\(sink.text)")
  }
  check(again.places.map(\.coordinate) == document.places.map(\.coordinate))
  check(latitudes(again) == latitudes(document))
  return 0
}

/// Returns all latitudes, in ascending order because the writer sorts the paths.
private func latitudes(_ document: GeoDocument) -> [Double] {
  document.paths.flatMap(\.points.latitudes).sorted()
}

private func read(_ bytes: some Sequence<UInt8>) -> GeoDocument? {
  let collector = GeoDocumentCollector()
  var options = GeoReadingOptions()
  options.format = "tcx"
  guard let report = try? GeoFormat.read(MemorySource(bytes), into: collector, options: options)
  else {
    fatalError("the reader threw an error")
  }
  if report.isRefused { return nil }
  let document = collector.document
  let points = document.paths.reduce(0) { $0 + $1.points.count }
  check(document.places.count == report.counts.waypoints)
  check(document.paths.count == report.counts.routes + report.counts.tracks)
  check(points == report.counts.routePoints + report.counts.trackPoints)
  check(report.isComplete || !report.diagnostics.isEmpty)
  for path in document.paths {
    check(path.points.segments.allSatisfy { $0 >= 0 && $0 < path.header.segments })
  }
  return document
}

/// Ends the run and reports the line of a failed condition, which an optimized `precondition` would not do.
private func check(_ condition: Bool, line: Int = #line) {
  if !condition { fatalError("the condition in line \(line) is false") }
}
