import GeoFormats
import Geodesy

/// Fuzzes the TCX reader and writer: no input may trap, the delivered items must match the counts
/// of the report, and all points and places must come back from the written file.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzTCX(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  guard let (document, _) = read(UnsafeBufferPointer(start: start, count: count), as: "tcx") else {
    return 0
  }
  // Paths without points are left out, and a file without content is refused.
  let isWritable = !document.places.isEmpty || document.paths.contains { !$0.points.isEmpty }
  guard isWritable else { return 0 }
  let output = written(document, as: "tcx")
  let again = readBack(output, as: "tcx").document
  check(again.places.map(\.coordinate) == document.places.map(\.coordinate), output)
  check(latitudes(again) == latitudes(document), output)
  return 0
}

/// Returns all latitudes, in ascending order because the writer sorts the paths.
private func latitudes(_ document: GeoDocument) -> [Double] {
  document.paths.flatMap(\.points.latitudes).sorted()
}
