import CExpat

extension GPXScan {
  /// Processes the start of a document type definition (DTD). An external definition is reported. A
  /// second or later document with a definition is skipped, because the limit on entity expansion
  /// applies to each document separately.
  mutating func foundDefinition(isExternal: Bool) {
    document.isInDoctype = true
    if document.number > 1 {
      note(
        .xmlTrailingContent, .skipped, element: "!DOCTYPE",
        "an additional XML document was skipped, because it has a document type definition")
      document.isClosed = true
      parsing.stop()
      document.isSkipped = true
      XML_StopParser(parser, 0)
      return
    }
    guard isExternal else { return }
    note(
      .dtdExternal, .skipped, element: "!DOCTYPE",
      "the file refers to an external document type definition, which is never loaded")
  }

  /// Reports a reference to an external or undefined entity.
  mutating func foundForeignEntity(_ name: String) {
    note(
      .dtdEntitySkipped, .skipped, element: nil,
      "the entity &\(Excerpt.of(name)); is external or undefined; it was skipped")
  }
}
