/// A plan that was checked: the versions with their shapes, and the stages between them.
struct MigrationSteps {
  struct Step {
    let stage: MigrationStage
    let from: Schema
    let to: Schema
    /// Whether it concerns other stores of a container with several.
    var isIdle = false
    /// Whether the plan has no stage here, and a lightweight one that loses nothing is enough.
    var isInferred = false

    var isBackward: Bool { to.version < from.version }

    var mode: TableChangePlanner.Mode {
      if stage.isCustom { return .custom }
      if isInferred { return .lossless }
      if stage.forbidsDataLoss { return .strict }
      return isBackward ? .backward : .lightweight
    }
  }

  let versions: [Schema]
  /// Which version the container asks for.
  let target: Int
  /// The step from each version to the next, and from the next back where the plan has one.
  let forward: [Step]
  let backward: [Step?]

  /// Checks a plan before any file is touched.
  ///
  /// - Throws: ``SwiftDataError/invalidMigrationPlan`` or ``SwiftDataError/schemaNotLastInPlan``,
  ///   naming the versions.
  init(_ plan: any SchemaMigrationPlan.Type, for schema: Schema) throws {
    let types = plan.schemas
    let versions = types.map { Schema(versionedSchema: $0) }
    try Self.check(versions, of: plan)
    var stages = plan.stages
    func take(from: Int, to: Int) throws -> Step? {
      let found = stages.indices.filter {
        stages[$0].endpoints.from == types[from] && stages[$0].endpoints.to == types[to]
      }
      guard let first = found.first else { return nil }
      guard found.count == 1 else {
        throw Self.invalid(
          "\(plan) has \(found.count) stages from \(versions[from].version) to "
            + "\(versions[to].version); keep one.")
      }
      let step = Step(stage: stages.remove(at: first), from: versions[from], to: versions[to])
      try Self.check(step)
      return step
    }
    var forward: [Step] = []
    var backward: [Step?] = []
    for index in versions.indices.dropLast() {
      if let step = try take(from: index, to: index + 1) {
        forward.append(step)
      } else {
        let step = Step(
          stage: .lightweight(fromVersion: types[index], toVersion: types[index + 1]),
          from: versions[index], to: versions[index + 1], isInferred: true)
        if let obstacle = try Self.obstacle(to: step) {
          throw Self.invalid(
            "\(plan) has no stage from \(step.from.version) to \(step.to.version), and none can be "
              + "inferred: \(obstacle). Add one.")
        }
        forward.append(step)
      }
      backward.append(try take(from: index + 1, to: index))
    }
    if let extra = stages.first {
      throw Self.invalid(
        "\(plan) has a stage from \(extra.endpoints.from) to \(extra.endpoints.to), which are not "
          + "neighbours in its schemas; remove it or list them.")
    }
    self.versions = versions
    self.target = try Self.target(schema, versions, backward, plan)
    self.forward = forward
    self.backward = backward
  }

  /// Why a step may not be inferred: what it would lose of a store; nil if it would lose nothing.
  private static func obstacle(to step: Step) throws -> String? {
    guard step.from.identity != step.to.identity else { return "the two have the same shape" }
    let (old, new) = (try step.from.layout.get(), try step.to.layout.get())
    // An empty store of the earlier version shows what has no place in the later one.
    let trial = Result {
      try ScratchConnection.with { connection in
        for statement in old.createStatements { try connection.execute(statement) }
        _ = try TableMigrator(
          from: old.identity, former: old, to: new, mode: step.mode, connection,
          MigrationProgress(handler: nil))
      }
    }
    guard case .failure(let failure) = trial else { return nil }
    guard let error = failure as? SwiftDataError else { throw failure }
    let name = [error.entity, error.property].compactMap { $0 }.joined(separator: ".")
    if error.code == .incompatibleType { return "the type of \(name) changed" }
    if error.code == .possibleRename { return "\(name) may have been renamed" }
    return "a lightweight one would drop \(name)"
  }

  /// The version a schema is: the last one, or an earlier one that stages lead back to.
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
        "The container's schema is not \(last), the last of \(plan); point the type aliases at the "
          + "last version, or add the new one to the plan.")
    }
    throw SwiftDataError(
      .schemaNotLastInPlan,
      "The container's schema is \(versions[index].version) and the last of \(plan) is \(last); "
        + "point the type aliases at the last version, or add stages that lead back from it.")
  }

  /// Which version a store has; nil for a shape that is none of them.
  ///
  /// Where several have its shape the number decides; a number of no plan, as of a store made
  /// without one, stands for the nearest version before it, else for the first.
  func index(of store: StoreInspection) -> Int? {
    let same = versions.indices.filter { versions[$0].identity == store.identity }
    return same.first { versions[$0].version == store.version }
      ?? same.last { versions[$0].version < store.version } ?? same.first
  }

  /// The steps from the version a store has to the container's.
  ///
  /// - Throws: ``SwiftDataError/backwardMigration`` for a newer store,
  ///   ``SwiftDataError/unknownSchema`` for a shape that no version has.
  func steps(from store: StoreInspection) throws -> [Step] {
    guard let index = index(of: store) else { throw Self.unknown(store, versions) }
    let steps =
      index <= target
      ? Array(forward[index..<target]) : backward[target..<index].reversed().compactMap { $0 }
    return steps.filter { !$0.isIdle }
  }
}
