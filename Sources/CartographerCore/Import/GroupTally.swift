/// A record of the items that an import adds to each group, without duplicates.
struct GroupTally<Item: Hashable> {
  private enum Key: Hashable {
    case id(ItemID)
    /// The name of a group to be created.
    case name(String)
  }

  private var indices: [Key: Int] = [:]
  private var entries: [(id: ItemID?, name: String, items: [Item])] = []

  /// Adds items to a group's tally.
  ///
  /// - Parameter id: The group's id, or nil for a group that will be created with the given name.
  mutating func add(_ items: [Item], to name: String, _ id: ItemID?) {
    let key = id.map(Key.id) ?? .name(name)
    if let index = indices[key] {
      entries[index].items = (entries[index].items + items).unique
    } else {
      indices[key] = entries.count
      entries.append((id, name, items))
    }
  }

  /// The groups in the order in which they were first added, including groups without items.
  var groups: [ImportReport.TargetGroup] {
    entries.map { ImportReport.TargetGroup(id: $0.id, name: $0.name, items: $0.items.count) }
  }

  /// The items that are added to at least one group.
  var items: Set<Item> { Set(entries.lazy.flatMap(\.items)) }
}
