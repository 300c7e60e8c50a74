extension GPXScan {
  /// Reports a document type definition outside the file.
  mutating func foundExternalDefinition() {
    note(
      .dtdExternal, .skipped, element: "!DOCTYPE",
      "the file names an external document type definition; it is never read")
  }

  /// Reports a reference to an entity that is outside the file or nowhere.
  mutating func foundForeignEntity(_ name: String) {
    let bytes = Array(name.utf8)
    let shown = bytes.withUnsafeBufferPointer { Excerpt.of($0) }
    note(
      .dtdEntitySkipped, .skipped, element: nil,
      "the entity &\(shown); is not in the file; its text is left out")
  }
}
