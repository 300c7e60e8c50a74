import CartographerCore

extension AppState {
  /// Requests the selected item's details, at most once per library revision.
  mutating func askForFacts() -> [Effect] {
    guard library.isLoaded, let id = selected, id.kind == .location || id.kind == .path,
      index.contains(id)
    else { return [] }
    return library.requestFacts(of: id)
  }
}
