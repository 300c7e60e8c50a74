import CExpat

extension GPXScan {
  /// Takes note of a document type definition: one outside the file is reported, one of a further
  /// document ends the reading, since many could multiply what entities may grow to.
  mutating func foundDefinition(isExternal: Bool) {
    inDoctype = true
    if documents > 1 {
      note(
        .xmlTrailingContent, .skipped, element: "!DOCTYPE",
        "a further document with a type definition is left out")
      rootClosed = true
      stopped = true
      leavesDocumentOut = true
      XML_StopParser(parser, 0)
      return
    }
    guard isExternal else { return }
    note(
      .dtdExternal, .skipped, element: "!DOCTYPE",
      "the file names an external document type definition; it is never read")
  }

  /// Reports a reference to an entity that is outside the file or nowhere.
  mutating func foundForeignEntity(_ name: String) {
    note(
      .dtdEntitySkipped, .skipped, element: nil,
      "the entity &\(Excerpt.of(name)); is not in the file; its text is left out")
  }
}
