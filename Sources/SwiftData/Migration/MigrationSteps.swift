/// A validated migration plan: the versions with their schemas, and the stages between them.
struct MigrationSteps {
  struct Step {
    let stage: MigrationStage
    let from: Schema
    let to: Schema
    /// Whether the stage leaves this store unchanged and changes only the container's other stores.
    var isIdle = false
    /// Whether the stage is a lightweight stage that was inferred rather than listed in the plan. A
    /// stage is inferred if the plan has no stage between the two versions and no data would be
    /// lost.
    var isInferred = false

    var isBackward: Bool { to.version < from.version }

    var mode: TableChangePlanner.MigrationMode {
      if stage.isCustom { return .custom }
      if isInferred { return .lossless }
      if stage.forbidsDataLoss { return .strict }
      return isBackward ? .backward : .lightweight
    }
  }

  let versions: [Schema]
  /// The index of the migration's target version. The target's schema equals the container's
  /// schema.
  let target: Int
  /// The migration step from each version to the next version, in version order.
  let forward: [Step]
  /// For each version, the backward step that leads to it from the next version, in version order.
  /// Nil for versions without such a step.
  let backward: [Step?]

  /// Validates a plan before any file is changed. Errors name the affected versions.
  ///
  /// - Throws: ``SwiftDataError/invalidMigrationPlan`` or ``SwiftDataError/schemaNotLastInPlan``.
  init(_ plan: any SchemaMigrationPlan.Type, for schema: Schema) throws {
    let types = plan.schemas
    let versions = types.map { Schema(versionedSchema: $0) }
    try Self.check(versions, of: plan)
    var stages = plan.stages
    func removeStage(from: Int, to: Int) throws -> Step? {
      let found = stages.indices.filter {
        stages[$0].endpoints.from == types[from] && stages[$0].endpoints.to == types[to]
      }
      guard let first = found.first else { return nil }
      guard found.count == 1 else {
        throw Self.invalid(
          """
          \(plan) has \(found.count) stages from \(versions[from].version) to \
          \(versions[to].version); keep one.
          """)
      }
      let step = Step(stage: stages.remove(at: first), from: versions[from], to: versions[to])
      try Self.check(step)
      return step
    }
    var forward: [Step] = []
    var backward: [Step?] = []
    for index in versions.indices.dropLast() {
      if let step = try removeStage(from: index, to: index + 1) {
        forward.append(step)
      } else {
        let step = Step(
          stage: .lightweight(fromVersion: types[index], toVersion: types[index + 1]),
          from: versions[index], to: versions[index + 1], isInferred: true)
        if let obstacle = try Self.obstacle(to: step) {
          throw Self.invalid(
            """
            \(plan) has no stage from \(step.from.version) to \(step.to.version), and none can be \
            inferred: \(obstacle). Add a stage.
            """)
        }
        forward.append(step)
      }
      backward.append(try removeStage(from: index + 1, to: index))
    }
    // Every stage between adjacent versions was removed above, so a remaining stage is misplaced.
    if let extra = stages.first {
      throw Self.invalid(
        """
        \(plan) has a stage from \(extra.endpoints.from) to \(extra.endpoints.to), which are not \
        adjacent in its schemas; remove the stage, or list the schemas.
        """)
    }
    self.versions = versions
    self.target = try Self.target(schema, versions, backward, plan)
    self.forward = forward
    self.backward = backward
  }

  /// Returns the reason that no lightweight stage can be inferred for a migration step. Returns nil
  /// if a stage can be inferred.
  private static func obstacle(to step: Step) throws -> String? {
    guard step.from.identity != step.to.identity else {
      return "both versions have the same schema"
    }
    let (old, new) = (try step.from.layout.get(), try step.to.layout.get())
    // The change is planned on an empty store of the earlier version, which fails if the later
    // version lacks a class or property.
    let plan = Result {
      try ScratchConnection.with { connection in
        for statement in old.createStatements { try connection.execute(statement) }
        _ = try TableMigrator(
          from: old.identity, former: old, to: new, mode: step.mode, connection,
          MigrationProgress(handler: nil))
      }
    }
    guard case .failure(let failure) = plan else { return nil }
    guard let error = failure as? SwiftDataError else { throw failure }
    let name = [error.entity, error.property].compactMap { $0 }.joined(separator: ".")
    if error.code == .incompatibleType { return "the type of \(name) changed" }
    if error.code == .possibleRename { return "\(name) may have been renamed" }
    return "a lightweight migration stage would drop \(name)"
  }

  /// Returns the index of the version that has the given schema. The version is the plan's last
  /// version, or an earlier version to which the plan's stages lead back.
  private static func target(
    _ schema: Schema, _ versions: [Schema], _ backward: [Step?],
    _ plan: any SchemaMigrationPlan.Type
  ) throws -> Int {
    let same = versions.indices.filter { versions[$0].identity == schema.identity }
    let reachable = same.filter { index in
      backward[index...].allSatisfy { $0 != nil }
    }
    if let index = reachable.first(where: { versions[$0].version == schema.version })
      ?? reachable.last
    {
      return index
    }
    let last = versions.last?.version ?? schema.version
    guard let index = same.last else {
      throw SwiftDataError(
        .schemaNotLastInPlan,
        """
        The container's schema is not \(last), the last version of \(plan). Point the type aliases \
        at the last version, or add the new version to the plan.
        """)
    }
    throw SwiftDataError(
      .schemaNotLastInPlan,
      """
      The container's schema is version \(versions[index].version), and the last version of \
      \(plan) is \(last). Point the type aliases at the last version, or add stages that lead back \
      from it.
      """)
  }

  /// Returns the index of a store's version. Returns nil if the store's schema matches no version.
  ///
  /// If several versions have the store's schema, the version with the store's version number is
  /// chosen. If none of these versions has this number, for example because the store was made
  /// without a plan, the nearest earlier version among them is chosen. If none of them is earlier,
  /// the first one is chosen.
  func index(of store: StoreInspection) -> Int? {
    let same = versions.indices.filter { versions[$0].identity == store.identity }
    return same.first { versions[$0].version == store.version }
      ?? same.last { versions[$0].version < store.version } ?? same.first
  }

  /// Returns the migration steps from a store's version to the container's version.
  ///
  /// - Throws: ``SwiftDataError/backwardMigration`` if the store is newer than the container.
  /// - Throws: ``SwiftDataError/unknownSchema`` if no version has the store's schema.
  func steps(from store: StoreInspection) throws -> [Step] {
    guard let index = index(of: store) else { throw Self.unknown(store, versions) }
    let steps =
      index <= target
      ? Array(forward[index..<target]) : backward[target..<index].reversed().compactMap { $0 }
    return steps.filter { !$0.isIdle }
  }
}
