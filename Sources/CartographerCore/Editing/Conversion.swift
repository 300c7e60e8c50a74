/// The kind of item that a conversion creates from places or paths.
package enum Conversion: String, Sendable, CaseIterable {
  case place, route, track

  /// Returns the edits that convert places or paths to this kind of item.
  ///
  /// - Parameter ids: The paths or places to convert.
  ///   Places become the new path's points in the given order.
  /// - Parameter name: The new path's name, or nil to combine the first and last places' names.
  /// - Parameter replacing: Whether to move the original items to the trash after the conversion.
  ///   The value is ignored for a conversion between routes and tracks, which modifies the existing
  ///   path.
  /// - Throws: ``LibraryError/Code/invalid`` if the items cannot be converted to this kind.
  package func edits(
    of ids: [ItemID], name: String? = nil, replacing: Bool = false
  ) throws(LibraryError) -> [LibraryEdit] {
    let kinds = Set(ids.map(\.kind))
    guard kinds.count == 1, let source = kinds.first, source != .group else {
      throw LibraryError(
        .invalid, "Places and paths cannot be converted together.",
        remedy: "Convert the places and the paths separately.")
    }
    guard name == nil || source == .location else {
      throw LibraryError(
        .invalid, "A name can be specified only when places are converted to a path.",
        remedy: "Omit the name, and rename the items after the conversion.")
    }
    let kind: PathKind? =
      switch self {
      case .place: nil
      case .route: .route
      case .track: .track
      }
    let made: LibraryEdit
    switch (source, kind) {
    case (.location, nil):
      throw LibraryError(
        .invalid, "The items are already places; convert them to a route or a track.")
    case (.location, let kind?): made = .pathOfPlaces(ids, kind: kind, name: name)
    case (_, nil): made = .placesOfPaths(ids)
    case (_, let kind?): return [.convert(ids, to: kind)]
    }
    return replacing ? [made, .trash(ids)] : [made]
  }
}
