extension GPXWriter {
  /// Kept text that says what is known of an item besides GPX's own values.
  ///
  /// - Parameter symbol: Of a place.
  /// - Returns: The text, and whether it says the symbol, so that GPX's own element need not.
  func withExtras(
    _ kept: KeptText?, symbol: String? = nil, _ extras: GeoExtras, in parent: GPXName
  ) -> (kept: KeptText?, hasSymbol: Bool) {
    guard !options.stripsExtensions, kept != nil || !extras.isEmpty else { return (kept, false) }
    var revision = ExtrasRevision(version: version, prefix: prefix, bindings: rootBindings)
    let result = revision.revised(
      kept, symbol: symbol, extras, in: parent, keepsGroups: options.keepsGroups)
    reportReplaced(revision.replaced, element: parent.text)
    return result
  }
}
