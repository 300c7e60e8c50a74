/// A relationship to a deleted object or to an object without a row.
///
/// A relationship to a missing row cannot be stored, so every save fails until the relationship is
/// cleared or changed.
struct DeadLink {
  let owner: any PersistentModel
  let slot: Int
  let target: any PersistentModel

  /// Whether the relationship's owner still exists and still refers to the target.
  var isCurrent: Bool {
    [.inserted, .stored].contains(owner._$state.phase)
      && owner.loadedTargets(slot)?.contains { $0 === target } == true
  }
}

extension StoreContext {
  /// Records a relationship to an object without a row, so that the next save fails.
  func noteDeadLink(_ owner: any PersistentModel, _ slot: Int, _ target: any PersistentModel) {
    deadLinks.append(DeadLink(owner: owner, slot: slot, target: target))
  }

  /// Restores the relationships to an object that was deleted and then inserted again.
  func revive(linksTo model: any PersistentModel) {
    for dead in deadLinks where dead.target === model && dead.isCurrent {
      guard let relationship = relationship(of: dead.owner, dead.slot) else { continue }
      link(dead.owner, model, relationship, isNew: false)
    }
    deadLinks.removeAll { $0.target === model }
  }

  /// Throws an error if any object refers to an object without a row.
  ///
  /// - Throws: ``SwiftDataError/modelValidationFailure`` if a relationship refers to a missing row.
  func refuseDeadLinks() throws {
    guard !deadLinks.isEmpty else { return }
    deadLinks.removeAll { !$0.isCurrent || $0.target._$state.phase != .deleted }
    guard let dead = deadLinks.first else { return }
    let entity = layout.entities[Int(dead.owner._$state.entity)]
    let property = entity.properties[dead.slot]
    let target = Schema.entityName(of: type(of: dead.target))
    let isStandIn = dead.target._$state.isStandIn
    let remedy =
      property.isToMany
      ? "remove the object from the list"
      : property.isOptional
        ? "set the property to nil or to another object"
        : "set the property to another object, or delete the \(entity.name)"
    throw remember(
      SwiftDataError(
        .modelValidationFailure,
        isStandIn
          ? """
          \(entity.name).\(property.name) refers to a \(target) whose row is not in the store; \
          \(remedy).
          """
          : """
          \(entity.name).\(property.name) refers to a \(target) that was already deleted; \(remedy), \
          or insert the \(target) again.
          """,
        entity: entity.name, property: property.name, count: deadLinks.count))
  }

  /// Records that an object without a row was changed or inserted, so that every save fails until a
  /// rollback.
  func refuseStandIn(_ model: any PersistentModel.Type) {
    let name = Schema.entityName(of: model)
    self.defer(
      SwiftDataError(
        .modelValidationFailure,
        """
        A \(name) without a row in the store was changed or inserted, and its values cannot be \
        stored; roll back, check isDeleted, and create a new \(name).
        """,
        entity: name))
  }
}
