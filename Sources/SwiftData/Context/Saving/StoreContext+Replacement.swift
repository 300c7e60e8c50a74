/// Methods that replace objects whose rows an upsert has reassigned to other objects.
extension StoreContext {
  /// Connects an object to its replacement after an upsert, and notifies the replaced object's
  /// observers.
  func replace(_ former: any PersistentModel, by model: any PersistentModel) {
    guard former !== model else { return }
    let slots = layout.entities[Int(former._$state.entity)].properties.map(\.slot)
    let observed = slots.filter { former._$state.wasTracked($0) }
    for slot in observed { former._$state.willSet(former, slot: slot) }
    former._$state.replace(with: model)
    for slot in observed { former._$state.didSet(former, slot: slot) }
  }

  /// Reloads the objects that refer to upserted rows.
  ///
  /// - Complexity: O(*n*), where *n* is the number of objects in the context.
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
