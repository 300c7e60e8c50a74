import GeoFormats

/// Fuzzes Google's timelines: no input may trap, and the delivered items must match the counts of
/// the report.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzTimeline(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = UnsafeBufferPointer(start: start, count: count)
  _ = read(bytes, as: "google-timeline") { $0.maximumAccuracy = 100 }
  return 0
}
