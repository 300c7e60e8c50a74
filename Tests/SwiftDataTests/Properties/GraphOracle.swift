/// What a store should hold: plain values, no objects, nothing of the library.
struct GraphOracle: Equatable {
  struct Attributes: Hashable {
    var code = ""
    var text = ""
    var number: Int?
  }

  struct Thing: Equatable {
    let entity: Int
    var attributes = Attributes()
    /// The ids a relation leads to, by the relation's index.
    var links: [Int: Set<Int>] = [:]
    /// The row's key once it is stored.
    var key: Int64?
  }

  enum Refusal: Error, Equatable {
    case unique, validation
  }

  var things: [Int: Thing] = [:]
  /// Stored things that the next save deletes.
  var doomed: Set<Int> = []

  private var relations: [GraphRelation] { GraphEntities.relations }

  func targets(_ id: Int, _ relation: Int) -> Set<Int> { things[id]?.links[relation] ?? [] }

  /// The things an edit may use, in order.
  func usable(_ entity: Int? = nil) -> [Int] {
    things.keys.filter {
      !doomed.contains($0) && (entity == nil || things[$0]?.entity == entity)
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

  /// A stored thing waits for the save; one never stored goes at once, with what it owns.
  mutating func delete(_ id: Int) {
    guard let thing = things[id], !doomed.contains(id) else { return }
    if thing.key != nil {
      doomed.insert(id)
      return
    }
    let owned = GraphEntities.relations(of: thing.entity)
      .filter { relations[$0].rule == .cascade }.flatMap { targets(id, $0) }
    forget(id)
    for target in owned { delete(target) }
  }

  private mutating func forget(_ id: Int) {
    things[id] = nil
    for other in things.keys {
      for relation in things[other]?.links.keys.sorted() ?? [] {
        things[other]?.links[relation]?.remove(id)
      }
    }
  }

  // MARK: Saving

  /// What the store holds after a save, or why the save is refused.
  ///
  /// - Parameter upserts: Whether an inserted person takes over the stored one of its code.
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
      result.take(over: holder, by: id)
    }
    // What delete rules take is gone by the end of the save; its values do not clash.
    for id in result.things.keys.sorted() {
      guard let thing = result.things[id] else { continue }
      for relation in GraphEntities.relations(of: thing.entity)
      where relations[relation].isMandatory && !doomed.contains(id) {
        if result.targets(id, relation).isEmpty { throw .validation }
      }
    }
    var codes: Set<String> = []
    for (id, thing) in result.things
    where thing.entity == GraphEntities.person && !doomed.contains(id) {
      guard codes.insert(thing.attributes.code).inserted else { throw .unique }
    }
    var gone = doomed
    var queue = Array(doomed)
    while let id = queue.popLast() {
      guard let entity = result.things[id]?.entity else { continue }
      for relation in GraphEntities.relations(of: entity) where relations[relation].rule == .cascade
      {
        queue += result.targets(id, relation).filter { gone.insert($0).inserted }
      }
    }
    for id in gone {
      guard let entity = result.things[id]?.entity else { continue }
      for relation in GraphEntities.relations(of: entity) where relations[relation].rule == .deny {
        if !result.targets(id, relation).isSubset(of: gone) { throw .validation }
      }
    }
    for (id, thing) in result.things where !gone.contains(id) {
      for relation in GraphEntities.relations(of: thing.entity)
      where relations[relation].isMandatory {
        if !result.targets(id, relation).isDisjoint(with: gone) { throw .validation }
      }
    }
    for id in gone { result.forget(id) }
    result.doomed = []
    return result
  }

  private func stored(_ code: String) -> Int? {
    things.first {
      $0.value.entity == GraphEntities.person && $0.value.key != nil && !doomed.contains($0.key)
        && $0.value.attributes.code == code
    }?.key
  }

  /// Whether an inserted person's code is that of a stored one which is to be deleted, or is to get
  /// or to lose that code, where it is nobody's business which of the two wins.
  func isAmbiguous(since committed: GraphOracle) -> Bool {
    things.contains { id, thing in
      guard thing.key == nil, thing.entity == GraphEntities.person else { return false }
      let known = committed.things.filter {
        $0.value.entity == GraphEntities.person
          && ($0.value.attributes.code == thing.attributes.code
            || things[$0.key]?.attributes.code == thing.attributes.code)
      }
      return known.contains {
        $0.value.attributes.code != things[$0.key]?.attributes.code || doomed.contains($0.key)
      }
        && !known.allSatisfy { doomed.contains($0.key) }
    }
  }

  /// The stored row keeps its key and takes the new values and links; what the new one has no link
  /// for stays as it was.
  private mutating func take(over holder: Int, by id: Int) {
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
    forget(holder)
    for (source, relation, target) in moved {
      let isTaken =
        (!relations[relation].isToMany && !targets(source, relation).isEmpty)
        || (relations[relation].inverse.map {
          !relations[$0].isToMany && !targets(target, $0).isEmpty
        } ?? false)
      if !isTaken { link(source, relation, target) }
    }
    things[id]?.key = former.key
  }
}
