import Foundation

/// Runs the stages of a migration in one transaction: the store is the old one or the new one,
/// whatever happens between.
struct MigrationRunner {
  /// One stage with what it needs of either side.
  enum Work {
    case steps(ArraySlice<MigrationSteps.Step>)
    /// Without a plan: straight to a schema, as long as nothing is lost.
    case lossless(Schema)
  }

  let store: Store
  let inspection: StoreInspection
  let work: Work
  let backup: URL?
  let progress: MigrationProgress

  /// Held while a migration runs: closures keep what they carry across in globals, so a process
  /// migrates one store at a time.
  private static let turn = NSRecursiveLock()

  func run() throws -> MigrationReport {
    Self.turn.lock()
    defer { Self.turn.unlock() }
    return try store.withWriter { connection in
      try connection.execute("PRAGMA foreign_keys = OFF")
      guard try connection.integer("PRAGMA foreign_keys") == 0 else {
        throw SwiftDataError(.inputOutput, "Foreign keys could not be switched off.")
      }
      defer { try? connection.execute("PRAGMA foreign_keys = ON") }
      try connection.execute("BEGIN EXCLUSIVE")
      let report: MigrationReport
      do {
        try progress(.transactionBegan)
        report = try migrate(connection)
        try progress(.commitBegan)
        try connection.execute("COMMIT")
      } catch {
        try? connection.execute("ROLLBACK")
        throw error
      }
      progress.tell(.committed)
      try? connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
      progress.tell(.checkpointed)
      return report
    }
  }

  private func migrate(_ connection: Connection) throws -> MigrationReport {
    let before = try StoreInspection.read(connection, bytes: 0, counting: true)
    try Journal.seal(connection)
    var stages: [MigrationReport.Stage] = []
    var notes: [String] = []
    let target: Schema
    switch work {
    case .steps(let steps):
      guard let last = steps.last else {
        throw SwiftDataError(.invalidMigrationPlan, "There is no stage to run.")
      }
      var identity = inspection.identity
      var from = try steps.first.map { try $0.from.layout.get() }
      for step in steps {
        let start = StoreClock.now()
        let layout = try step.to.layout.get()
        notes += try run(step, from: identity, old: from, to: layout, connection)
        identity = layout.identity
        from = layout
        stages.append(
          MigrationReport.Stage(
            from: step.from.version, to: step.to.version, isCustom: step.stage.isCustom,
            seconds: StoreClock.now().timeIntervalSince(start)))
      }
      target = last.to
    case .lossless(let schema):
      let start = StoreClock.now()
      let migrator = try TableMigrator(
        from: inspection.identity, to: schema.layout.get(), mode: .lossless, connection, progress)
      try progress(.stageBegan(from: inspection.version, to: schema.version))
      try migrator.expand()
      try progress(.contractBegan)
      try migrator.contract()
      try progress(.stageEnded(from: inspection.version, to: schema.version))
      stages.append(
        MigrationReport.Stage(
          from: inspection.version, to: schema.version, isCustom: false,
          seconds: StoreClock.now().timeIntervalSince(start)))
      target = schema
    }
    let layout = try target.layout.get()
    try Journal.createImages(connection, layout: layout)
    try StoreFormat.setShape(connection, layout: layout, version: target.version)
    try progress(.verificationBegan)
    try verify(connection, layout)
    let after = try StoreInspection.read(connection, bytes: 0, counting: true)
    return MigrationReport(
      from: before.version, to: target.version, backup: backup, stages: stages,
      entities: MigrationReport.entityCounts(before, after),
      links: try MigrationReport.linkCounts(before, after), notes: notes)
  }

  private func run(
    _ step: MigrationSteps.Step, from identity: String, old: StoreLayout?, to layout: StoreLayout,
    _ connection: Connection
  ) throws -> [String] {
    var notes: [String] = []
    var oldContext: ModelContext?
    var newContext: ModelContext?
    defer {
      oldContext?.end()
      newContext?.end()
    }
    try progress(.stageBegan(from: step.from.version, to: step.to.version))
    if case .custom(_, _, let willMigrate?, _) = step.stage, let old {
      try progress(.willMigrateBegan)
      let context = context(step.from, old, connection)
      oldContext = context
      try run(willMigrate, in: context, name: "willMigrate", step, &notes)
      try progress(.willMigrateEnded)
    }
    let migrator = try TableMigrator(
      from: identity, to: layout, mode: step.stage.isCustom ? .custom : .lightweight, connection,
      progress)
    try migrator.expand()
    oldContext?.isReadOnly = true
    if case .custom(_, _, _, let didMigrate?) = step.stage {
      try progress(.didMigrateBegan)
      let context = context(step.to, layout, connection)
      newContext = context
      try run(didMigrate, in: context, name: "didMigrate", step, &notes)
      try progress(.didMigrateEnded)
    }
    try progress(.contractBegan)
    try migrator.contract()
    try progress(.stageEnded(from: step.from.version, to: step.to.version))
    return notes
  }

  private func context(
    _ schema: Schema, _ layout: StoreLayout, _ connection: Connection
  ) -> ModelContext {
    let context = ModelContext(ModelContainer(schema: schema, layout: layout, store: store))
    context.pinned = connection
    return context
  }

  private func run(
    _ closure: (ModelContext) throws -> Void, in context: ModelContext, name: String,
    _ step: MigrationSteps.Step, _ notes: inout [String]
  ) throws {
    try closure(context)
    if let error = context.stickyError { throw error }
    if context.hasChanges {
      notes.append(
        "\(name) of \(step.from.version) → \(step.to.version) left changes unsaved; they were saved."
      )
      try context.save()
    }
  }

  /// Foreign keys, the file, and every table against what the schema declares.
  private func verify(_ connection: Connection, _ layout: StoreLayout) throws {
    if let row = try connection.rows("PRAGMA foreign_key_check").first,
      case .text(let table) = row[0], case .text(let parent) = row[2]
    {
      throw SwiftDataError(
        .modelValidationFailure,
        "After the migration a row of \(table) leads to a \(parent) that does not exist; "
          + "the closures left a link open.", entity: table)
    }
    let result = try connection.text("PRAGMA quick_check(1)")
    guard result == "ok" else {
      throw SwiftDataError(
        .corruptStore, "The store is damaged (\(result ?? "no answer")); restore a backup.")
    }
    guard try DeclaredIndexes.names(connection) == DeclaredIndexes(layout).names else {
      throw SwiftDataError(
        .corruptStore, "The indexes of the store are not what the schema declares.")
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
          .corruptStore, "The table of \(entity.name) is not what the schema declares.",
          entity: entity.name)
      }
    }
  }
}

extension ModelContext {
  /// Ends a migration's context: its objects keep their values and lead nowhere.
  func end() {
    pinned = nil
    isReadOnly = true
    hasEnded = true
  }
}

extension MigrationReport {
  static func entityCounts(
    _ before: StoreInspection, _ after: StoreInspection
  ) -> [Count] {
    Set(before.counts.keys).union(after.counts.keys).sorted().map {
      Count(name: $0, before: before.counts[$0] ?? 0, after: after.counts[$0] ?? 0)
    }
  }

  /// The links before and after, paired by name, else by the two entities they join.
  static func linkCounts(_ before: StoreInspection, _ after: StoreInspection) throws -> [Count] {
    let old = try StoredShape(identity: before.identity)
    let new = try StoredShape(identity: after.identity)
    var unmatched = before.links
    var counts: [Count] = []
    for (name, count) in after.links.sorted(by: { $0.key < $1.key }) {
      if let former = unmatched.removeValue(forKey: name) {
        counts.append(Count(name: name, before: former, after: count))
        continue
      }
      let ends = new.ends(of: name)
      let candidates = unmatched.keys.filter {
        old.ends(of: $0) == ends && new.property($0)?.hasColumn != true
      }
      if candidates.count == 1, let match = candidates.first {
        counts.append(
          Count(name: name, before: unmatched.removeValue(forKey: match) ?? 0, after: count))
      } else {
        counts.append(Count(name: name, before: 0, after: count))
      }
    }
    for (name, count) in unmatched.sorted(by: { $0.key < $1.key }) {
      counts.append(Count(name: name, before: count, after: 0))
    }
    return counts
  }
}

extension StoredShape {
  fileprivate func property(_ path: String) -> Property? {
    let parts = path.split(separator: ".", maxSplits: 1).map(String.init)
    guard parts.count == 2 else { return nil }
    return entities.first { $0.name == parts[0] }?.properties.first { $0.name == parts[1] }
  }

  /// The two entities a relationship joins.
  fileprivate func ends(of path: String) -> Set<String> {
    guard let entity = path.split(separator: ".").first.map(String.init),
      let destination = property(path)?.destination
    else { return [] }
    return [entity, destination]
  }
}
