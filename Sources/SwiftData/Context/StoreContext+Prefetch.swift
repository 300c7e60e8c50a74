extension StoreContext {
  /// Prefetches relationships for the given objects, with one query for each batch of up to
  /// ``KeyList/longest`` objects.
  ///
  /// Relationships that have already been loaded stay unchanged. The results include unsaved
  /// changes.
  ///
  /// - Throws: ``SwiftDataError/unsupportedKeyPath`` if a key path does not name a relationship.
  func prefetch<T: PersistentModel>(
    _ keyPaths: [PartialKeyPath<T>], of objects: [T], _ entity: EntityLayout
  ) throws {
    for keyPath in keyPaths {
      guard let slot = entity.slot(of: keyPath),
        let relationship = entity.properties[slot].relationship
      else {
        let names = entity.relationships.map(\.name)
        throw remember(
          SwiftDataError(
            .unsupportedKeyPath,
            """
            The key path to \(keyPath.summary) is not a stored relationship of \(entity.name), so \
            it cannot be prefetched; use a relationship of \(entity.name): \
            \(names.isEmpty ? "there is none." : names.joined(separator: ", ") + ".")
            """,
            entity: entity.name))
      }
      let owners = objects.filter { $0._$state.key != 0 && !$0.isLoaded(slot) }
      guard !owners.isEmpty else { continue }
      let target = layout.entities[relationship.destination]
      switch relationship.storage {
      case .column: try prefetchToOne(target.type, target, slot, of: owners)
      case .inverseColumn(let inverse):
        try prefetch(target.type, target, inverse: inverse, slot, of: owners)
      case .link(let link, let isFirst):
        try prefetch(target.type, target, link: link, isFirst, slot, of: owners)
      }
    }
  }

  private func prefetchToOne<Target: PersistentModel>(
    _ type: Target.Type, _ target: EntityLayout, _ slot: Int, of owners: [some PersistentModel]
  ) throws {
    let keys = owners.map { $0.toOneTarget(slot).key }
    var found: [Int64: Target] = [:]
    for key in Set(keys) where key != 0 { found[key] = registeredObject(type, key: key) }
    let missing = Set(keys).filter { $0 != 0 && found[$0] == nil }.sorted()
    for model in try objects(type, target, keys: missing) { found[model._$state.key] = model }
    for (owner, key) in zip(owners, keys) {
      guard let model = found[key] else { continue }
      var visitor = FillToOne(target: model)
      owner._$visit(slot, &visitor)
    }
  }

  private func prefetch<Target: PersistentModel>(
    _ type: Target.Type, _ target: EntityLayout, inverse: Int, _ slot: Int,
    of owners: [some PersistentModel]
  ) throws {
    let column = "t0." + target.properties[inverse].name.sqlQuoted
    let lists = try lists(type, target, of: owners, "", column)
    let moved = changesLists ? moved(type, inverse: inverse) : nil
    for owner in owners {
      var list = lists[owner._$state.key] ?? []
      if let moved {
        list = merge(list, owner: owner, inverse: inverse, moved[ObjectIdentifier(owner)] ?? [])
      }
      var visitor = FillToMany(targets: list)
      owner._$visit(slot, &visitor)
    }
  }

  private func prefetch<Target: PersistentModel>(
    _ type: Target.Type, _ target: EntityLayout, link: Int, _ isFirst: Bool, _ slot: Int,
    of owners: [some PersistentModel]
  ) throws {
    let (own, other) = isFirst ? ("a", "b") : ("b", "a")
    let lists = try lists(
      type, target, of: owners,
      "JOIN \(layout.links[link].table.sqlQuoted) AS l ON l.\"\(other)\" = t0.\"_sd_id\"",
      "l.\"\(own)\"")
    for owner in owners {
      let list = merge(
        lists[owner._$state.key] ?? [], owner: owner, link: link, isFirst: isFirst)
      var visitor = FillToMany(targets: list)
      owner._$visit(slot, &visitor)
    }
  }

  /// Returns the related objects of several owners in key order, grouped by the owner's key.
  private func lists<Target: PersistentModel>(
    _ type: Target.Type, _ target: EntityLayout, of owners: [some PersistentModel],
    _ join: String, _ ownerColumn: String
  ) throws -> [Int64: [Target]] {
    let sql =
      "SELECT \(target.selection(alias: "t0")), \(ownerColumn) FROM \(target.table.sqlQuoted) "
      + "AS t0 \(join) WHERE \(ownerColumn) IN (SELECT value FROM json_each(?)) "
      + "ORDER BY \(ownerColumn), t0.\"_sd_id\""
    let last = Int32(target.properties.count + 1)
    let map = registered[target.index]
    var lists: [Int64: [Target]] = [:]
    var rest = owners.map(\._$state.key)[...]
    while !rest.isEmpty {
      let part = rest.prefix(KeyList.longest)
      rest = rest.dropFirst(KeyList.longest)
      try read { connection in
        let statement = try connection.prepare(sql)
        try statement.bind(KeyList.json(part), 1)
        let row = _RowReader(statement, entity: target)
        while try statement.step() {
          let model: Target = try object(of: row, in: map)
          lists[statement.int64(last), default: []].append(model)
          if let failure = row.failure {
            statement.reset()
            throw failure
          }
        }
      }
    }
    return lists
  }
}
