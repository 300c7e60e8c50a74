extension MigrationSteps {
  /// Returns the part of the migration plan that applies to one of several stores in a container.
  /// Each version then contains only the entities in this store. A stage that does not change these
  /// entities is skipped, and its closures do not run.
  ///
  /// - Parameter own: The entities that the container assigns to this store.
  /// - Parameter others: The entities that the container assigns to its other stores.
  /// - Parameter stored: The store's current entities.
  ///   An entity that exists only in older versions belongs to the store that contains it.
  func part(own: Set<String>, others: Set<String>, stored: Set<String>) -> MigrationSteps {
    let kept = own.union(stored.subtracting(others))
    let parts = versions.map { version in
      Schema(
        version.models.filter { kept.contains(Schema.entityName(of: $0)) },
        version: version.version)
    }
    func part(_ step: Step, _ from: Int, _ to: Int) -> Step {
      let isIdle =
        parts[from].identity == parts[to].identity
        && versions[from].identity != versions[to].identity
      return Step(
        stage: step.stage, from: parts[from], to: parts[to], isIdle: isIdle,
        isInferred: step.isInferred)
    }
    return MigrationSteps(
      versions: parts, target: target,
      forward: forward.enumerated().map { part($1, $0, $0 + 1) },
      backward: backward.enumerated().map { index, step in
        step.map { part($0, index + 1, index) }
      })
  }

  private init(versions: [Schema], target: Int, forward: [Step], backward: [Step?]) {
    self.versions = versions
    self.target = target
    self.forward = forward
    self.backward = backward
  }
}
