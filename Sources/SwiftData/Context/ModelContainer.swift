import Foundation

/// A store opened with a schema, migrated to it if need be.
public final class ModelContainer: @unchecked Sendable {
  /// The shape of the store and its objects.
  public let schema: Schema
  /// Where the store is; one.
  public let configurations: [ModelConfiguration]
  /// How a store of an older version is brought to the schema; nil for none.
  public let migrationPlan: (any SchemaMigrationPlan.Type)?
  /// What was migrated when the container was opened; nil if nothing was.
  public let migrationReport: MigrationReport?
  let store: Store
  let layout: StoreLayout
  /// The context of the main actor; it saves its changes by itself.
  ///
  /// It lives as long as the container. Keep the container as long as its objects.
  @MainActor public private(set) lazy var mainContext = ModelContext(mainOf: self)

  /// Opens a store, migrating it by the plan where it is of an older version.
  ///
  /// - Throws: ``SwiftDataError``: a store that is none, is newer or of an unknown shape is left
  ///   as it was; so is one whose migration fails.
  public init(
    for schema: Schema, migrationPlan: (any SchemaMigrationPlan.Type)? = nil,
    configurations: [ModelConfiguration]
  ) throws {
    try ModelConfiguration.validate(configurations, for: schema)
    guard configurations.count <= 1 else {
      throw SwiftDataError(
        .loadIssueModelContainer,
        "A container has one configuration; open one container for each store.")
    }
    let configuration = configurations.first ?? ModelConfiguration()
    let opened = try StoreOpener(
      schema: schema, plan: migrationPlan, configuration: configuration
    ).open()
    self.schema = schema
    self.configurations = [configuration]
    self.migrationPlan = migrationPlan
    self.store = opened.store
    self.layout = opened.layout
    self.migrationReport = opened.report
  }

  /// As the initialiser with an array of configurations.
  public convenience init(
    for schema: Schema, migrationPlan: (any SchemaMigrationPlan.Type)? = nil,
    configurations: ModelConfiguration...
  ) throws {
    try self.init(for: schema, migrationPlan: migrationPlan, configurations: configurations)
  }

  /// Opens a store of some models and those they lead to, at the plan's last version, else 1.0.0.
  public convenience init(
    for models: any PersistentModel.Type...,
    migrationPlan: (any SchemaMigrationPlan.Type)? = nil, configurations: ModelConfiguration...
  ) throws {
    let version = migrationPlan?.schemas.last?.versionIdentifier ?? Schema.Version(1, 0, 0)
    try self.init(
      for: Schema(models, version: version), migrationPlan: migrationPlan,
      configurations: configurations)
  }

  /// As the initialiser with any number of configurations.
  public convenience init(
    for models: any PersistentModel.Type...,
    migrationPlan: (any SchemaMigrationPlan.Type)? = nil, configurations: [ModelConfiguration]
  ) throws {
    let version = migrationPlan?.schemas.last?.versionIdentifier ?? Schema.Version(1, 0, 0)
    try self.init(
      for: Schema(models, version: version), migrationPlan: migrationPlan,
      configurations: configurations)
  }

  /// The container of a main context that outlived its own.
  init(_ opened: Opened) {
    self.schema = opened.schema
    self.configurations = opened.configurations
    self.migrationPlan = opened.migrationPlan
    self.store = opened.store
    self.layout = opened.layout
    self.migrationReport = opened.migrationReport
  }

  /// The container of one side of a migration: its store is the one being migrated.
  init(schema: Schema, layout: StoreLayout, store: Store) {
    self.schema = schema
    self.configurations = []
    self.migrationPlan = nil
    self.store = store
    self.layout = layout
    self.migrationReport = nil
  }

  /// Reads a store's version and counts, of whatever version it is, without changing it.
  public static func inspect(url: URL) throws -> StoreInspection {
    try StoreInspection.read(url)
  }

  /// Whether the store can be written.
  public var isWritable: Bool { store.isWritable }

  /// Deletes every object and the history. Contexts must be made anew or refetch after it.
  ///
  /// Keys are not given again, and the file keeps its size.
  public func erase() throws {
    try store.writeUnrecorded { connection in
      for link in layout.links { try connection.execute("DELETE FROM \(link.table.sqlQuoted)") }
      for entity in layout.entities {
        try connection.execute("DELETE FROM \(entity.table.sqlQuoted)")
      }
      try Journal(connection).erase()
    }
  }

  /// As ``erase()``, in the form that Apple's framework had first: an error is kept and thrown by
  /// the next save of a context of the container.
  public func deleteAllData() {
    do {
      try erase()
    } catch {
      store.keep(error)
    }
  }

  /// Closes the store. No context of the container may be used after.
  public func close() throws { try store.close() }
}

// MARK: - Sharing

extension ModelContainer {
  /// What a container is made of, without its main context.
  struct Opened {
    let schema: Schema
    let configurations: [ModelConfiguration]
    let migrationPlan: (any SchemaMigrationPlan.Type)?
    let migrationReport: MigrationReport?
    let store: Store
    let layout: StoreLayout
  }

  var opened: Opened {
    Opened(
      schema: schema, configurations: configurations, migrationPlan: migrationPlan,
      migrationReport: migrationReport, store: store, layout: layout)
  }
}

// MARK: - History

extension ModelContainer {
  /// The history, newest first.
  public func history(limit: Int = .max) throws -> [JournalEntry] {
    try store.read { try Journal($0).entries(limit: min(limit, Int(Int32.max))) }
  }

  /// How many entries can be undone and redone.
  public func historyCounts() throws -> (undo: Int, redo: Int) {
    try store.read { try Journal($0).counts() }
  }

  /// A number that grows with every committed change of any process.
  public func revision() throws -> Int64 {
    try store.read { try $0.integer("SELECT \"revision\" FROM \"_sd_state\"") ?? 0 }
  }

  /// The rows an entry concerns.
  public func changes(of entry: JournalEntry.ID) throws -> JournalChanges {
    try store.read { try Journal($0).changes(of: entry, layout: layout) }
  }

  /// Undoes the newest entry that is done. Contexts must be made anew or refetch after it.
  @discardableResult
  public func undo() throws -> JournalOutcome { try apply(.undo) }

  /// Redoes the oldest entry that is undone.
  @discardableResult
  public func redo() throws -> JournalOutcome { try apply(.redo) }

  private func apply(_ direction: Journal.Direction) throws -> JournalOutcome {
    try store.writeUnrecorded { try Journal($0).apply(direction, layout: layout) }
  }

  /// Which of the objects an entry later than a revision changed or deleted, in any process.
  public func changed(
    _ identifiers: [PersistentIdentifier], since revision: Int64
  ) throws -> [PersistentIdentifier] {
    try store.read { connection in
      let entries = try connection.rows(
        "SELECT \"id\" FROM \"_sd_journal\" WHERE \"revision\" > ?", [.integer(revision)]
      ).compactMap { if case .integer(let id) = $0[0] { id } else { nil } }
      guard !entries.isEmpty else { return [] }
      let list = entries.map(String.init).joined(separator: ", ")
      return try identifiers.filter { identifier in
        guard let entity = layout.entity(named: identifier.entityName) else { return false }
        return try connection.integer(
          "SELECT 1 FROM \(Journal.imageTable(entity).sqlQuoted) WHERE \"_sd_entry\" IN (\(list)) "
            + "AND \"_sd_id\" = ? LIMIT 1", [.integer(identifier.key)]) != nil
      }
    }
  }
}
