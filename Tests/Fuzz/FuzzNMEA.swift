import GeoFormats

/// Fuzzes the reader of NMEA 0183 logs, and writes what was read as a table.
///
/// The first byte of the input says whether checksums count; the rest is the file. Without
/// checksums, the reader also reads sentences that the fuzzer changed.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzNMEA(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  var bytes = Array(UnsafeBufferPointer(start: start, count: count))
  guard let choice = bytes.first else { return 0 }
  bytes.removeFirst()
  if choice & 1 != 0 { bytes = bytes.map { $0 == UInt8(ascii: "*") ? UInt8(ascii: ",") : $0 } }
  guard let (document, report) = read(bytes, as: "nmea"), report.counts.usable > 0 else { return 0 }
  checkTable(of: document, as: "csv")
  return 0
}
