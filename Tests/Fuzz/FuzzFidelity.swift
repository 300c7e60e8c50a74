import GPXCompare
import GeoFormats

/// Fuzzes the fidelity of a round trip: reads the input, writes it back and compares both.
///
/// The output must be equivalent to the input by the rules of ``GPXComparison``, unless the reader
/// reported a loss.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzFidelity(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  guard let (document, report) = read(bytes), report.isComplete else { return 0 }
  // Values that the reader could not interpret are written back unchanged. A repaired document or
  // an omission cannot come back unchanged, so such inputs are skipped.
  let values: Set<Diagnostic.Code> = [
    .namespaceUndeclared, .valueInvalid, .timeUnreadable, .elevationUnreadable,
    .elevationDecimalComma,
  ]
  guard report.diagnostics.allSatisfy({ $0.action == .kept || values.contains($0.code) }),
    let left = try? XMLTree(bytes: bytes), left.skippedEntities.isEmpty
  else { return 0 }
  let output = written(
    document, as: "gpx", GeoWritingOptions(unchangedSource: document.header))
  do {
    let comparison = GPXComparison(left, try XMLTree(bytes: output))
    if let difference = comparison.differences.first {
      fatalError("\(difference)\n\(shown(output))")
    }
  } catch {
    fatalError("the output is not valid XML: \(error)\n\(shown(output))")
  }
  return 0
}
