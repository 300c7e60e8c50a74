extension GPXWriter {
  /// Returns an item's preserved markup with the current extension values. Extension values are
  /// values for which GPX has no element, such as the colour.
  ///
  /// If the updated markup contains the symbol, no `sym` element is written.
  ///
  /// - Parameter symbol: The place's symbol, or nil.
  /// - Returns: The updated markup, and whether the symbol is included.
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
