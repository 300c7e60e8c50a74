import Foundation
import GeoFormats

/// Reads what comes and writes it, again and again: the third output must be the second byte for
/// byte. The first may be laid out otherwise, where the file was not in order.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzRoundTrip(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  guard let first = rewritten(UnsafeBufferPointer(start: start, count: count)) else { return 0 }
  guard let second = rewritten(first), let third = rewritten(second) else {
    fatalError("the output is refused:\n\(shown(first))")
  }
  if third != second { fatalError("not the same again:\n\(shown(second))\n\(shown(third))") }
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
