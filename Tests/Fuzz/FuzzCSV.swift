import GeoFormats

/// Fuzzes the reader of tables, and writes what was read as a table.
///
/// The first byte of the input selects the format and the options; the rest is the file.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzCSV(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  guard let choice = bytes.first else { return 0 }
  let result = read(bytes.dropFirst(), as: choice & 1 == 0 ? "csv" : "tsv") {
    $0.swapsCoordinates = choice & 4 != 0
    $0.rowKind = [nil, .places, .path, nil][Int(choice >> 3 & 3)]
    $0.columns = choice & 32 != 0 ? "lat=1,lon=2,time=3,name=4" : nil
  }
  guard let (document, report) = result, report.counts.usable > 0 else { return 0 }
  checkTable(of: document, as: choice & 64 != 0 ? "tsv" : "csv")
  return 0
}
