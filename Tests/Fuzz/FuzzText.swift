import GeoFormats
import Geodesy

/// Fuzzes the readers of tables and logs, and the round trip through a table.
///
/// The first byte of the input selects the format and the options; the rest is the file.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzText(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  guard let choice = bytes.first else { return 0 }
  let result = read(bytes.dropFirst(), as: ["csv", "tsv", "nmea", "igc"][Int(choice & 3)]) {
    $0.swapsCoordinates = choice & 4 != 0
    $0.rowKind = [nil, .places, .path, nil][Int(choice >> 3 & 3)]
    $0.columns = choice & 32 != 0 ? "lat=1,lon=2,time=3,name=4" : nil
  }
  guard let (document, report) = result, report.counts.usable > 0 else { return 0 }
  let format = choice & 64 != 0 ? "tsv" : "csv"
  let output = written(document, as: format)
  let again = readBack(output, as: format).document
  check(again.places.map(\.coordinate) == document.places.map(\.coordinate), output)
  let paths = document.orderedPaths.filter { !$0.points.isEmpty }
  check(again.paths.map(\.points.latitudes) == paths.map(\.points.latitudes), output)
  check(
    "\(again.paths.map(\.points.elevations))" == "\(paths.map(\.points.elevations))", output)
  check(
    zip(again.paths, paths).allSatisfy { areEqual($0.points.times, $1.points.times) }, output)
  return 0
}

/// Returns whether times are equal within the milliseconds that are written.
private func areEqual(_ times: [Double], _ others: [Double]) -> Bool {
  times.count == others.count
    && zip(times, others).allSatisfy { abs($0 - $1) < 0.002 || $0.isNaN && $1.isNaN }
}
