import Foundation
import GPXCompare
import GeoFormats

/// Fuzzes the fidelity of a round trip: reads the input, writes it back and compares both.
///
/// The output must be equivalent to the input by the rules of ``GPXComparison``, unless the reader reported a
/// loss.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzFidelity(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  let collector = GeoDocumentCollector()
  guard let report = try? GeoFormat.read(MemorySource(bytes), into: collector) else {
    fatalError("the reader threw an error")
  }
  if report.isRefused || !report.isComplete { return 0 }
  // Values that the reader could not interpret are written back unchanged. A repaired document or an omission
  // cannot come back unchanged, so such inputs are skipped.
  let values: Set<Diagnostic.Code> = [
    .namespaceUndeclared, .valueInvalid, .timeUnreadable, .elevationUnreadable,
    .elevationDecimalComma,
  ]
  guard report.diagnostics.allSatisfy({ $0.action == .kept || values.contains($0.code) }),
    let left = try? XMLTree(bytes: bytes), left.skippedEntities.isEmpty,
    let output = try? RoundTripWriting.unchangedSource(collector.document)
  else { return 0 }
  do {
    let comparison = GPXComparison(left, try XMLTree(bytes: output))
    if let difference = comparison.differences.first {
      fatalError("\(difference)\n\(String(decoding: output, as: UTF8.self))")
    }
  } catch {
    fatalError("the output is not valid XML: \(error)\n\(String(decoding: output, as: UTF8.self))")
  }
  return 0
}
