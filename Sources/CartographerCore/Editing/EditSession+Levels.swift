import CartographerModel

extension EditSession {
  /// Recomputes the levels of detail for all paths whose points may have been changed by the edits.
  func rebuildLevels(after edits: [LibraryEdit]) throws {
    guard edits.contains(where: \.changesPoints) else { return }
    let paths = (changed + created + deleted).filter { $0.kind == .path }
    try PathDetailWriter(context).rebuild(paths.map(\.key))
  }
}

extension LibraryEdit {
  /// Whether the edit can create paths or change the points of existing paths.
  fileprivate var changesPoints: Bool {
    switch self {
    case .addPath, .editPoints, .perform, .cut, .split, .join, .duplicate, .convert, .pathOfPlaces,
      .revert, .undoChange:
      true
    case .set, .addPlace, .movePlace, .setPlaceElevation, .setPlaceTime, .mergePlaces,
      .placesOfPaths, .rename,
      .createGroup,
      .addToGroups, .removeFromGroups, .itinerary, .trash, .restore, .purge, .removeImport:
      false
    }
  }
}
