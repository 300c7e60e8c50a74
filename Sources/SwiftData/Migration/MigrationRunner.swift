import Foundation

/// A runner that executes all stages of a migration in one transaction. The store therefore always
/// has either the old or the new version.
struct MigrationRunner {
  /// The changes that a migration makes: the stages of a plan, or a direct migration without a
  /// plan.
  enum Work {
    case steps([MigrationSteps.Step])
    /// A direct migration to the given schema, without a plan. It must not lose data.
    case lossless(Schema)
  }

  let store: Store
  let inspection: StoreInspection
  let work: Work
  /// The backup made before the migration. Nil in a dry run.
  let backup: URL?
  let progress: MigrationProgress

  /// A lock that prevents concurrent migrations in the process. The lock is needed because
  /// migration closures may use global variables to pass values between stages.
  private static let turn = NSRecursiveLock()

  func run() throws -> MigrationReport {
    Self.turn.lock()
    defer { Self.turn.unlock() }
    return try MigrationStashes.whileMigrating { try runInTransaction() }
  }

  private func runInTransaction() throws -> MigrationReport {
    try store.withWriter { connection in
      try connection.execute("PRAGMA foreign_keys = OFF")
      guard try connection.integer("PRAGMA foreign_keys") == 0 else {
        throw SwiftDataError(
          .inputOutput, "SQLite did not disable foreign keys for the migration; try again.")
      }
      defer { try? connection.execute("PRAGMA foreign_keys = ON") }
      try connection.execute("BEGIN EXCLUSIVE")
      var report: MigrationReport
      var kept: URL?
      do {
        try progress(.transactionBegan)
        report = try migrate(connection)
        if let backup, !report.lost.isEmpty {
          kept = try StoreBackup.keep(backup)
          report.backup = kept
        }
        try progress(.commitBegan)
        try connection.execute("COMMIT")
      } catch {
        try? connection.execute("ROLLBACK")
        if let kept, let backup { StoreBackup.release(kept, as: backup) }
        throw error
      }
      progress.reportAfterCommit(.committed)
      try? connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
      progress.reportAfterCommit(.checkpointed)
      return report
    }
  }

  private func migrate(_ connection: Connection) throws -> MigrationReport {
    let before = try StoreInspection.read(connection, bytes: 0, counting: true)
    try Journal.seal(connection)
    var tally = MigrationTally(try StoredShape(identity: before.identity))
    let target: Schema
    switch work {
    case .steps(let steps):
      guard let last = steps.last else {
        throw SwiftDataError(.invalidMigrationPlan, "The migration plan has no stage to run.")
      }
      var identity = inspection.identity
      for step in steps {
        try Self.naming("The stage \(step.from.version) → \(step.to.version)") {
          try run(step, from: identity, &tally, connection)
        }
        identity = try step.to.layout.get().identity
      }
      target = last.to
    case .lossless(let schema):
      try runLossless(to: schema, &tally, connection)
      target = schema
    }
    let layout = try target.layout.get()
    try Journal.createImages(connection, layout: layout)
    try StoreFormat.setShape(connection, layout: layout, version: target.version)
    try progress(.verificationBegan)
    try verify(connection, layout)
    let after = try StoreInspection.read(connection, bytes: 0, counting: true)
    return MigrationReport(
      from: before.version, to: target.version, backup: backup, stages: tally.stages,
      entities: tally.entities(before, after), links: try tally.links(before, after),
      dropped: tally.dropped, renamed: tally.renamed, filled: tally.filled, notes: tally.notes,
      lost: tally.lost)
  }

  private func runLossless(
    to schema: Schema, _ tally: inout MigrationTally, _ connection: Connection
  ) throws {
    let start = StoreClock.now()
    let migrator = try TableMigrator(
      from: inspection.identity, former: nil, to: schema.layout.get(), mode: .lossless, connection,
      progress)
    try progress(.stageBegan(from: inspection.version, to: schema.version))
    try migrator.expand()
    try progress(.contractBegan)
    tally.add(migrator, filled: try migrator.contract())
    try progress(.stageEnded(from: inspection.version, to: schema.version))
    tally.add(
      MigrationReport.Stage(
        from: inspection.version, to: schema.version, isCustom: false,
        seconds: StoreClock.now().timeIntervalSince(start)))
  }

  private func run(
    _ step: MigrationSteps.Step, from identity: String, _ tally: inout MigrationTally,
    _ connection: Connection
  ) throws {
    let start = StoreClock.now()
    let (old, new) = (try step.from.layout.get(), try step.to.layout.get())
    var oldContext: ModelContext?
    var newContext: ModelContext?
    defer {
      oldContext?.firstStoreContext.end()
      newContext?.firstStoreContext.end()
    }
    try progress(.stageBegan(from: step.from.version, to: step.to.version))
    if step.isInferred {
      tally.note(
        """
        The plan has no stage \(step.from.version) → \(step.to.version); a lightweight stage was \
        inferred.
        """)
    }
    // The closure runs before the tables change, because it reads and writes the old tables.
    if case .custom(_, _, let willMigrate?, _) = step.stage {
      try progress(.willMigrateBegan)
      let context = context(step.from, old, "willMigrate", connection)
      oldContext = context
      try run(willMigrate, in: context, name: "willMigrate", step, &tally)
      try progress(.willMigrateEnded)
    }
    let migrator = try TableMigrator(
      from: identity, former: old, to: new, isBackward: step.isBackward, mode: step.mode,
      connection, progress)
    try migrator.expand()
    oldContext?.firstStoreContext.isReadOnly = true
    // The closure runs while both the old and the new tables exist, so that it can read objects of
    // both.
    if case .custom(_, _, _, let didMigrate?) = step.stage {
      try progress(.didMigrateBegan)
      try migrator.indexForClosure()
      let context = context(step.to, new, "didMigrate", connection)
      newContext = context
      try run(didMigrate, in: context, name: "didMigrate", step, &tally)
      if let error = oldContext?.firstStoreContext.stickyError { throw error }
      try progress(.didMigrateEnded)
    }
    try progress(.contractBegan)
    tally.add(
      migrator, filled: try migrator.contract(), isLightweight: step.mode == .lightweight)
    try progress(.stageEnded(from: step.from.version, to: step.to.version))
    tally.add(
      MigrationReport.Stage(
        from: step.from.version, to: step.to.version, isCustom: step.stage.isCustom,
        seconds: StoreClock.now().timeIntervalSince(start)))
  }

  private func context(
    _ schema: Schema, _ layout: StoreLayout, _ closure: String, _ connection: Connection
  ) -> ModelContext {
    let context = ModelContext(ModelContainer(schema: schema, layout: layout, store: store))
    context.firstStoreContext.pinned = connection
    context.firstStoreContext.migrationClosure = closure
    return context
  }

  private func run(
    _ closure: (ModelContext) throws -> Void, in context: ModelContext, name: String,
    _ step: MigrationSteps.Step, _ tally: inout MigrationTally
  ) throws {
    let name = "\(name) of \(step.from.version) → \(step.to.version)"
    try Self.naming(name) {
      try closure(context)
      if let error = context.firstStoreContext.stickyError { throw error }
      try context.firstStoreContext.pinned?.requireTransaction()
      if context.hasChanges {
        tally.note("\(name) returned with unsaved changes; the migration saved them.")
        try context.save()
      }
    }
  }

  /// Runs a migration stage or closure, and adds its name to any thrown error. A cancellation is
  /// rethrown unchanged.
  ///
  /// - Throws: A ``SwiftDataError`` whose message names the failed stage or closure.
  private static func naming(_ part: String, _ body: () throws -> Void) throws {
    do {
      try body()
    } catch let error as MigrationProgress.Cancellation {
      throw error
    } catch let error as CancellationError {
      throw error
    } catch let error as SwiftDataError {
      throw error.isNamed ? error : error.named(part)
    } catch {
      throw SwiftDataError(
        .stageFailed, "\(part) threw an error: \(error)", underlying: error, isNamed: true)
    }
  }

  /// Verifies the store's foreign keys and the file's integrity, and compares every table with the
  /// schema.
  private func verify(_ connection: Connection, _ layout: StoreLayout) throws {
    if let row = try connection.rows("PRAGMA foreign_key_check").first,
      case .text(let table) = row[0], case .text(let parent) = row[2]
    {
      throw SwiftDataError(
        .modelValidationFailure,
        """
        After the migration, a row of \(table) refers to a \(parent) that does not exist; correct \
        the closures that set the relationship.
        """, entity: table)
    }
    if let finding = try PageCheck.findings(connection, isQuick: true, limit: 1).first {
      throw SwiftDataError(
        .corruptStore, "The store is damaged (\(finding)); restore a backup.")
    }
    guard try DeclaredIndexes.names(connection) == DeclaredIndexes(layout).names else {
      throw SwiftDataError(
        .corruptStore, "The store's indexes differ from the schema's indexes.")
    }
    for entity in layout.entities {
      var columns: [String: Bool] = [:]
      for row in try connection.rows("PRAGMA table_xinfo(\(entity.name.sqlQuoted))") {
        if case .text(let name) = row[1], case .integer(let notNull) = row[3] {
          columns[name] = notNull != 0
        }
      }
      columns["_sd_id"] = nil
      let wanted = Dictionary(
        uniqueKeysWithValues: entity.columns.map { ($0.name, !$0.isOptional) })
      guard columns == wanted else {
        throw SwiftDataError(
          .corruptStore,
          "The columns of the table \(entity.name) differ from the schema's declaration.",
          entity: entity.name)
      }
    }
  }
}

extension StoreContext {
  /// Ends a migration closure's use of its context, and makes the context read-only. The context's
  /// objects keep their values, but their relationships become empty.
  func end() {
    pinned = nil
    isReadOnly = true
    hasEnded = true
    reference.forgetStore()
  }
}
