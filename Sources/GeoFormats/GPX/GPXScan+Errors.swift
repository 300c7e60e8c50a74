import CExpat

extension GPXScan {
  /// Reports the parser's error, and passes the complete elements before the error to the
  /// ``GeoSink``.
  ///
  /// - Parameter problem: The damage to compressed data or exceeded limit that caused the error.
  ///   Nil if neither caused it.
  /// - Parameter end: The position after the last byte that was read.
  /// - Parameter stop: The position of the error.
  mutating func stopAtError(
    _ error: XML_Error, problem: InputDamage?, at end: InputPosition, stop: InputPosition
  ) {
    if error == XML_ERROR_AMPLIFICATION_LIMIT_BREACH {
      let (line, column) = position
      endEarly(
        .dtdAmplification, "the file's XML entities expand beyond the limit",
        at: Diagnostic.Place(line: line, column: column))
      return
    }
    switch error {
    case XML_ERROR_NO_ELEMENTS, XML_ERROR_UNCLOSED_TOKEN, XML_ERROR_PARTIAL_CHAR,
      XML_ERROR_UNCLOSED_CDATA_SECTION:
      if let problem {
        endEarly(problem.code, problem.message)
      } else {
        endEarly(.xmlTruncated, "the file ends at \(end), before its last element is closed")
      }
    default:
      let reason = XML_ErrorString(error).map { String(cString: $0) } ?? "unknown error"
      let share = stop.share.map { ", \($0)" } ?? ""
      endEarly(.xmlMalformed, "the XML is malformed: \(reason)\(share)")
    }
  }

  /// Reports the limit at which the parser stopped, and passes the preceding complete elements to
  /// the ``GeoSink``.
  mutating func stopAtLimit(_ limit: InputRefusal) {
    endEarly(limit.code, limit.message, at: limit.place)
  }

  /// Stops reading a damaged file, or a file that exceeds a limit. A file without usable content is
  /// rejected.
  private mutating func endEarly(
    _ code: Diagnostic.Code, _ message: String, at place: Diagnostic.Place? = nil
  ) {
    let isUsable = report.counts.usable > 0
    let (line, column) = position
    let element = context == .document ? nil : context.text
    let end =
      if code.isLimit {
        isUsable ? InputRefusal.readPartly : InputRefusal.rejected
      } else {
        isUsable ? "; complete elements before this position were read" : ""
      }
    let diagnostic = Diagnostic(
      at: place ?? Diagnostic.Place(line: line, column: column, element: element), code: code,
      action: isUsable ? .skipped : .refused, message: message + end)
    log.add(diagnostic)
    report.isComplete = false
    if !isUsable { report.refusal = diagnostic }
    parsing.resume()
    breakOff()
    parsing.stop()
  }
}
