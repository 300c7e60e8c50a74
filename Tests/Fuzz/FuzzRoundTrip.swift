import Foundation
import GeoFormats

/// Fuzzes repeated round trips: the third output must equal the second output byte for byte.
///
/// The first output may differ in layout, because the writer sorts the elements of the input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzRoundTrip(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  guard let first = rewritten(UnsafeBufferPointer(start: start, count: count)) else { return 0 }
  guard let second = rewritten(first), let third = rewritten(second) else {
    fatalError("the reader refused the output:\n\(shown(first))")
  }
  if third != second {
    fatalError("the third output differs from the second:\n\(shown(second))\n\(shown(third))")
  }
  return 0
}

private func rewritten(_ bytes: some Sequence<UInt8>) -> [UInt8]? {
  let collector = GeoDocumentCollector()
  guard let report = try? GeoFormat.read(MemorySource(bytes), into: collector) else {
    fatalError("the reader threw an error")
  }
  if report.isRefused { return nil }
  do {
    return try RoundTripWriting.unchangedSource(collector.document)
  } catch {
    fatalError("the writer threw an error: \(error)")
  }
}

private func shown(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
