/// Adds up which items go to which groups, each once however many rules say so.
struct GroupTally<Item: Hashable> {
  private enum Key: Hashable {
    case id(ItemID)
    /// A group that is to be made.
    case name(String)
  }

  private var places: [Key: Int] = [:]
  private var entries: [(id: ItemID?, name: String, items: [Item])] = []

  /// - Parameter id: Nil for a group that is to be made of its name.
  mutating func add(_ items: [Item], to name: String, _ id: ItemID?) {
    let key = id.map(Key.id) ?? .name(name)
    if let place = places[key] {
      entries[place].items = (entries[place].items + items).unique
    } else {
      places[key] = entries.count
      entries.append((id, name, items))
    }
  }

  /// The groups in the order they were first named, those that get nothing too.
  var groups: [ImportReport.Group] {
    entries.map { ImportReport.Group(id: $0.id, name: $0.name, items: $0.items.count) }
  }

  /// All items that go to some group.
  var items: Set<Item> { Set(entries.lazy.flatMap(\.items)) }
}
