extension GPXScan {
  /// Refuses the file for elements nested too deep.
  mutating func refuseDepth() {
    refuse(
      .limitDepth, element: nil,
      """
      elements are nested more than \(limits.depth) deep; nothing of the file is taken \
      (--no-limits lifts this limit)
      """)
  }

  /// Refuses the file for a text beyond the bound.
  mutating func refuseText(of element: String) {
    refuse(
      .limitText, element: element,
      """
      the text of \(element) is longer than \(limits.text) bytes; nothing of the file is taken \
      (--no-limits lifts this limit)
      """)
  }

  /// Refuses the file for an element of which too much would be kept.
  mutating func refuseFragment(of element: String) {
    refuse(
      .limitFragment, element: element,
      """
      more than \(limits.fragment) bytes of XML would be kept of one \(element); nothing of the \
      file is taken (--no-limits lifts this limit)
      """)
  }

  /// Refuses the file for more declarations of namespaces in force than are looked through.
  mutating func refuseDeclarations() {
    refuse(
      .limitFragment, element: nil,
      """
      more than \(GPXNamespaces.limit) declarations of namespaces hold here; nothing of the file is \
      taken (--no-limits lifts this limit)
      """)
  }

  /// Refuses the file for a tag, comment or attribute list beyond the bound.
  mutating func refuseToken() {
    refuse(
      .limitToken, element: nil,
      """
      a single tag or comment is longer than \(limits.token) bytes; nothing of the file is taken \
      (--no-limits lifts this limit)
      """)
  }
}
