import CExpat

extension GPXScan {
  /// Reports the parser's error, and passes the complete elements before the error to the
  /// ``GeoSink``.
  ///
  /// - Parameter problem: The damage to the compressed data that caused the error, if any.
  /// - Parameter end: The end of the bytes that were read.
  /// - Parameter stop: The position of the error.
  mutating func stopAtError(
    _ error: XML_Error, problem: String?, at end: InputPosition, stop: InputPosition
  ) {
    if error == XML_ERROR_AMPLIFICATION_LIMIT_BREACH {
      report.isComplete = false
      refuse(
        .dtdAmplification, element: nil,
        "the file's XML entities expand beyond the limit; the file was rejected")
      return
    }
    switch error {
    case XML_ERROR_NO_ELEMENTS, XML_ERROR_UNCLOSED_TOKEN, XML_ERROR_PARTIAL_CHAR,
      XML_ERROR_UNCLOSED_CDATA_SECTION:
      if let problem {
        endEarly(.inputDamaged, problem)
      } else {
        endEarly(.xmlTruncated, "the file ends before its last element is closed, at \(end)")
      }
    default:
      let reason = XML_ErrorString(error).map { String(cString: $0) } ?? "unknown error"
      let share = stop.share.map { ", \($0)" } ?? ""
      endEarly(.xmlMalformed, "the XML is malformed: \(reason)\(share)")
    }
  }

  /// Stops reading a damaged file. A file without usable content is rejected.
  private mutating func endEarly(_ code: Diagnostic.Code, _ message: String) {
    let element = context == .document ? nil : context.text
    let isUsable = report.counts.usable > 0
    let (line, column) = position
    let diagnostic = Diagnostic(
      line: line, column: column, element: element, code: code,
      action: isUsable ? .skipped : .refused,
      message: message + (isUsable ? "; complete elements before this position were read" : ""))
    log.add(diagnostic)
    if !isUsable { report.refusal = diagnostic }
    parsing.resume()
    breakOff()
    parsing.stop()
  }
}
