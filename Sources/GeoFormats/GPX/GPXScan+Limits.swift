import Geodesy

extension GPXScan {
  /// Rejects the file because its elements are nested too deeply.
  mutating func refuseDepth() {
    refuse(
      .limitDepth, element: nil,
      """
      elements are nested more than \(limits.depth) levels deep; the file was rejected \
      (`--no-limits` lifts this limit)
      """)
  }

  /// Rejects the file because an element's text is longer than the limit.
  mutating func refuseText(of element: String) {
    refuse(
      .limitText, element: element,
      """
      the text of \(element) is longer than \(limits.text) bytes; the file was rejected \
      (`--no-limits` lifts this limit)
      """)
  }

  /// Rejects the file because the preserved markup of an element would exceed the limit.
  mutating func refuseFragment(of element: String) {
    refuse(
      .limitFragment, element: element,
      """
      more than \(limits.preservedMarkup) bytes of XML would be preserved for one \(element); the file \
      was rejected (`--no-limits` lifts this limit)
      """)
  }

  /// Rejects the file because too many namespace declarations are in scope.
  mutating func refuseDeclarations() {
    refuse(
      .limitFragment, element: nil,
      """
      more than \(GPXNamespaces.limit) namespace declarations are in scope; the file was rejected \
      (`--no-limits` lifts this limit)
      """)
  }

  /// Rejects the file because a tag, comment or attribute list is longer than the limit.
  mutating func refuseToken() {
    refuse(
      .limitToken, element: nil,
      """
      a single tag or comment is longer than \(limits.token) bytes; the file was rejected \
      (`--no-limits` lifts this limit)
      """)
  }
}
