/// A resolver of user input to items: an id, or the exact name of a single item.
package struct NameResolver: Sendable {
  /// The requested ids that exist.
  private let ids: Set<ItemID>
  private let idsByName: [String: [ItemID]]

  init(ids: Set<ItemID>, idsByName: [String: [ItemID]]) {
    self.ids = ids
    self.idsByName = idsByName
  }

  /// Returns the item with an id, or the item outside the trash with a name.
  ///
  /// An item that is found by its id may be in the trash.
  ///
  /// - Precondition: The text is one of the words for which the resolver was made.
  /// - Throws: ``LibraryError`` `notFound`; `ambiguous` with the ids of all items with the name.
  package func item(_ text: String) throws -> ItemID {
    if let id = ItemID(text), ids.contains(id) { return id }
    let found = idsByName[text] ?? []
    guard let first = found.first else {
      throw LibraryError(
        .notFound, "There is no item with the id or name '\(text)'.",
        remedy: "List the items of the library, and write the name in full.")
    }
    guard found.count == 1 else {
      let list = found.map(\.description).joined(separator: ", ")
      throw LibraryError(
        .ambiguous, "Several items have the name '\(text)': \(list).",
        remedy: "Use the id of the item instead of the name.", ids: found)
    }
    return first
  }

  package func items(_ texts: [String]) throws -> [ItemID] { try texts.map(item).unique }
}
