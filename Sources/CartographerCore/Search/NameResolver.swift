/// Finds the items that people name: an id, or an exact name that only one item bears.
package struct NameResolver {
  private let names: [ItemID: String]
  private let idsByName: [String: [ItemID]]

  /// - Parameter kinds: The kinds a name may mean; ids of other kinds are found all the same.
  package init(_ snapshot: LibrarySnapshot, kinds: Set<ItemID.Kind> = [.location, .path, .group]) {
    var names: [ItemID: String] = [:]
    var idsByName: [String: [ItemID]] = [:]
    func add(_ id: ItemID, _ name: String, isTrashed: Bool) {
      names[id] = name
      if !isTrashed, kinds.contains(id.kind) { idsByName[name, default: []].append(id) }
    }
    for item in snapshot.places { add(item.id, item.name, isTrashed: item.trashed != nil) }
    for item in snapshot.paths { add(item.id, item.name, isTrashed: item.trashed != nil) }
    for item in snapshot.groups { add(item.id, item.name, isTrashed: item.trashed != nil) }
    self.names = names
    self.idsByName = idsByName
  }

  /// The item with an id, in the trash or not, else the item of that name outside the trash.
  ///
  /// - Throws: ``LibraryError`` `notFound`; `ambiguous` with the ids that bear the name.
  package func item(_ text: String) throws -> ItemID {
    if let id = ItemID(text), names[id] != nil { return id }
    let found = idsByName[text] ?? []
    guard let first = found.first else {
      throw LibraryError(
        .notFound, "There is no item with the id or name '\(text)'.",
        remedy: "See `list` for what there is; a name must be written whole.")
    }
    guard found.count == 1 else {
      let list = found.map(\.description).joined(separator: ", ")
      throw LibraryError(
        .ambiguous, "Several items are called '\(text)': \(list).",
        remedy: "Name the one you mean by its id.", ids: found)
    }
    return first
  }

  package func items(_ texts: [String]) throws -> [ItemID] { try texts.map(item).unique }
}
