import CExpat

extension GPXScan {
  /// Reports what the parser stumbled over, and delivers what stands complete before it.
  mutating func stopAtError(_ error: XML_Error) {
    if rootClosed {
      note(
        .xmlTrailingContent, .skipped, element: nil,
        "something follows the end of the document; it is left out")
      return
    }
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
      endEarly(.xmlTruncated, "the file ends before its last element is closed")
    case XML_ERROR_INVALID_TOKEN where offendingByte.map { $0 >= 0x80 } ?? false:
      let encoding = report.encoding ?? "UTF-8"
      endEarly(
        .encodingInvalidBytes,
        "the bytes here are not \(encoding); declare the file's true encoding and try again")
    default:
      let reason = XML_ErrorString(error).map { String(cString: $0) } ?? "unknown error"
      endEarly(.xmlMalformed, "the XML is broken here: \(reason)")
    }
  }

  /// Gives up at a tag, comment or attribute list beyond the bound.
  mutating func stopAtHugeToken(limit: Int) {
    stopped = true
    endEarly(.xmlTokenTooLong, "a single tag or comment of more than \(limit) bytes")
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

  /// The byte the parser stands at.
  private var offendingByte: UInt8? {
    var offset: Int32 = 0
    var size: Int32 = 0
    guard let context = XML_GetInputContext(parser, &offset, &size), offset < size else {
      return nil
    }
    return UInt8(bitPattern: context[Int(offset)])
  }
}
