import CartographerCore

/// The order of items by their folded names, and by their ids where names are the same.
///
/// Ranks have gaps, so that a renamed item gets a new rank and all others keep theirs.
struct NameOrder: Sendable {
  private static let gap = 1 << 24

  private var ids: [ItemID]
  private var ranks: [ItemID: Int]

  /// - Complexity: O(*n* log *n*).
  init(_ keys: [ItemID: SearchKey]) {
    ids = keys.map { (name: $1.foldedName, id: $0) }.sorted { ($0.name, $0.id) < ($1.name, $1.id) }
      .map(\.id)
    ranks = [:]
    rankAll()
  }

  /// The place of an item in the order; comparable, not counting from 0.
  func rank(_ id: ItemID) -> Int { ranks[id] ?? .max }

  /// Removes items from the order, and inserts the ones that have a key at their new positions.
  ///
  /// - Parameters:
  ///   - renamed: The items, each once.
  ///   - keys: Those of all items of the order, and the new ones of the renamed items.
  /// - Complexity: O(*n*) for many items, else O(log *n*) for each and a move of the array.
  mutating func update(_ renamed: Set<ItemID>, _ keys: [ItemID: SearchKey]) {
    guard !renamed.isEmpty else { return }
    guard renamed.count < 64 else {
      self = NameOrder(keys)
      return
    }
    for id in renamed {
      guard let rank = ranks[id] else { continue }
      ids.remove(at: firstPosition { self.rank($0) >= rank })
      ranks[id] = nil
    }
    for id in renamed {
      if let key = keys[id] { insert(id, key.foldedName, keys) }
    }
  }

  /// Where the items of a condition begin, which all items behind the first one fulfil.
  private func firstPosition(where isBehind: (ItemID) -> Bool) -> Int {
    var (low, high) = (0, ids.count)
    while low < high {
      let middle = (low + high) / 2
      if isBehind(ids[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }

  private mutating func insert(_ id: ItemID, _ name: String, _ keys: [ItemID: SearchKey]) {
    let position = firstPosition { other in
      (keys[other]?.foldedName ?? "", other) > (name, id)
    }
    let before = position > 0 ? rank(ids[position - 1]) : -Self.gap
    let after = position < ids.count ? rank(ids[position]) : before + 2 * Self.gap
    ids.insert(id, at: position)
    ranks[id] = before + (after - before) / 2
    if after - before < 2 { rankAll() }
  }

  private mutating func rankAll() {
    ranks.removeAll(keepingCapacity: true)
    ranks.reserveCapacity(ids.count)
    for (position, id) in ids.enumerated() { ranks[id] = position * Self.gap }
  }
}
