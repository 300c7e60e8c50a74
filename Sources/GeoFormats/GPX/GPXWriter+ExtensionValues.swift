extension GPXWriter {
  /// Returns preserved markup with an item's values for which GPX has no element.
  ///
  /// - Parameter symbol: The symbol of a place.
  /// - Returns: The markup, and whether it contains the symbol, so that GPX's own element is
  ///   unnecessary.
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
