import GeoFormats

/// Fuzzes the KML codec: no input may trap, the items must match the report, and a written file
/// must be read back as the same items.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzKML(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  guard let (document, _) = read(UnsafeBufferPointer(start: start, count: count), as: "kml") else {
    return 0
  }
  let output = written(document, as: "kml")
  let (again, report) = readBack(output, as: "kml")
  check(report.isComplete, output)
  check(again.places.count == document.places.count, output)
  check(again.paths.count == document.paths.count, output)
  check(pointCount(again) == pointCount(document), output)
  return 0
}

private func pointCount(_ document: GeoDocument) -> Int {
  document.paths.reduce(0) { $0 + $1.points.count }
}
