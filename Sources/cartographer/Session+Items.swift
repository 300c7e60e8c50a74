import CartographerCore

extension Session {
  /// The items that words name: ids, or exact names only one item bears.
  func items(_ words: [String], in library: Library) async throws -> [ItemID] {
    try NameResolver(try await library.snapshot()).items(words)
  }

  /// The one item of a kind that a word names; a name means items of this kind only.
  func item(_ word: String, kind: ItemID.Kind, in library: Library) async throws -> ItemID {
    let id = try NameResolver(try await library.snapshot(), kinds: [kind]).item(word)
    guard id.kind == kind else {
      throw Failure.usage("\(id) is not a \(kind.noun).", remedy: "See: cartographer list")
    }
    return id
  }

  func groups(_ words: [String], in library: Library) async throws -> [ItemID] {
    var ids: [ItemID] = []
    for word in words { ids.append(try await item(word, kind: .group, in: library)) }
    return ids
  }

  /// The paths that words name, each once.
  func paths(_ words: [String], in library: Library) async throws -> [ItemID] {
    var ids: [ItemID] = []
    for word in words {
      let id = try await item(word, kind: .path, in: library)
      if !ids.contains(id) { ids.append(id) }
    }
    return ids
  }

  /// The places and paths that are meant: those named, groups standing for their members; with
  /// `--group` its members; everything in use where nothing is named.
  func chosen(
    _ words: [String], group: String?, in library: Library, _ index: ItemIndex
  ) async throws -> [ItemID] {
    var named = try await items(words, in: library)
    if let group { named.append(try await item(group, kind: .group, in: library)) }
    guard !named.isEmpty else { return index.inUse }
    var seen: Set<ItemID> = []
    return named.flatMap { $0.kind == .group ? index.members(of: $0) : [$0] }
      .filter { seen.insert($0).inserted }
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
