import CartographerCore

extension AppState {
  /// A request for the details of an item at a revision, for values that are not in the snapshot.
  package struct FactsRequest: Sendable, Equatable {
    var id: ItemID
    var revision: Int64
  }

  /// Requests the details of the selected item, once for each revision of the library.
  mutating func askForFacts() -> [Effect] {
    guard isLoaded, let id = selected, id.kind == .location || id.kind == .path,
      index.contains(id)
    else { return [] }
    let request = FactsRequest(id: id, revision: index.snapshot.revision)
    guard request != askedFacts else { return [] }
    askedFacts = request
    return [.loadFacts(id)]
  }

  /// Stores received details if their item is still selected.
  mutating func take(_ facts: ItemFacts) -> [Effect] {
    if facts.id == askedFacts?.id { self.facts = facts }
    return []
  }
}
