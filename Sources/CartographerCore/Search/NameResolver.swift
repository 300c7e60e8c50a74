/// A resolver that finds an item by its ID, or by its exact name if the name is unique.
package struct NameResolver: Sendable {
  /// The requested IDs that belong to existing items.
  private let ids: Set<ItemID>
  private let idsByName: [String: [ItemID]]

  init(ids: Set<ItemID>, idsByName: [String: [ItemID]]) {
    self.ids = ids
    self.idsByName = idsByName
  }

  /// Returns the item with the given ID, or the only item outside the trash with the given name.
  ///
  /// A search by ID also finds items in the trash.
  ///
  /// - Precondition: The text is one of the words for which the resolver was created.
  /// - Throws: ``LibraryError`` `notFound` if there is no item with this ID or name.
  ///   ``LibraryError`` `ambiguous`, with the IDs of the items, if several items have the name.
  package func item(_ text: String) throws -> ItemID {
    if let id = ItemID(text), ids.contains(id) { return id }
    let found = idsByName[text] ?? Self.nameInParentheses(text).flatMap { idsByName[$0] } ?? []
    guard let first = found.first else {
      throw LibraryError(
        .notFound, "There is no item with the ID or name '\(text)'.",
        remedy: .listItems, ids: [ItemID(text)].compactMap(\.self))
    }
    guard found.count == 1 else {
      let list = found.map(\.description).joined(separator: ", ")
      throw LibraryError(
        .ambiguous, "Several items are named '\(text)': \(list).",
        remedy: "Use the item's ID instead of its name.", ids: found)
    }
    return first
  }

  /// Returns the generated name in a text such as `(Track 1 of tour.gpx)`. The result is nil for
  /// any other text.
  static func nameInParentheses(_ text: String) -> String? {
    text.count > 2 && text.hasPrefix("(") && text.hasSuffix(")")
      ? String(text.dropFirst().dropLast()) : nil
  }

  package func items(_ texts: [String]) throws -> [ItemID] { try texts.map(item).unique }
}
