import CartographerCore

extension AppState {
  /// Removes the marked items, or the selected item, from the open group.
  mutating func removeFromGroup() -> [Effect] {
    guard let scope = list.scope else { return [] }
    let ids = memberTargets
    list.unmark(ids)
    return send(.removeFromGroups(ids, groups: [scope]))
  }
}
