/// What places or paths are made into.
package enum Conversion: String, Sendable, CaseIterable {
  case place, route, track

  /// The changes that do it.
  ///
  /// - Parameters:
  ///   - ids: Places in the order in which a path leads through them, or paths.
  ///   - name: What a path of places is called; nil for one made of the names of its ends.
  ///   - replacing: Whether what others are made of goes to the trash. A path of another kind stays
  ///     itself.
  /// - Throws: ``LibraryError/Code/invalid`` for items of which this cannot be made.
  package func edits(
    of ids: [ItemID], name: String? = nil, replacing: Bool = false
  ) throws(LibraryError) -> [LibraryEdit] {
    let kinds = Set(ids.map(\.kind))
    guard kinds.count == 1, let source = kinds.first, source != .group else {
      throw LibraryError(
        .invalid, "Either places or paths are converted.",
        remedy: "Convert them one kind after the other.")
    }
    guard name == nil || source == .location else {
      throw LibraryError(
        .invalid, "A new name is for a path made of places.", remedy: "See: cartographer edit")
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
      throw LibraryError(.invalid, "These are places; make them a route or a track.")
    case (.location, let kind?): made = .pathOfPlaces(ids, kind: kind, name: name)
    case (_, nil): made = .placesOfPaths(ids)
    case (_, let kind?): return [.convert(ids, to: kind)]
    }
    return replacing ? [made, .trash(ids)] : [made]
  }
}
