import CExpat

extension GPXScan {
  /// Reports what the parser stumbled over, and delivers what stands complete before it.
  ///
  /// - Parameter problem: Why the text ended, where its packing is broken.
  mutating func stopAtError(_ error: XML_Error, problem: String?) {
    if error == XML_ERROR_AMPLIFICATION_LIMIT_BREACH {
      report.isComplete = false
      refuse(
        .dtdAmplification, element: nil,
        "the file's entities grow beyond measure; nothing of it is taken")
      return
    }
    switch error {
    case XML_ERROR_NO_ELEMENTS, XML_ERROR_UNCLOSED_TOKEN, XML_ERROR_PARTIAL_CHAR,
      XML_ERROR_UNCLOSED_CDATA_SECTION:
      if let problem {
        endEarly(.inputDamaged, problem)
      } else {
        endEarly(.xmlTruncated, "the file ends before its last element is closed")
      }
    default:
      let reason = XML_ErrorString(error).map { String(cString: $0) } ?? "unknown error"
      endEarly(.xmlMalformed, "the XML is broken here: \(reason)")
    }
  }

  /// Ends a file that broke off: refused if nothing of it is usable.
  private mutating func endEarly(_ code: Diagnostic.Code, _ message: String) {
    let element = context == .document ? nil : context.text
    let isUsable = report.counts.usable > 0
    let (line, column) = position
    let diagnostic = Diagnostic(
      line: line, column: column, element: element, code: code,
      action: isUsable ? .skipped : .refused,
      message: message + (isUsable ? "; what stood complete before is kept" : ""))
    log.add(diagnostic)
    if !isUsable { report.refusal = diagnostic }
    stopped = false
    breakOff()
    stopped = true
  }
}
