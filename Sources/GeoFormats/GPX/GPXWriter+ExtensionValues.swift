extension GPXWriter {
  /// Returns an item's preserved markup with the current values for which GPX has no element, such
  /// as the colour.
  ///
  /// - Parameter symbol: The symbol of a place, or nil.
  /// - Returns: The markup, and whether it contains the symbol, in which case no `sym` element is
  ///   written.
  func withExtras(
    _ kept: PreservedMarkup.Content?, symbol: String? = nil, _ extras: GeoExtras, in parent: GPXName
  ) -> (kept: PreservedMarkup.Content?, hasSymbol: Bool) {
    guard !options.stripsExtensions, kept != nil || !extras.isEmpty else { return (kept, false) }
    var revision = PreservedMarkup.ExtensionRevision(
      version: version, prefix: prefix, bindings: rootBindings)
    let result = revision.revised(
      kept, symbol: symbol, extras, in: parent, keepsGroups: options.keepsGroups)
    reportReplaced(revision.replaced, element: parent.text)
    return result
  }
}
