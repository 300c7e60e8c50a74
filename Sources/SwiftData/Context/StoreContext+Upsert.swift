/// The effect of an upsert on the links of the row that it takes over. The inserted object's links
/// replace or extend the stored links. Relationships that it does not set stay unchanged.
extension StoreContext {
  /// Returns the slots that an upsert writes: all except the object's empty to-one relationships.
  func slotsWrittenOver(_ model: any PersistentModel, _ entity: EntityLayout) -> UInt64 {
    var slots = ~UInt64(0)
    for property in entity.columns where property.relationship != nil && property.slot < 63 {
      let (object, key) = model.toOneTarget(property.slot)
      if object == nil, key == 0 { slots &= ~_ModelState.bit(property.slot) }
    }
    return slots
  }

  /// Returns the slots that upserts overwrite in each stored row. Other unsaved changes to these
  /// slots are discarded.
  func slotsWrittenOver(by flush: Flush) -> [PendingKey: UInt64] {
    var slots: [PendingKey: UInt64] = [:]
    guard !flush.upserts.isEmpty, !changed.isEmpty else { return slots }
    for model in inserted where flush.upserts.contains(ObjectIdentifier(model)) {
      guard let key = flush.keys[ObjectIdentifier(model)] else { continue }
      let entity = layout.entities[Int(model._$state.entity)]
      slots[PendingKey(entity: entity.index, key: key), default: 0] |= slotsWrittenOver(
        model, entity)
    }
    return slots
  }

  /// Makes an object represent a former object whose row it took over, and notifies the former
  /// object's observers.
  func replace(_ former: any PersistentModel, by model: any PersistentModel) {
    guard former !== model else { return }
    let slots = layout.entities[Int(former._$state.entity)].properties.map(\.slot)
    let observed = slots.filter { former._$state.wasTracked($0) }
    for slot in observed { former._$state.willSet(former, slot: slot) }
    former._$state.replace(with: model)
    for slot in observed { former._$state.didSet(former, slot: slot) }
  }

  /// Sets to NULL the other end of each one-to-one link that an upsert replaced. Call this after
  /// the rows are written.
  func clearReplacedOneToOneLinks(
    _ model: any PersistentModel, key: Int64, _ entity: EntityLayout, _ connection: Connection
  ) throws {
    for property in entity.columns {
      guard let relationship = property.relationship, let inverse = relationship.inverse else {
        continue
      }
      let target = layout.entities[relationship.destination]
      let back = target.properties[inverse]
      let (object, current) = model.toOneTarget(property.slot)
      guard back.hasColumn, back.isOptional, object != nil || current != 0 else { continue }
      try connection.execute(
        "UPDATE \(target.table.sqlQuoted) SET \(back.name.sqlQuoted) = NULL "
          + "WHERE \(back.name.sqlQuoted) = ?1 AND \"_sd_id\" IS NOT "
          + "(SELECT \(property.name.sqlQuoted) FROM \(entity.table.sqlQuoted) "
          + "WHERE \"_sd_id\" = ?1)", [.integer(key)])
    }
  }

  /// Writes the unsaved to-one relationships of an object that is being deleted, so that the delete
  /// rules follow its current relationships instead of the stored ones.
  func writeLastLinks(
    of model: any PersistentModel, _ keys: [ObjectIdentifier: Int64], _ writers: RowWriters
  ) throws {
    let entity = layout.entities[Int(model._$state.entity)]
    var slots: UInt64 = 0
    for property in entity.columns
    where property.relationship != nil && model._$state.isDirty(property.slot) {
      let (object, key) = model.toOneTarget(property.slot)
      let hasRow = key != 0 || object.map { keys[ObjectIdentifier($0)] != nil } ?? false
      if (hasRow || property.isOptional) && property.slot < 63 {
        slots |= _ModelState.bit(property.slot)
      }
    }
    if slots != 0 { try writers.update(model, model._$state.key, entity, slots: slots) }
  }

  /// Reads again the objects that refer to a row which another object has taken over.
  ///
  /// - Complexity: O(objects of the context).
  func reloadObjects(leadingTo taken: Set<PendingKey>) {
    guard !taken.isEmpty else { return }
    let entities = Set(taken.map(\.entity))
    for entity in layout.entities {
      let properties = entity.relationships.filter { Self.leads($0, to: entities) }
      guard !properties.isEmpty else { continue }
      for model in registeredObjects(entity.index) where model._$state.phase == .stored {
        if leads(model, properties, to: taken) { reload(model, entity) }
      }
    }
  }

  // Not inlined: the optimizer of Swift 6.3.1 crashes when it inlines this function.
  @inline(never)
  private static func leads(_ property: PropertyLayout, to entities: Set<Int>) -> Bool {
    guard let relationship = property.relationship else { return false }
    return entities.contains(relationship.destination)
  }

  @inline(never)
  private func leads(
    _ model: any PersistentModel, _ properties: [PropertyLayout], to taken: Set<PendingKey>
  ) -> Bool {
    for property in properties where leads(model, property, to: taken) { return true }
    return false
  }

  private func leads(
    _ model: any PersistentModel, _ property: PropertyLayout, to taken: Set<PendingKey>
  ) -> Bool {
    guard let relationship = property.relationship else { return false }
    let loaded = model.loadedTargets(property.slot)
    if loaded?.contains(where: { [.deleted, .replaced].contains($0._$state.phase) }) == true {
      return true
    }
    if relationship.isToMany {
      return loaded?.contains {
        taken.contains(PendingKey(entity: relationship.destination, key: $0._$state.key))
      } ?? false
    }
    let key = model.toOneTarget(property.slot).key
    return taken.contains(PendingKey(entity: relationship.destination, key: key))
  }
}
