import CartographerCore

extension AppState {
  /// What the details are to show besides the library's snapshot: of which item, at which revision.
  package struct FactsRequest: Sendable, Equatable {
    var id: ItemID
    var revision: Int64
  }

  /// Asks for what is known of the selected item, once for each state of the library.
  mutating func askForFacts() -> [Effect] {
    guard isLoaded, let id = selected, id.kind == .location || id.kind == .path,
      index.contains(id)
    else { return [] }
    let request = FactsRequest(id: id, revision: index.snapshot.revision)
    guard request != askedFacts else { return [] }
    askedFacts = request
    return [.loadFacts(id)]
  }

  /// Takes an answer, if it is of the item that is selected still.
  mutating func take(_ facts: ItemFacts) -> [Effect] {
    if facts.id == askedFacts?.id { self.facts = facts }
    return []
  }
}
