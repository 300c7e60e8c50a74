import Geodesy

extension GPXScan {
  /// Rejects the file because its elements are nested too deeply.
  mutating func refuseDepth() {
    refuse(
      .limitDepth, element: nil,
      """
      elements are nested more than \(Numbers.grouped(limits.depth)) levels deep; the file was rejected
      """)
  }

  /// Rejects the file because an element's text is longer than the limit.
  mutating func refuseText(of element: String) {
    refuse(
      .limitText, element: element,
      """
      the text of \(element) is longer than \(Numbers.grouped(limits.text)) bytes; the file was rejected
      """)
  }

  /// Rejects the file because the preserved markup of an element would exceed the limit.
  mutating func refuseFragment(of element: String) {
    refuse(
      .limitFragment, element: element,
      """
      more than \(Numbers.grouped(limits.preservedMarkup)) bytes of XML would be preserved for one \(element); the file \
      was rejected
      """)
  }

  /// Rejects the file because too many namespace declarations are in scope.
  mutating func refuseDeclarations() {
    refuse(
      .limitFragment, element: nil,
      """
      more than \(Numbers.grouped(GPXNamespaces.limit)) namespace declarations are in scope; the file was rejected
      """)
  }

  /// Rejects the file because a tag, comment or attribute list is longer than the limit.
  mutating func refuseToken() {
    refuse(
      .limitToken, element: nil,
      """
      a single tag or comment is longer than \(Numbers.grouped(limits.token)) bytes; the file was rejected
      """)
  }
}
