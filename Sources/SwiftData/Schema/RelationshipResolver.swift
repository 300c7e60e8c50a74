/// A resolver that pairs relationships with their inverses and determines their storage.
struct RelationshipResolver {
  let drafts: [EntityDraft]
  let indexByType: [ObjectIdentifier: Int]

  /// One end of a relationship, identified by an entity and a property.
  private struct End: Hashable {
    let entity: Int
    let slot: Int
  }

  func resolve() throws(SwiftDataError) -> ([EntityLayout], [LinkLayout]) {
    try checkAnnotations()
    let ends = relationshipEnds()
    var inverses = try declaredInverses(ends)
    inferInverses(ends, &inverses)
    var links: [LinkLayout] = []
    var linkOfEnd: [End: Int] = [:]
    for end in ends.keys.sorted(by: { name(of: $0) < name(of: $1) }) {
      guard let target = ends[end], target.isToMany, linkOfEnd[end] == nil else { continue }
      let inverse = inverses[end]
      if let inverse, ends[inverse]?.isToMany == false { continue }
      let link = LinkLayout(
        index: links.count, name: name(of: end), entityA: end.entity, entityB: target.destination,
        slotA: end.slot, slotB: inverse?.slot)
      linkOfEnd[end] = link.index
      if let inverse { linkOfEnd[inverse] = link.index }
      links.append(link)
    }
    var entities: [EntityLayout] = []
    for (index, draft) in drafts.enumerated() {
      var properties: [PropertyLayout] = []
      for (slot, metadata) in draft.metadata.enumerated() {
        let end = End(entity: index, slot: slot)
        let link = linkOfEnd[end].map {
          (index: $0, isFirst: links[$0].slotA == slot && links[$0].entityA == index)
        }
        try checkCounts(metadata, draft.name)
        properties.append(
          property(metadata, slot, target: ends[end], inverse: inverses[end], link: link))
      }
      entities.append(try EntityLayout(index: index, draft: draft, properties: properties))
    }
    return (entities, links)
  }

  /// Checks that `@Attribute` is used only on attributes, and `@Relationship` only on
  /// relationships.
  private func checkAnnotations() throws(SwiftDataError) {
    for draft in drafts {
      for metadata in draft.metadata {
        let reason: String
        switch metadata.kind {
        case .toOne where metadata.attribute != nil, .toMany where metadata.attribute != nil:
          reason = "a relationship to a model needs @Relationship instead of @Attribute"
        case .attribute where metadata.relationship != nil:
          reason = "a property whose type is not a model needs @Attribute instead of @Relationship"
        case .attribute
        where metadata.attribute?.isUnique == true && metadata.attribute?.isTransient == true:
          reason = "a property that is never stored cannot be unique; remove .unique or .ephemeral"
        default: continue
        }
        throw SwiftDataError(
          .invalidSchema, "\(draft.name).\(metadata.name) is not valid: \(reason).",
          entity: draft.name, property: metadata.name)
      }
    }
  }

  private struct Target {
    let destination: Int
    let isToMany: Bool
    let isOptional: Bool
  }

  private func name(of end: End) -> String {
    "\(drafts[end.entity].name).\(drafts[end.entity].metadata[end.slot].name)"
  }

  private func relationshipEnds() -> [End: Target] {
    var ends: [End: Target] = [:]
    for (index, draft) in drafts.enumerated() {
      for (slot, metadata) in draft.metadata.enumerated() {
        let end = End(entity: index, slot: slot)
        switch metadata.kind {
        case .attribute: continue
        case .toOne(let model, let isOptional):
          ends[end] = Target(
            destination: indexByType[ObjectIdentifier(model)] ?? 0, isToMany: false,
            isOptional: isOptional)
        case .toMany(let model, let isOptional):
          ends[end] = Target(
            destination: indexByType[ObjectIdentifier(model)] ?? 0, isToMany: true,
            isOptional: isOptional)
        }
      }
    }
    return ends
  }

  private func declaredInverses(_ ends: [End: Target]) throws(SwiftDataError) -> [End: End] {
    var inverses: [End: End] = [:]
    // The relationship ends are sorted, so that a schema with several errors always reports the
    // same error.
    for end in ends.keys.sorted(by: { name(of: $0) < name(of: $1) }) {
      guard let target = ends[end] else { continue }
      let metadata = drafts[end.entity].metadata[end.slot]
      guard let keyPath = metadata.relationship?.inverseKeyPath else { continue }
      guard
        let slot = drafts[target.destination].metadata.firstIndex(where: { $0.keypath == keyPath }),
        ends[End(entity: target.destination, slot: slot)]?.destination == end.entity
      else {
        throw SwiftDataError(
          .invalidSchema,
          """
          The declared inverse of \(name(of: end)) is not a relationship from \
          \(drafts[target.destination].name) to \(drafts[end.entity].name); declare a relationship \
          between these two classes as the inverse.
          """,
          entity: drafts[end.entity].name, property: metadata.name)
      }
      let other = End(entity: target.destination, slot: slot)
      // A declaration on one side is enough; declarations on both sides must agree.
      if let taken = inverses[other], taken != end {
        throw SwiftDataError(
          .invalidSchema,
          """
          \(name(of: other)) is the inverse of both \(name(of: taken)) and \(name(of: end)), but a \
          relationship has only one inverse; remove one of the declarations.
          """,
          entity: drafts[other.entity].name,
          property: drafts[other.entity].metadata[other.slot].name)
      }
      if let own = inverses[end], own != other {
        throw SwiftDataError(
          .invalidSchema,
          """
          \(name(of: end)) declares the inverse \(name(of: other)), but is itself the declared \
          inverse of \(name(of: own)). A relationship has only one inverse; remove one of the \
          declarations.
          """,
          entity: drafts[end.entity].name, property: metadata.name)
      }
      inverses[end] = other
      inverses[other] = end
    }
    return inverses
  }

  /// Pairs two relationships as inverses if each refers to the other's entity and no other pairing
  /// is possible.
  private func inferInverses(_ ends: [End: Target], _ inverses: inout [End: End]) {
    func open(from entity: Int, to destination: Int) -> [End] {
      ends.filter {
        $0.key.entity == entity && $0.value.destination == destination && inverses[$0.key] == nil
      }.map(\.key)
    }
    for end in ends.keys.sorted(by: { name(of: $0) < name(of: $1) }) where inverses[end] == nil {
      guard let target = ends[end], target.destination != end.entity else { continue }
      let own = open(from: end.entity, to: target.destination)
      let others = open(from: target.destination, to: end.entity)
      guard own.count == 1, others.count == 1, let other = others.first else { continue }
      inverses[end] = other
      inverses[other] = end
    }
  }

  private func property(
    _ metadata: Schema.PropertyMetadata, _ slot: Int, target: Target?, inverse: End?,
    link: (index: Int, isFirst: Bool)?
  ) -> PropertyLayout {
    let kind: PropertyLayout.Kind
    if let target {
      let storage: RelationshipLayout.Storage
      if !target.isToMany {
        storage = .column
      } else if let link {
        storage = .link(index: link.index, isFirst: link.isFirst)
      } else {
        storage = .inverseColumn(slot: inverse?.slot ?? 0)
      }
      kind = .relationship(
        RelationshipLayout(
          destination: target.destination, isToMany: target.isToMany,
          isOptional: target.isOptional,
          deleteRule: metadata.relationship?.deleteRule ?? .nullify,
          minimumModelCount: metadata.relationship?.minimumModelCount,
          maximumModelCount: metadata.relationship?.maximumModelCount, inverse: inverse?.slot,
          storage: storage))
    } else if case .attribute(let type, let isOptional) = metadata.kind {
      kind = .attribute(
        AttributeLayout(
          type: type, isOptional: isOptional,
          isUnique: metadata.attribute?.options.contains(.unique) ?? false,
          isEphemeral: metadata.attribute?.options.contains(.ephemeral) ?? false,
          defaultValue: metadata.defaultValue))
    } else {
      preconditionFailure("the relationship has no target")
    }
    return PropertyLayout(
      slot: slot, name: metadata.name,
      originalName: metadata.attribute?.renamedFrom ?? metadata.relationship?.renamedFrom,
      hashModifier: metadata.attribute?.hashModifier ?? metadata.relationship?.hashModifier,
      kind: kind)
  }

  /// Checks a relationship's declared minimum and maximum number of related objects.
  ///
  /// - Throws: ``SwiftDataError/invalidSchema`` for negative counts or a minimum above the maximum.
  private func checkCounts(
    _ metadata: Schema.PropertyMetadata, _ entity: String
  ) throws(SwiftDataError) {
    let least = metadata.relationship?.minimumModelCount ?? 0
    let most = metadata.relationship?.maximumModelCount ?? 0
    guard least < 0 || most < 0 || (most > 0 && least > most) else { return }
    throw SwiftDataError(
      .invalidSchema,
      """
      \(entity).\(metadata.name) requires at least \(least) and at most \(most) objects; the \
      minimum must not exceed the maximum, and neither may be negative.
      """,
      entity: entity, property: metadata.name)
  }
}
