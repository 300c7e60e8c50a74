import CartographerCore

extension Session {
  /// Returns the items that the arguments name, by ID or by an exact name that only one item has.
  func items(_ words: [String], in library: Library) async throws -> [ItemID] {
    let words = Arguments.unfolded(words)
    return try await library.resolver(for: words).items(words)
  }

  /// Returns the item of a kind that an argument names. A name is looked up among items of this kind only.
  func item(_ word: String, kind: ItemID.Kind, in library: Library) async throws -> ItemID {
    try await items([word], kind: kind, in: library)[0]
  }

  /// Returns one item of a kind for each argument. A name is looked up among items of this kind only.
  private func items(
    _ words: [String], kind: ItemID.Kind, in library: Library
  ) async throws -> [ItemID] {
    let words = Arguments.unfolded(words)
    let resolver = try await library.resolver(for: words, kinds: [kind])
    return try words.map { word in
      let id = try resolver.item(word)
      guard id.kind == kind else {
        throw Failure.usage("\(id) is not a \(kind.noun).", remedy: "See: cartographer list")
      }
      return id
    }
  }

  func groups(_ words: [String], in library: Library) async throws -> [ItemID] {
    try await items(words, kind: .group, in: library)
  }

  /// Returns the paths that the arguments name, without duplicates.
  func paths(_ words: [String], in library: Library) async throws -> [ItemID] {
    var seen: Set<ItemID> = []
    return try await items(words, kind: .path, in: library).filter { seen.insert($0).inserted }
  }

  /// Returns the places and paths that a command works on.
  ///
  /// A named group stands for its members, and so does the group of `--group`. If no item is named, all
  /// items outside the trash are returned.
  ///
  /// - Parameter kinds: The kinds of items to read, for the members of groups and if no item is named.
  /// - Returns: The items in order, and an index of these items and their groups.
  func chosen(
    _ words: [String], group: String?, kinds: Set<ItemID.Kind> = [.location, .path],
    in library: Library
  ) async throws -> (ids: [ItemID], index: ItemIndex) {
    var named = try await items(words, in: library)
    if let group { named.append(try await item(group, kind: .group, in: library)) }
    guard !named.isEmpty else {
      let scope = SnapshotScope(
        places: kinds.contains(.location) ? .all : .none,
        paths: kinds.contains(.path) ? .all : .none, groups: .all)
      let index = ItemIndex(try await library.snapshot(of: scope))
      return (index.inUse, index)
    }
    let index = ItemIndex(try await library.snapshot(of: named, withMembers: kinds))
    let members = index.members(of: named.filter { $0.kind == .group })
    var seen: Set<ItemID> = []
    let ids = named.flatMap { $0.kind == .group ? members[$0] ?? [] : [$0] }
      .filter { seen.insert($0).inserted }
    return (ids, index)
  }

  /// Applies edits as one change of the history and reports the result.
  func apply(_ edits: [LibraryEdit], to library: Library) async throws {
    try report(try await library.apply(together: edits))
  }

  func apply(_ edit: LibraryEdit, to library: Library) async throws {
    try await apply([edit], to: library)
  }
}

extension Library {
  /// Returns the statistics of the given paths, or nil if the list is empty.
  func statistics(
    ofPaths ids: [ItemID], _ options: StatisticsOptions = StatisticsOptions()
  ) async throws -> StatisticsReport? {
    ids.isEmpty ? nil : try await statistics(of: ids, options)
  }
}
