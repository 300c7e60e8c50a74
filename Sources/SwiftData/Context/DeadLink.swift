/// A link that was made to an object which was deleted already, or which stands for no row.
///
/// Nothing can be stored for it. The save is refused as long as it is there.
struct DeadLink {
  let owner: any PersistentModel
  let slot: Int
  let target: any PersistentModel

  /// Whether the owner still leads to the target.
  var isThere: Bool {
    [.inserted, .stored].contains(owner._$state.phase)
      && owner.loadedTargets(slot)?.contains { $0 === target } == true
  }
}

extension ModelContext {
  /// Keeps for the next save that an object leads to one without a row.
  func noteDeadLink(_ owner: any PersistentModel, _ slot: Int, _ target: any PersistentModel) {
    deadLinks.append(DeadLink(owner: owner, slot: slot, target: target))
  }

  /// Makes the links to an object that was inserted again.
  func revive(linksTo model: any PersistentModel) {
    for dead in deadLinks where dead.target === model && dead.isThere {
      guard let relationship = relationship(of: dead.owner, dead.slot) else { continue }
      link(dead.owner, model, relationship, isNew: false)
    }
    deadLinks.removeAll { $0.target === model }
  }

  /// - Throws: ``SwiftDataError/modelValidationFailure`` naming the first relationship that leads to
  ///   an object without a row.
  func refuseDeadLinks() throws {
    guard !deadLinks.isEmpty else { return }
    deadLinks.removeAll { !$0.isThere || $0.target._$state.phase != .deleted }
    guard let dead = deadLinks.first else { return }
    let entity = layout.entities[Int(dead.owner._$state.entity)]
    let property = entity.properties[dead.slot]
    let target = Schema.entityName(of: type(of: dead.target))
    let isStandIn = dead.target._$state.isStandIn
    let remedy =
      property.isToMany
      ? "take it out of the list"
      : property.isOptional
        ? "set it to nil or to another" : "set it to another, or delete the \(entity.name)"
    throw remember(
      SwiftDataError(
        .modelValidationFailure,
        "\(entity.name).\(property.name) was led to a \(target) "
          + (isStandIn
            ? "that stands for a row which is not in the store; \(remedy)."
            : "that was deleted already; \(remedy), or insert the \(target) again."),
        entity: entity.name, property: property.name, count: deadLinks.count))
  }

  /// Keeps for the next save that an object without a row was changed or inserted.
  func refuseStandIn(_ model: any PersistentModel.Type) {
    let name = Schema.entityName(of: model)
    self.defer(
      SwiftDataError(
        .modelValidationFailure,
        "A \(name) that stands for a row which is not in the store was changed or inserted, and "
          + "nothing of it can be stored; roll back, check isDeleted, and make a new \(name).",
        entity: name))
  }
}
