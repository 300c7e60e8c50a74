import CartographerCore

extension Session {
  /// The items that words name: ids, or exact names only one item bears.
  func items(_ words: [String], in library: Library) async throws -> [ItemID] {
    let words = Arguments.unfolded(words)
    return try await library.resolver(for: words).items(words)
  }

  /// The one item of a kind that a word names; a name means items of this kind only.
  func item(_ word: String, kind: ItemID.Kind, in library: Library) async throws -> ItemID {
    try await items([word], kind: kind, in: library)[0]
  }

  /// The items of a kind that words name, one for each word; a name means items of this kind only.
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

  /// The paths that words name, each once.
  func paths(_ words: [String], in library: Library) async throws -> [ItemID] {
    var seen: Set<ItemID> = []
    return try await items(words, kind: .path, in: library).filter { seen.insert($0).inserted }
  }

  /// The places and paths that are meant: those named, groups standing for their members; with
  /// `--group` its members; everything in use where nothing is named.
  ///
  /// - Parameter kinds: The kinds of members and of unnamed items that are read.
  /// - Returns: The items in order, and an index that has them and their groups.
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

  /// Makes changes as one entry of the history and tells what they did.
  func apply(_ edits: [LibraryEdit], to library: Library) async throws {
    try report(try await library.apply(together: edits))
  }

  func apply(_ edit: LibraryEdit, to library: Library) async throws {
    try await apply([edit], to: library)
  }
}

extension Library {
  /// The statistics of exactly these paths; nil for none.
  func statistics(
    ofPaths ids: [ItemID], _ options: StatisticsOptions = StatisticsOptions()
  ) async throws -> StatisticsReport? {
    ids.isEmpty ? nil : try await statistics(of: ids, options)
  }
}
