extension MigrationSteps {
  /// The plan as one store of a container with several sees it: every version with that store's
  /// entities alone. A stage that changes nothing of them is left out, closures and all.
  ///
  /// - Parameters:
  ///   - own: The entities that the container keeps in the store.
  ///   - others: Those it keeps in its other stores.
  ///   - stored: Those the store has now. One that only older versions know is where it is found.
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
