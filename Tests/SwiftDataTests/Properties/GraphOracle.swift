/// The expected content of a store, as plain values without the library.
struct GraphOracle: Equatable {
  struct Attributes: Hashable {
    var code = ""
    var text = ""
    var number: Int?
  }

  struct Thing: Equatable {
    let entity: Int
    var attributes = Attributes()
    /// The IDs of the linked things, by the relation's index.
    var links: [Int: Set<Int>] = [:]
    /// The row's key, or nil before it is stored.
    var key: Int64?
  }

  enum Refusal: Error, Equatable {
    case unique, validation
  }

  var things: [Int: Thing] = [:]
  /// The stored things that the next save deletes.
  var pendingDeletions: Set<Int> = []

  private var relations: [GraphRelation] { GraphEntities.relations }

  func targets(_ id: Int, _ relation: Int) -> Set<Int> { things[id]?.links[relation] ?? [] }

  /// Returns the IDs of the things that an edit may use, in order.
  func usable(_ entity: Int? = nil) -> [Int] {
    things.keys.filter {
      !pendingDeletions.contains($0) && (entity == nil || things[$0]?.entity == entity)
    }.sorted()
  }

  // MARK: Links

  mutating func link(_ id: Int, _ relation: Int, _ target: Int) {
    guard !targets(id, relation).contains(target) else { return }
    if !relations[relation].isToMany {
      for former in targets(id, relation) { unlink(id, relation, former) }
    }
    if let inverse = relations[relation].inverse, !relations[inverse].isToMany {
      for former in targets(target, inverse) { unlink(target, inverse, former) }
    }
    things[id]?.links[relation, default: []].insert(target)
    if let inverse = relations[relation].inverse {
      things[target]?.links[inverse, default: []].insert(id)
    }
  }

  mutating func unlink(_ id: Int, _ relation: Int, _ target: Int) {
    things[id]?.links[relation]?.remove(target)
    if let inverse = relations[relation].inverse {
      things[target]?.links[inverse]?.remove(id)
    }
  }

  mutating func replace(_ id: Int, _ relation: Int, _ new: [Int]) {
    for former in targets(id, relation).subtracting(new) { unlink(id, relation, former) }
    for target in new { link(id, relation, target) }
  }

  // MARK: Deleting

  /// Marks a stored thing for deletion by the next save, or removes an unsaved thing and the things
  /// it owns at once.
  mutating func delete(_ id: Int) {
    guard let thing = things[id], !pendingDeletions.contains(id) else { return }
    if thing.key != nil {
      pendingDeletions.insert(id)
      return
    }
    let owned = GraphEntities.relations(of: thing.entity)
      .filter { relations[$0].rule == .cascade }.flatMap { targets(id, $0) }
    removeThing(id)
    for target in owned { delete(target) }
  }

  private mutating func removeThing(_ id: Int) {
    things[id] = nil
    for other in things.keys {
      for relation in things[other]?.links.keys.sorted() ?? [] {
        things[other]?.links[relation]?.remove(id)
      }
    }
  }

  // MARK: Saving

  /// Returns the content of the store after a save, or throws the reason why the save is refused.
  ///
  /// - Parameter upserts: Whether an inserted person replaces the stored person with its code.
  func saved(upserts: Bool) throws(Refusal) -> GraphOracle {
    var result = self
    var firsts: [String: Int] = [:]
    for (id, thing) in things.sorted(by: { $0.key < $1.key })
    where thing.key == nil && thing.entity == GraphEntities.person {
      let code = thing.attributes.code
      let holder = result.stored(code) ?? firsts[code]
      firsts[code] = id
      guard let holder else { continue }
      guard upserts else { throw .unique }
      result.replaceRow(of: holder, with: id)
    }
    // Things that delete rules remove are deleted by the end of the save, so they do not conflict.
    for id in result.things.keys.sorted() {
      guard let thing = result.things[id] else { continue }
      for relation in GraphEntities.relations(of: thing.entity)
      where relations[relation].isMandatory && !pendingDeletions.contains(id) {
        if result.targets(id, relation).isEmpty { throw .validation }
      }
    }
    var codes: Set<String> = []
    for (id, thing) in result.things
    where thing.entity == GraphEntities.person && !pendingDeletions.contains(id) {
      guard codes.insert(thing.attributes.code).inserted else { throw .unique }
    }
    var deleted = pendingDeletions
    var queue = Array(pendingDeletions)
    while let id = queue.popLast() {
      guard let entity = result.things[id]?.entity else { continue }
      for relation in GraphEntities.relations(of: entity) where relations[relation].rule == .cascade
      {
        queue += result.targets(id, relation).filter { deleted.insert($0).inserted }
      }
    }
    for id in deleted {
      guard let entity = result.things[id]?.entity else { continue }
      for relation in GraphEntities.relations(of: entity) where relations[relation].rule == .deny {
        if !result.targets(id, relation).isSubset(of: deleted) { throw .validation }
      }
    }
    for (id, thing) in result.things where !deleted.contains(id) {
      for relation in GraphEntities.relations(of: thing.entity)
      where relations[relation].isMandatory {
        if !result.targets(id, relation).isDisjoint(with: deleted) { throw .validation }
      }
    }
    for id in deleted { result.removeThing(id) }
    result.pendingDeletions = []
    return result
  }

  private func stored(_ code: String) -> Int? {
    things.first {
      $0.value.entity == GraphEntities.person && $0.value.key != nil
        && !pendingDeletions.contains($0.key)
        && $0.value.attributes.code == code
    }?.key
  }

  /// Returns whether an inserted person has the code of a stored person that is to be deleted, or
  /// that gets or loses that code. The library does not define which of the two wins.
  func isAmbiguous(since committed: GraphOracle) -> Bool {
    things.contains { id, thing in
      guard thing.key == nil, thing.entity == GraphEntities.person else { return false }
      let known = committed.things.filter {
        $0.value.entity == GraphEntities.person
          && ($0.value.attributes.code == thing.attributes.code
            || things[$0.key]?.attributes.code == thing.attributes.code)
      }
      return known.contains {
        $0.value.attributes.code != things[$0.key]?.attributes.code
          || pendingDeletions.contains($0.key)
      }
        && !known.allSatisfy { pendingDeletions.contains($0.key) }
    }
  }

  /// Gives the new thing the key of the stored row, and those of its links that the new thing does
  /// not set.
  private mutating func replaceRow(of holder: Int, with id: Int) {
    guard let former = things[holder] else { return }
    var moved: [(Int, Int, Int)] = []
    for (other, thing) in things {
      for (relation, targets) in thing.links where targets.contains(holder) {
        moved.append((other == holder ? id : other, relation, id))
      }
    }
    for (relation, targets) in former.links {
      for target in targets { moved.append((id, relation, target == holder ? id : target)) }
    }
    removeThing(holder)
    for (source, relation, target) in moved {
      let isAlreadySet =
        (!relations[relation].isToMany && !targets(source, relation).isEmpty)
        || (relations[relation].inverse.map {
          !relations[$0].isToMany && !targets(target, $0).isEmpty
        } ?? false)
      if !isAlreadySet { link(source, relation, target) }
    }
    things[id]?.key = former.key
  }
}
