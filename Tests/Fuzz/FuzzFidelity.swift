import Foundation
import GPXCompare
import GeoFormats

/// Reads what comes and writes it: what was written must say what came, by the rule of the round
/// trip, unless the reader reported a loss.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzFidelity(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  let collector = GeoDocumentCollector()
  guard let report = try? GeoFormat.read(MemorySource(bytes), into: collector) else {
    fatalError("the reader threw")
  }
  if report.isRefused || !report.isComplete { return 0 }
  // Values that were read otherwise than they stand are written back as they stood; a document
  // that had to be mended is not, nor is what was left out.
  let values: Set<Diagnostic.Code> = [
    .namespaceUndeclared, .valueInvalid, .timeUnreadable, .elevationUnreadable,
    .elevationDecimalComma,
  ]
  guard report.diagnostics.allSatisfy({ $0.action == .kept || values.contains($0.code) }),
    let left = try? XMLTree(bytes: bytes), left.skippedEntities.isEmpty,
    let output = try? RoundTripWriting.asItCame(collector.document)
  else { return 0 }
  do {
    let comparison = GPXComparison(left, try XMLTree(bytes: output))
    if let difference = comparison.differences.first {
      fatalError("\(difference)\n\(String(decoding: output, as: UTF8.self))")
    }
  } catch {
    fatalError("the output is no XML: \(error)\n\(String(decoding: output, as: UTF8.self))")
  }
  return 0
}
