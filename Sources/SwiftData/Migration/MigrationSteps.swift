/// A plan that was checked: the versions with their shapes, and the stage between each two.
struct MigrationSteps {
  struct Step {
    let stage: MigrationStage
    let from: Schema
    let to: Schema
  }

  let versions: [Schema]
  let steps: [Step]

  /// Checks a plan before any file is touched.
  ///
  /// - Throws: ``SwiftDataError/invalidMigrationPlan`` or ``SwiftDataError/schemaNotLastInPlan``,
  ///   naming the versions.
  init(_ plan: any SchemaMigrationPlan.Type, for schema: Schema) throws {
    let types = plan.schemas
    let versions = types.map { Schema(versionedSchema: $0) }
    guard let last = versions.last else {
      throw Self.invalid("\(plan) lists no schema; list every version, oldest first.")
    }
    for version in versions { _ = try version.layout.get() }
    for (earlier, later) in zip(versions, versions.dropFirst())
    where earlier.version >= later.version {
      throw Self.invalid(
        "\(plan) lists version \(later.version) after \(earlier.version); "
          + "versions rise and each has a number of its own.")
    }
    guard schema.identity == last.identity else {
      throw SwiftDataError(
        .schemaNotLastInPlan,
        "The container's schema is not \(last.version), the last of \(plan); "
          + "point the type aliases at the last version, or add the new one to the plan.")
    }
    var steps: [Step] = []
    var remaining = plan.stages
    for (index, pair) in zip(versions, versions.dropFirst()).enumerated() {
      let (from, to) = (types[index], types[index + 1])
      guard
        let position = remaining.firstIndex(where: {
          $0.endpoints.from == from && $0.endpoints.to == to
        })
      else {
        throw Self.invalid(
          "\(plan) has no stage from \(pair.0.version) to \(pair.1.version); add one.")
      }
      let stage = remaining.remove(at: position)
      if pair.0.identity == pair.1.identity, !stage.isCustom,
        try DeclaredIndexes(pair.0.layout.get()).names
          == DeclaredIndexes(pair.1.layout.get()).names
      {
        throw Self.invalid(
          "Versions \(pair.0.version) and \(pair.1.version) have the same shape; "
            + "change one, or make the stage custom if only data change.")
      }
      steps.append(Step(stage: stage, from: pair.0, to: pair.1))
    }
    if let extra = remaining.first {
      throw Self.invalid(
        "\(plan) has a stage from \(extra.endpoints.from) to \(extra.endpoints.to), which are not "
          + "neighbours in its schemas; remove it or list them.")
    }
    self.versions = versions
    self.steps = steps
  }

  /// The steps from the version a store has to the last.
  ///
  /// - Throws: ``SwiftDataError/backwardMigration`` for a newer store,
  ///   ``SwiftDataError/unknownSchema`` for a shape that no version has.
  func steps(from store: StoreInspection) throws -> ArraySlice<Step> {
    let matches = versions.indices.filter { versions[$0].identity == store.identity }
    let index = matches.first { versions[$0].version == store.version } ?? matches.first
    if let index { return steps[index...] }
    throw Self.unknown(store, versions)
  }

  static func unknown(_ store: StoreInspection, _ versions: [Schema]) -> SwiftDataError {
    if let last = versions.last, store.version > last.version {
      return SwiftDataError(
        .backwardMigration,
        "The store has version \(store.version) and this program knows up to \(last.version); "
          + "update the program.")
    }
    let shape = try? StoredShape(identity: store.identity)
    let differences = versions.compactMap { version -> (Schema.Version, [String])? in
      guard let shape, let known = try? StoredShape(identity: version.identity) else { return nil }
      return (version.version, shape.differences(to: known))
    }.min { $0.1.count < $1.1.count }
    let detail = differences.map { version, lines in
      " Nearest is \(version): " + lines.prefix(8).joined(separator: "; ") + "."
    }
    return SwiftDataError(
      .unknownSchema,
      "The store says it has version \(store.version), but its shape is none this program knows."
        + (detail ?? "")
        + " A version was changed after it shipped, or the store is another program's.",
      count: differences?.1.count, samples: Array(differences?.1.prefix(5) ?? []))
  }

  private static func invalid(_ message: String) -> SwiftDataError {
    SwiftDataError(.invalidMigrationPlan, message)
  }
}
