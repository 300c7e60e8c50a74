import GeoFormats

/// Fuzzes the reader of flight logs, and writes what was read as a table.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzIGC(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let result = read(UnsafeBufferPointer(start: start, count: count), as: "igc")
  guard let (document, report) = result, report.counts.usable > 0 else { return 0 }
  checkTable(of: document, as: "csv")
  return 0
}
