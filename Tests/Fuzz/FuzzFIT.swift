import GeoFormats

/// Fuzzes the FIT reader: no input may trap, and the delivered items must match the counts of the
/// report.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzFIT(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  guard let (document, _) = read(UnsafeBufferPointer(start: start, count: count), as: "fit") else {
    return 0
  }
  check(document.paths.allSatisfy { !$0.points.isEmpty })
  return 0
}
