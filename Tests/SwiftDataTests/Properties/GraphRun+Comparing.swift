import SwiftData

/// Comparing the objects and the store with the oracle.
extension GraphRun {
  /// Compares the objects and fetches with the unsaved changes of the oracle.
  func compareUnsaved() throws {
    if oracle.pendingDeletions.isEmpty {
      for id in oracle.usable() {
        for object in [try object(id)] + (replaced[id] ?? []) {
          try compare(object, id, oracle, by: nil, "unsaved")
        }
      }
    }
    guard !oracle.isAmbiguous(since: committed), let after = try? oracle.saved(upserts: upserts)
    else { return }
    for entity in GraphEntities.names.indices {
      let found = try GraphEntities.fetch(entity, context)
      let ids = after.usable(entity)
      guard found.count == ids.count else {
        throw GraphMismatch(
          "\(found.count) \(GraphEntities.names[entity]) fetched with unsaved changes, not \(ids.count)"
        )
      }
      for id in ids where oracle.things[id]?.key == nil {
        guard let object = objects[id], found.contains(where: { $0 === object }) else {
          throw GraphMismatch("unsaved \(name(id)) is not fetched")
        }
      }
      let keys = try GraphEntities.fetch(entity, context, pending: false)
        .map(\.persistentModelID.primaryKey)
      let expected = committed.usable(entity).compactMap { committed.things[$0]?.key }.sorted()
      guard keys == expected else {
        throw GraphMismatch(
          "\(GraphEntities.names[entity]) without unsaved changes: \(keys), not \(expected)")
      }
    }
    try compare(
      ModelContext(container), with: committed, "in another context without the unsaved changes")
  }

  func compare(_ context: ModelContext, with state: GraphOracle, _ when: String) throws {
    var ids: [String: Int] = [:]
    for (id, thing) in state.things {
      if let key = thing.key { ids["\(GraphEntities.names[thing.entity]) \(key)"] = id }
    }
    for (entity, name) in GraphEntities.names.enumerated() {
      let found = try GraphEntities.fetch(entity, context)
      let keys = found.map(\.persistentModelID.primaryKey)
      let expected = state.usable(entity).compactMap { state.things[$0]?.key }.sorted()
      guard keys == expected else {
        throw GraphMismatch("\(name) keys \(keys) \(when), not \(expected)")
      }
      for object in found {
        guard let id = ids["\(name) \(object.persistentModelID.primaryKey)"] else { continue }
        if context === self.context, let known = objects[id], known !== object {
          throw GraphMismatch("\(self.name(id)) is two objects \(when)")
        }
        try compare(object, id, state, by: ids, when)
        guard context === self.context else { continue }
        for replacedObject in replaced[id] ?? [] {
          guard replacedObject.modelContext === context else {
            throw GraphMismatch("a replaced object of \(self.name(id)) is in no context \(when)")
          }
          try compare(replacedObject, id, state, by: ids, when + " through a replaced object")
        }
      }
    }
  }

  /// - Parameter ids: The things by entity and key; nil to compare objects by identity.
  private func compare(
    _ object: any PersistentModel, _ id: Int, _ state: GraphOracle, by ids: [String: Int]?,
    _ when: String
  ) throws {
    guard let thing = state.things[id] else { return }
    let attributes = GraphEntities.attributes(of: object)
    guard attributes == thing.attributes else {
      throw GraphMismatch("\(name(id)) \(when): \(attributes), not \(thing.attributes)")
    }
    for index in GraphEntities.relations(of: thing.entity) {
      let relation = GraphEntities.relations[index]
      let expected = state.targets(id, index)
      if relation.isMandatory, expected.isEmpty { continue }
      let targets = relation.get(object)
      let found = targets.map { target -> Int? in
        if let ids {
          let identifier = target.persistentModelID
          return ids["\(identifier.entityName) \(identifier.primaryKey)"]
        }
        return expected.first { (try? self.object($0)) === target }
      }
      guard found.count == expected.count, Set(found) == Set(expected.map { $0 }) else {
        let shown = targets.map {
          $0.isDeleted ? "deleted" : "\($0.persistentModelID.primaryKey)"
        }
        throw GraphMismatch(
          "\(relation.name) of \(name(id)) \(when): keys \(shown), not "
            + "\(expected.sorted().map { name($0) })")
      }
    }
  }
}
