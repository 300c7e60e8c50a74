/// Methods that validate a migration plan and create errors for stores that match none of its
/// versions.
extension MigrationSteps {
  static func invalid(
    _ message: String, entity: String? = nil, property: String? = nil
  ) -> SwiftDataError {
    SwiftDataError(.invalidMigrationPlan, message, entity: entity, property: property)
  }

  static func check(_ versions: [Schema], of plan: any SchemaMigrationPlan.Type) throws {
    guard !versions.isEmpty else {
      throw invalid("\(plan) lists no schema; list every version, from oldest to newest.")
    }
    for version in versions { _ = try version.layout.get() }
    for (earlier, later) in zip(versions, versions.dropFirst())
    where earlier.version >= later.version {
      throw invalid(
        """
        \(plan) lists version \(later.version) after \(earlier.version); list the versions in \
        ascending order, each with a different number.
        """)
    }
    for index in versions.indices.dropFirst() {
      try checkNames(versions[index], after: versions[..<index])
    }
  }

  /// Throws an error if a version declares an original name that occurs in no earlier version. If
  /// the name is misspelled, the migration would drop the data that the renamed class or property
  /// should keep.
  private static func checkNames(_ version: Schema, after earlier: ArraySlice<Schema>) throws {
    let former = try earlier.map { try $0.layout.get() }
    for entity in try version.layout.get().entities {
      if let original = entity.originalName,
        !former.contains(where: { layout in
          layout.entities.contains { $0.name == original || $0.originalName == original }
        })
      {
        throw invalid(
          """
          Version \(version.version) declares \(original) as the original name of \(entity.name), \
          but no earlier version has that class; correct the originalName.
          """,
          entity: entity.name)
      }
      let ancestors = former.compactMap { layout in
        layout.entity(named: entity.name)
          ?? entity.originalName.flatMap { layout.entity(named: $0) }
      }
      guard !ancestors.isEmpty else { continue }
      for property in entity.properties {
        guard let original = property.originalName,
          !ancestors.contains(where: { ancestor in
            ancestor.properties.contains { $0.name == original || $0.originalName == original }
          })
        else { continue }
        throw invalid(
          """
          Version \(version.version) declares \(original) as the original name of \
          \(entity.name).\(property.name), but no earlier version of \(entity.name) has that \
          property; correct the originalName.
          """,
          entity: entity.name, property: property.name)
      }
    }
  }

  /// Throws an error if a lightweight stage changes nothing.
  static func check(_ step: Step) throws {
    guard !step.stage.isCustom, step.from.identity == step.to.identity else { return }
    let (from, to) = (try step.from.layout.get(), try step.to.layout.get())
    guard DeclaredIndexes(from).names == DeclaredIndexes(to).names else { return }
    let lineage =
      try step.isBackward
      ? Lineage(from: from, backTo: to)
      : Lineage(
        from: try StoredShape(identity: from.identity), declared: DeclaredNames(from), to: to)
    let isRenamed = lineage.properties.values.contains { names in
      names.contains { $0.key != $0.value }
    }
    guard !isRenamed else { return }
    throw invalid(
      """
      Versions \(step.from.version) and \(step.to.version) have the same schema; change one of \
      them, or make the stage custom if only data change.
      """)
  }

  // MARK: Stores that match no version

  /// The maximum number of schema differences that an error message lists.
  private static let listed = 20

  static func unknown(_ store: StoreInspection, _ versions: [Schema]) -> SwiftDataError {
    if let foreign = foreign(store, versions) { return foreign }
    if let last = versions.last, store.version > last.version {
      return SwiftDataError(
        .backwardMigration,
        """
        The store has version \(store.version), but this program supports versions up to \
        \(last.version); update the program.
        """)
    }
    let shape = try? StoredShape(identity: store.identity)
    let differences = versions.compactMap { version -> (Schema.Version, [String])? in
      guard let shape, let known = try? StoredShape(identity: version.identity) else { return nil }
      return (version.version, shape.differences(to: known))
    }.min { $0.1.count < $1.1.count }
    let detail = differences.map { version, lines in
      let rest = lines.count - listed
      return " The most similar version is \(version): "
        + lines.prefix(listed).joined(separator: "; ")
        + (rest > 0 ? "; and \(rest) more." : ".")
    }
    return SwiftDataError(
      .unknownSchema,
      "The store has version \(store.version), but its schema does not match any version in this program."
        + (detail ?? "")
        + " Either a version was changed after its release, or another program created the store. "
        + "Restore the released version and declare the change as a new version, "
        + "or open another file.",
      count: differences?.1.count, samples: Array(differences?.1.prefix(5) ?? []))
  }

  /// Returns the error for a store made by another program. Returns nil if the store resembles a
  /// known version. Whether the store resembles a version depends on the two schemas' entities and
  /// properties, not on the version numbers (see ``StoredShape/resembles(_:)``).
  private static func foreign(
    _ store: StoreInspection, _ versions: [Schema]
  ) -> SwiftDataError? {
    guard let shape = try? StoredShape(identity: store.identity) else { return nil }
    let known = versions.compactMap { try? StoredShape(identity: $0.identity) }
    guard !known.contains(where: { shape.resembles($0) }), let last = known.last else { return nil }
    func list(_ shape: StoredShape) -> String {
      let names = shape.entities.map(\.name).sorted()
      return names.prefix(listed).joined(separator: ", ") + (names.count > listed ? ", …" : "")
    }
    let names = shape.entities.map(\.name).sorted()
    return SwiftDataError(
      .unknownSchema,
      """
      Another program made the store, which contains \(list(shape)); this program's models are \
      \(list(last)). Open another file, or open the store with the program that made it. If an \
      older version of this program made it, list that version's models in the plan.
      """,
      count: names.count, samples: Array(names.prefix(5)))
  }
}

extension StoredShape {
  /// Returns whether two schemas are similar enough to be versions of the same schema. At least
  /// half of the smaller schema's entities must exist in both schemas and, unless they have no
  /// properties, have a property name in common.
  fileprivate func resembles(_ other: StoredShape) -> Bool {
    let properties = Dictionary(
      other.entities.map { ($0.name, Set($0.properties.map(\.name))) },
      uniquingKeysWith: { first, _ in first })
    let shared = entities.filter { entity in
      guard let names = properties[entity.name] else { return false }
      return entity.properties.isEmpty || entity.properties.contains { names.contains($0.name) }
    }
    return shared.count * 2 >= min(entities.count, other.entities.count)
  }
}
