/// Finds the items that people name: an id, or an exact name that only one item bears.
package struct NameResolver: Sendable {
  /// The requested ids that exist.
  private let ids: Set<ItemID>
  private let idsByName: [String: [ItemID]]

  init(ids: Set<ItemID>, idsByName: [String: [ItemID]]) {
    self.ids = ids
    self.idsByName = idsByName
  }

  /// Returns the item with an id, in the trash or not, else the item outside the trash with the name.
  ///
  /// - Precondition: The text is one of the words for which the resolver was made.
  /// - Throws: ``LibraryError`` `notFound`; `ambiguous` with the ids that bear the name.
  package func item(_ text: String) throws -> ItemID {
    if let id = ItemID(text), ids.contains(id) { return id }
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
