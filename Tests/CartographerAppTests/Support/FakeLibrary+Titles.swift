import CartographerCore
import Geodesy

/// The titles of changes, which begin with the same verbs as in a store.
extension FakeLibrary {
  func title(of edit: LibraryEdit) -> ChangeTitle {
    switch edit {
    case .set(.name, let ids, let name?): ChangeTitle(.rename, "\(phrase(ids)) to \(name)")
    case .set(let field, let ids, nil):
      ChangeTitle(.clear, "\(field.rawValue) of \(phrase(ids))")
    case .set(.colour, let ids, let colour?):
      ChangeTitle(.colour, "\(phrase(ids)) \(ColourNames.name(of: colour))")
    case .set(let field, let ids, _): ChangeTitle(.change, "\(field.rawValue) of \(phrase(ids))")
    case .addPlace(let name, _, _, _, _): ChangeTitle(.add, "place \(name)")
    case .movePlace(let id, _): ChangeTitle(.move, phrase([id]))
    case .setPlaceElevation(let id, _): ChangeTitle(.change, "the elevation of \(phrase([id]))")
    case .setPlaceTime(let id, _): ChangeTitle(.change, "the time of \(phrase([id]))")
    case .duplicate(let ids): ChangeTitle(.duplicate, phrase(ids))
    case .mergePlaces(let clusters):
      ChangeTitle(.merge, "\(Numbers.counted(clusters.count, "place")) into others")
    case .convert(let ids, let kind): ChangeTitle(.make, "\(phrase(ids)) a \(kind.rawValue)")
    case .pathOfPlaces(let ids, let kind, _):
      ChangeTitle(.make, "\(kind.rawValue) from \(phrase(ids))")
    case .placesOfPaths(let ids): ChangeTitle(.make, "places at the points of \(phrase(ids))")
    case .rename(let names): ChangeTitle(.rename, phrase(names.map(\.id)))
    case .addPath(let name, let kind, _, _, _): ChangeTitle(.add, "\(kind.rawValue) \(name)")
    case .editPoints(let id, let edit): edit.title(path: phrase([id]))
    case .perform(let operation, let id, _): operation.title(path: phrase([id]))
    case .cut(let id, _), .split(let id, _): ChangeTitle(.split, phrase([id]))
    case .join(let ids, _, _):
      ChangeTitle(.join, "\(Numbers.counted(ids.count, "path")) as \(phrase([ids[0]]))")
    case .createGroup(let name, _): ChangeTitle(.create, "group \(name)")
    case .addToGroups(let ids, let groups):
      ChangeTitle(.add, "\(phrase(ids)) to \(phrase(groups))")
    case .removeFromGroups(let ids, let groups):
      ChangeTitle(.remove, "\(phrase(ids)) from \(phrase(groups))")
    case .itinerary(let id, let edit): title(of: edit, phrase([id]))
    case .trash(let ids): ChangeTitle(.delete, phrase(ids))
    case .restore(let ids): ChangeTitle(.restore, phrase(ids))
    case .purge(let ids): ChangeTitle(.delete, "\(phrase(ids)) permanently")
    case .revert(let ids, let change):
      ChangeTitle(.restore, "\(phrase(ids)) to the state before change \(change)")
    case .removeImport: ChangeTitle(.undo, "the import of a file")
    case .undoChange(let change): ChangeTitle(.undo, "change \(change)")
    }
  }

  private func title(of edit: ItineraryEdit, _ group: String) -> ChangeTitle {
    switch edit {
    case .add(let stops, _, _):
      ChangeTitle(.add, "\(Numbers.counted(stops.count, "stop")) to the itinerary of \(group)")
    case .remove(let ids):
      ChangeTitle(
        .remove, "\(Numbers.counted(ids.count, "stop")) from the itinerary of \(group)")
    case .move(let ids, _), .carry(let ids, _), .setDay(let ids, _), .shiftDay(let ids, _):
      ChangeTitle(.move, "\(Numbers.counted(ids.count, "stop")) in the itinerary of \(group)")
    case .beginDay: ChangeTitle(.begin, "a day of \(group)")
    case .joinDay: ChangeTitle(.join, "a day of \(group) with the day before")
    case .moveDay: ChangeTitle(.move, "a day of \(group)")
    case .setNote(let ids, _):
      ChangeTitle(
        .change,
        "the note of \(Numbers.counted(ids.count, "stop")) in the itinerary of \(group)")
    case .setTitle(let ids, _):
      ChangeTitle(.rename, "\(Numbers.counted(ids.count, "stop")) in the itinerary of \(group)")
    case .setState(let ids, let state):
      ChangeTitle(
        .mark,
        """
        \(Numbers.counted(ids.count, "stop")) as \(state.rawValue) in the itinerary of \(group)
        """)
    case .setFirstDay(nil): ChangeTitle(.clear, "the first day of \(group)")
    case .setFirstDay(let day?): ChangeTitle(.set, "the first day of \(group) to \(day)")
    }
  }

  /// Returns the name of a single item, or the number of items with their noun.
  private func phrase(_ ids: [ItemID]) -> String {
    if ids.count == 1, let name = name(of: ids[0]) { return name }
    let kinds = Set(ids.map(\.kind))
    return Numbers.counted(ids.count, kinds.count == 1 ? ids[0].kind.noun : "item")
  }

  private func name(of id: ItemID) -> String? {
    switch id.kind {
    case .location: content.snapshot.places.first { $0.id == id }?.name
    case .path: content.snapshot.paths.first { $0.id == id }?.name
    case .group: content.snapshot.groups.first { $0.id == id }?.name
    case .importRecord: nil
    }
  }
}
