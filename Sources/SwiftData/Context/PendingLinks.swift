/// The unsaved additions and removals of many-to-many links. For each link, only the latest change
/// is recorded.
struct PendingLinks {
  struct Pair: Hashable {
    let link: Int
    let a: ObjectIdentifier
    let b: ObjectIdentifier
  }

  struct Change {
    let a: any PersistentModel
    let b: any PersistentModel
    let isAdded: Bool
  }

  private(set) var changes: [Pair: Change] = [:]
  /// The changed links, in the order in which they first changed. The fixed order makes saves
  /// reproducible.
  private var order: [Pair] = []
  /// The changed links, indexed by object.
  private var pairsOf: [ObjectIdentifier: Set<Pair>] = [:]

  var isEmpty: Bool { changes.isEmpty }

  mutating func note(
    link: Int, a: any PersistentModel, b: any PersistentModel, isAdded: Bool
  ) {
    let pair = Pair(link: link, a: ObjectIdentifier(a), b: ObjectIdentifier(b))
    if let change = changes[pair] {
      guard change.isAdded != isAdded else { return }
      changes[pair] = Change(a: a, b: b, isAdded: isAdded)
    } else {
      changes[pair] = Change(a: a, b: b, isAdded: isAdded)
      order.append(pair)
      pairsOf[pair.a, default: []].insert(pair)
      pairsOf[pair.b, default: []].insert(pair)
    }
  }

  /// Returns the unsaved changes to an object's links in one link table.
  func changes(of model: any PersistentModel, link: Int, asFirst: Bool) -> [Change] {
    let id = ObjectIdentifier(model)
    return (pairsOf[id] ?? []).filter { $0.link == link && (asFirst ? $0.a : $0.b) == id }
      .compactMap { changes[$0] }
  }

  var ordered: [(link: Int, change: Change)] {
    order.compactMap { pair in changes[pair].map { (pair.link, $0) } }
  }

  mutating func removeAll() { self = PendingLinks() }
}
