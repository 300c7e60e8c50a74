import Foundation
import GeoFormats

/// Reads what comes, writes it, reads that and writes it again: the second output must be the
/// first byte for byte.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzRoundTrip(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  guard let first = rewritten(UnsafeBufferPointer(start: start, count: count)) else { return 0 }
  guard let second = rewritten(first) else { fatalError("the output is refused:\n\(shown(first))") }
  if first != second { fatalError("not the same again:\n\(shown(first))\n\(shown(second))") }
  return 0
}

private func rewritten(_ bytes: some Sequence<UInt8>) -> [UInt8]? {
  let collector = GeoDocumentCollector()
  guard let report = try? GeoFormat.read(MemorySource(bytes), into: collector) else {
    fatalError("the reader threw")
  }
  if report.isRefused { return nil }
  do {
    return try RoundTripWriting.asItCame(collector.document)
  } catch {
    fatalError("the writer threw \(error)")
  }
}

private func shown(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
