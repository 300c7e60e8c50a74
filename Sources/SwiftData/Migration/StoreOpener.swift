import Foundation

/// A helper that opens a configuration's store, and first creates or migrates it if necessary.
struct StoreOpener {
  struct Opened {
    let store: Store
    let layout: StoreLayout
    let report: MigrationReport?

    /// - Parameter existing: The names of the store's indexes, or nil if all declared ones exist.
    init(
      store: Store, layout: StoreLayout, report: MigrationReport?, existing: Set<String>? = nil
    ) {
      let declared = DeclaredIndexes(layout).rtreeNames
      store.searchableRTrees = existing.map(declared.intersection) ?? declared
      self.store = store
      self.layout = layout
      self.report = report
    }
  }

  /// The store's schema: the container's whole schema, or this store's part of it.
  let schema: Schema
  let plan: (any SchemaMigrationPlan.Type)?
  let configuration: ModelConfiguration
  /// Whether the store is a copy made for the dry run of a migration. Such a copy needs no backup.
  var isDryRun = false
  /// The container's entire schema. Nil if the container has only one store.
  var whole: Schema?

  func open() throws -> Opened {
    let layout = try schema.layout.get()
    guard !configuration.isStoredInMemoryOnly else { return try openMemory(layout, steps()) }
    let url = StoreFile.resolved(configuration.url)
    switch try StoreFile.identify(url) {
    case .missing:
      try StoreLog.requireNone(at: url)
      try make(url, layout, steps())
    case .notAStore(let reason): throw SwiftDataError(.notAStore, reason)
    case .newerFormat(let format):
      throw SwiftDataError(
        .backwardMigration,
        "A newer version of the library wrote \(url.path) (format \(format)); update this program.")
    case .store: break
    }
    let lock = try StoreLock.shared(for: url)
    // Without the lock, a migration or a restore could run while the store is written.
    let isWritable = configuration.allowsSave && lock != nil && StoreFile.isWritable(url)
    if isWritable { StoreDraft.clearLeftovers(of: url) }
    do {
      return try StoreShortage.explaining(url) {
        try openFile(url, layout, lock, isWritable: isWritable)
      }
    } catch {
      lock?.release()
      throw (error as? MigrationProgress.Cancellation)?.reason ?? error
    }
  }

  /// Returns the validated steps of the migration plan. Returns nil if there is no plan.
  private func steps() throws -> MigrationSteps? {
    try plan.map { try MigrationSteps($0, for: whole ?? schema) }
  }

  /// Returns the version number to write into a store. If there is a migration plan, the number
  /// comes from the plan, because a schema made only from models has no version number of its own.
  /// Otherwise, the number comes from the container's schema.
  private func version(_ steps: MigrationSteps?) -> Schema.Version {
    steps.map { $0.versions[$0.target].version } ?? schema.version
  }

  private func openMemory(_ layout: StoreLayout, _ steps: MigrationSteps?) throws -> Opened {
    let writer = try DatabaseOpener.memory()
    let store = Store(
      writer: writer, url: nil, identifier: UUID().uuidString, isWritable: true, lock: nil,
      historyLimits: configuration.historyLimits)
    try store.writeUnrecorded {
      try StoreFormat.create(
        $0, layout: layout, version: version(steps), identifier: store.identifier)
    }
    return Opened(store: store, layout: layout, report: nil)
  }

  /// Creates a new store in a temporary file and renames it into place when it is complete.
  private func make(_ url: URL, _ layout: StoreLayout, _ steps: MigrationSteps?) throws {
    guard configuration.allowsSave else {
      throw SwiftDataError(
        .notAStore,
        """
        There is no store at \(url.path), and the configuration's `allowsSave: false` prevents its \
        creation; check the path.
        """)
    }
    let folder = url.deletingLastPathComponent()
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    } catch {
      throw SwiftDataError(
        .storeReadOnly,
        "The folder \(folder.path) cannot be created; check the permissions of its parent folder.",
        underlying: error)
    }
    StoreDraft.clearLeftovers(of: url)
    let draft = try StoreDraft(for: url)
    defer { draft.discard() }
    let identifier = UUID().uuidString
    let writer = try DatabaseOpener.new(draft.url)
    let store = Store(
      writer: writer, url: draft.url, identifier: identifier, isWritable: true, lock: nil)
    try store.writeUnrecorded {
      try StoreFormat.create(
        $0, layout: layout, version: version(steps), identifier: identifier)
    }
    try store.close()
    try StoreFile.synchronise(draft.url.path)
    // If another process has created the store in the meantime, that store is opened.
    _ = try draft.placeNew(at: url)
  }

  private func openFile(
    _ url: URL, _ layout: StoreLayout, _ lock: StoreLock?, isWritable: Bool
  ) throws -> Opened {
    var inspection = try StoreInspection.read(url, counting: false)
    if hasLastVersion(inspection) {
      return try current(url, inspection, layout, lock, isWritable: isWritable)
    }
    let steps = try steps().map { try part($0, for: inspection) }
    if try isCurrent(inspection, steps) {
      return try current(url, inspection, layout, lock, isWritable: isWritable)
    }
    _ = try work(inspection, steps)
    guard isWritable, let lock else {
      throw SwiftDataError(
        .storeReadOnly,
        "\(url.path) has version \(inspection.version) and must be migrated to \(version(steps)). "
          + (configuration.allowsSave
            ? "The store is read-only; make it writable, or migrate a copy."
            : "The store's configuration has `allowsSave: false`. "
              + "Open the store once with a configuration that allows saving, or migrate a copy."))
    }
    try lock.makeExclusive()
    // Another process may have migrated the store before the lock was obtained.
    inspection = try StoreInspection.read(url, counting: false)
    if try isCurrent(inspection, steps) {
      try lock.makeShared()
      return try current(url, inspection, layout, lock, isWritable: true)
    }
    let work = try work(inspection, steps)
    let progress = MigrationProgress(handler: configuration.onMigrationEvent)
    try progress(.locked)
    let report = try migrate(url, inspection, work, progress)
    do {
      try lock.makeShared()
      let opened = Opened(
        store: try store(url, inspection, lock, isWritable: true), layout: layout, report: report)
      progress.reportAfterCommit(.finished)
      return opened
    } catch {
      throw Self.migrated(from: inspection.version, to: report.to, url, error)
    }
  }

  /// Returns the error to throw for a failure that occurred after the migration was committed.
  private static func migrated(
    from: Schema.Version, to: Schema.Version, _ url: URL, _ error: any Error
  ) -> SwiftDataError {
    let cause = error as? SwiftDataError
    return SwiftDataError(
      cause?.code ?? .inputOutput,
      """
      \(url.path) was migrated from \(from) to \(to), but could not be opened after that: \
      \(cause?.message ?? String(describing: error)) Nothing was lost; open the store again.
      """,
      underlying: error, hasMigrated: true)
  }

  /// Opens a store that already has the current version. In a writable store, the indexes are first
  /// updated to match `#Unique` and `#Index`. If the indexes already match, nothing is written.
  private func current(
    _ url: URL, _ inspection: StoreInspection, _ layout: StoreLayout, _ lock: StoreLock?,
    isWritable: Bool
  ) throws -> Opened {
    let store = try store(url, inspection, lock, isWritable: isWritable)
    let declared = DeclaredIndexes(layout)
    if store.isWritable, inspection.indexes != declared.names {
      do {
        try store.writeUnrecorded { try declared.reconcile($0) }
      } catch {
        try? store.close()
        throw error
      }
    }
    return Opened(
      store: store, layout: layout, report: nil,
      existing: store.isWritable ? nil : inspection.indexes)
  }

  /// Backs up and migrates the store on a single connection. A single connection is needed because
  /// a connection pool would write to the file before the migration is known to succeed.
  private func migrate(
    _ url: URL, _ inspection: StoreInspection, _ work: MigrationRunner.Work,
    _ progress: MigrationProgress
  ) throws -> MigrationReport {
    StoreDraft.clearLeftovers(of: url)
    let store = Store(
      writer: try DatabaseOpener.single(url), url: url, identifier: inspection.identifier,
      isWritable: true, lock: nil)
    defer { try? store.close() }
    let backup =
      try isDryRun
      ? nil
      : store.withWriter {
        try StoreBackup.make($0, of: url, version: inspection.version, to: nil, .locked, progress)
      }
    do {
      if let backup { try progress(.backupMade(backup)) }
      let report = try MigrationRunner(
        store: store, inspection: inspection, work: work, backup: backup, progress: progress
      ).run()
      StoreBackup.prune(url, keeping: configuration.backupsKept, and: report.backup)
      progress.reportAfterCommit(.pruned)
      if !isDryRun, let warning = report.warning { configuration.onWarning(warning) }
      return report
    } catch {
      try? store.close()
      if let backup, Self.isUntouched(url, inspection, after: error) { StoreBackup.discard(backup) }
      throw error
    }
  }

  /// Returns whether a failed migration definitely left the store unchanged. If so, the backup is
  /// not needed. The store is checked if the migration failed because of the disk or a damaged
  /// file.
  private static func isUntouched(
    _ url: URL, _ inspection: StoreInspection, after error: any Error
  ) -> Bool {
    guard let code = (error as? SwiftDataError)?.code, code == .inputOutput || code == .corruptStore
    else { return true }
    guard !StoreLog.hasPages(url), let now = try? StoreInspection.read(url, counting: false),
      now.identity == inspection.identity, now.version == inspection.version,
      let findings = try? StoreIntegrity.findings(of: url)
    else { return false }
    return findings.isEmpty
  }

  /// Returns whether a store has the container's schema and the last version of the plan. Such a
  /// store needs no migration. The plan of such a store is not validated, because computing the
  /// layouts of all earlier versions would take longer than opening the store.
  private func hasLastVersion(_ inspection: StoreInspection) -> Bool {
    whole == nil && inspection.identity == schema.identity && inspection.version == schema.version
      && plan?.schemas.last?.versionIdentifier == schema.version
  }

  private func isCurrent(
    _ inspection: StoreInspection, _ steps: MigrationSteps?
  ) throws -> Bool {
    if let steps { return try steps.steps(from: inspection).isEmpty }
    return inspection.identity == schema.identity
  }

  private func part(
    _ steps: MigrationSteps, for inspection: StoreInspection
  ) throws -> MigrationSteps {
    guard let whole else { return steps }
    let own = Set(schema.entitiesByName.keys)
    return steps.part(
      own: own, others: Set(whole.entitiesByName.keys).subtracting(own),
      stored: Set(try StoredShape(identity: inspection.identity).entities.map(\.name)))
  }

  private func work(
    _ inspection: StoreInspection, _ steps: MigrationSteps?
  ) throws -> MigrationRunner.Work {
    if let steps { return .steps(try steps.steps(from: inspection)) }
    if inspection.version > schema.version {
      throw MigrationSteps.unknown(inspection, [schema])
    }
    // A migration changes the table names of its layouts while it runs, so it uses a separate
    // schema.
    return .lossless(Schema(schema.models, version: schema.version))
  }

  private func store(
    _ url: URL, _ inspection: StoreInspection, _ lock: StoreLock?, isWritable: Bool
  ) throws -> Store {
    // A store that was closed cleanly can still be read if there is no space for a log and its
    // index.
    let isWritable = isWritable && StoreShortage(at: url) == nil
    let writer = try isWritable ? DatabaseOpener.pool(url) : DatabaseOpener.reader(url)
    return Store(
      writer: writer, url: url, identifier: inspection.identifier, isWritable: isWritable,
      lock: lock, allowsSave: configuration.allowsSave,
      historyLimits: configuration.historyLimits)
  }
}
