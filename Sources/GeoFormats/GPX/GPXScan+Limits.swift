import CExpat
import Geodesy

extension GPXScan {
  /// Stops reading because the file exceeds a limit. After the parser has stopped,
  /// ``stopAtLimit(_:)`` passes the preceding complete elements to the ``GeoSink``.
  private mutating func endEarly(
    _ code: Diagnostic.Code, element: String?, _ message: String
  ) {
    // The open elements of a file that ends early are completed regardless of the limits.
    guard report.isComplete else { return }
    let (line, column) = position
    parsing.stop(
      at: InputRefusal(
        code: code, message: message,
        place: Diagnostic.Place(line: line, column: column, element: element)))
    XML_StopParser(parser, 0)
  }

  /// Stops reading because elements are nested too deeply.
  mutating func limitDepth() {
    endEarly(
      .limitDepth, element: nil,
      """
      elements are nested more than \(Numbers.grouped(limits.depth)) levels deep
      """)
  }

  /// Stops reading because an element's text is longer than the limit.
  mutating func limitText(of element: String) {
    endEarly(
      .limitText, element: element,
      """
      the text of \(element) is longer than \(Numbers.grouped(limits.text)) bytes
      """)
  }

  /// Stops reading because the preserved markup of an element would exceed the limit.
  mutating func limitFragment(of element: String) {
    endEarly(
      .limitFragment, element: element,
      """
      more than \(Numbers.grouped(limits.preservedMarkup)) bytes of XML would be preserved for one \(element)
      """)
  }

  /// Stops reading because too many namespace declarations are in scope.
  mutating func limitDeclarations() {
    endEarly(
      .limitFragment, element: nil,
      """
      more than \(Numbers.grouped(GPXNamespaces.limit)) namespace declarations are in scope
      """)
  }

  /// Stops reading because a tag, comment or attribute list is longer than the limit.
  mutating func limitToken() {
    endEarly(
      .limitToken, element: nil,
      """
      a single tag or comment is longer than \(Numbers.grouped(limits.token)) bytes
      """)
  }
}
