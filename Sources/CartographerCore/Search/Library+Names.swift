import CartographerModel
import Foundation
import SwiftData

extension Library {
  /// Returns the groups outside the trash with the given name, in ID order.
  ///
  /// - Parameter name: The name to search for.
  ///   Surrounding whitespace is ignored, since stored names have none.
  package func groups(named name: String) throws -> [ItemID] {
    try LibraryError.translating {
      let name = name.trimmingCharacters(in: .whitespacesAndNewlines)
      return try ModelContext(container).fetch(
        FetchDescriptor<AnnotationGroup>(
          predicate: #Predicate { $0.name == name && $0.trashed == nil })
      ).map(\.itemID).sorted()
    }
  }

  /// Returns a resolver that finds items by ID or complete name.
  ///
  /// - Parameter words: The IDs and complete names to resolve.
  /// - Parameter kinds: The item kinds to find by name. IDs are resolved for items of any kind.
  /// - Complexity: O(*w* + *n*) for *w* words and *n* items of the given kinds.
  ///   All names are resolved in one pass over the names of these items.
  package func resolver(
    for words: [String], kinds: Set<ItemID.Kind> = [.location, .path, .group]
  ) throws -> NameResolver {
    try LibraryError.translating {
      try SnapshotReader.consistently(in: container) { _ in
        let context = ModelContext(container)
        let known = try Set(context.names(of: words.compactMap { ItemID($0) }).keys)
        var names = Set(words.filter { word in ItemID(word).map { !known.contains($0) } ?? true })
        names.formUnion(names.compactMap(NameResolver.nameInParentheses))
        return NameResolver(ids: known, idsByName: try context.bearers(of: names, kinds))
      }
    }
  }
}

/// An item with its name.
package struct NamedItem: Sendable, Equatable {
  package var id: ItemID
  package var name: String
  package var isInTrash: Bool
}

extension Library {
  /// Returns the names of all items of the given kinds: places, then paths, then groups, each
  /// sorted by id.
  package func itemNames(
    of kinds: Set<ItemID.Kind> = [.location, .path, .group]
  ) throws -> [NamedItem] {
    try LibraryError.translating {
      var items: [NamedItem] = []
      try ModelContext(container).forEachName(kinds) { id, name, trashed in
        items.append(NamedItem(id: id, name: name, isInTrash: !trashed.isNaN))
      }
      return items
    }
  }

  /// Returns the given items that are in the trash, in the given order.
  ///
  /// - Complexity: O(*n* + *t*) for *n* given items and *t* items in the trash.
  package func itemsInTrash(among ids: [ItemID]) throws -> [ItemID] {
    try LibraryError.translating {
      let context = ModelContext(container)
      let trashed = try Set(
        context.fetchIdentifiers(
          FetchDescriptor<Location>(predicate: #Predicate { $0.trashed != nil })
        ).map { ItemID(.location, $0.primaryKey) }
          + context.fetchIdentifiers(
            FetchDescriptor<Path>(predicate: #Predicate { $0.trashed != nil })
          ).map { ItemID(.path, $0.primaryKey) }
          + context.fetchIdentifiers(
            FetchDescriptor<AnnotationGroup>(predicate: #Predicate { $0.trashed != nil })
          ).map { ItemID(.group, $0.primaryKey) })
      return ids.filter(trashed.contains)
    }
  }

  /// Returns the given names that belong to places, including places in the trash.
  ///
  /// - Complexity: O(*n*), where *n* is the number of places; their names are read once.
  package func placeNames(among names: Set<String>) throws -> Set<String> {
    try LibraryError.translating {
      var found: Set<String> = []
      try ModelContext(container).forEachChunk(of: Location.self, [.text(\.name)]) {
        found.formUnion($0.texts(0).lazy.filter(names.contains))
      }
      return found
    }
  }
}

extension ModelContext {
  /// Returns the names of places, paths and groups, including items in the trash. Missing items are
  /// omitted.
  func names(of ids: some Sequence<ItemID>) throws -> [ItemID: String] {
    let keys = Dictionary(grouping: ids, by: \.kind).mapValues { $0.map(\.key) }
    var names: [ItemID: String] = [:]
    func read<Model: PersistentModel>(
      _ type: Model.Type, _ name: KeyPath<Model, String>, _ kind: ItemID.Kind
    ) throws {
      try forEachChunk(of: type, [.key, .text(name)], rows: .keys(keys[kind] ?? [])) { chunk in
        for (key, name) in zip(chunk.integers(0), chunk.texts(1)) {
          names[ItemID(kind, key)] = name
        }
      }
    }
    try read(Location.self, \.name, .location)
    try read(Path.self, \.name, .path)
    try read(AnnotationGroup.self, \.name, .group)
    return names
  }

  /// Returns the items outside the trash that have one of the given names, indexed by name. Items
  /// with the same name are sorted by kind (places, paths, groups), and then by database key. Names
  /// are compared regardless of their Unicode normalisation form.
  fileprivate func bearers(
    of names: Set<String>, _ kinds: Set<ItemID.Kind>
  ) throws -> [String: [ItemID]] {
    var bearers: [String: [ItemID]] = [:]
    guard !names.isEmpty else { return bearers }
    try forEachName(kinds, among: names) { id, name, trashed in
      if trashed.isNaN, names.contains(name) { bearers[name, default: []].append(id) }
    }
    return bearers
  }

  /// Calls a closure with each item's name and the time when the item was moved to the trash. The
  /// time is NaN for an item outside the trash.
  ///
  /// - Parameter names: The names to search for, or nil for all names.
  ///   Other names may also be passed to the closure.
  fileprivate func forEachName(
    _ kinds: Set<ItemID.Kind>, among names: Set<String>? = nil,
    _ body: (ItemID, String, Double) -> Void
  ) throws {
    func read<Model: PersistentModel>(
      _ type: Model.Type, _ name: KeyPath<Model, String>, _ trashed: KeyPath<Model, Date?>,
      _ kind: ItemID.Kind
    ) throws {
      guard kinds.contains(kind) else { return }
      func pass(_ chunk: BulkChunk) {
        let (keys, texts, times) = (chunk.integers(0), chunk.texts(1), chunk.doubles(2))
        for row in 0..<chunk.count { body(ItemID(kind, keys[row]), texts[row], times[row]) }
      }
      let fields: [BulkField<Model>] = [.key, .text(name), .date(trashed)]
      if let names {
        try forEachChunk(of: type, fields, rows: .likely(name, texts: names), pass)
      } else {
        try forEachChunk(of: type, fields, pass)
      }
    }
    try read(Location.self, \.name, \.trashed, .location)
    try read(Path.self, \.name, \.trashed, .path)
    try read(AnnotationGroup.self, \.name, \.trashed, .group)
  }
}
