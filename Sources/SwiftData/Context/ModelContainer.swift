import Foundation

/// A store opened with a schema, migrated to it if need be.
public final class ModelContainer: Equatable, @unchecked Sendable {
  /// The shape of the store and its objects.
  public let schema: Schema
  /// Where the stores are: one, or several that keep different models. They are fixed once the
  /// container is open.
  public var configurations: Set<ModelConfiguration> { Set(stores) }
  /// The configurations, in the order they were given.
  let stores: [ModelConfiguration]
  /// How a store of an older version is brought to the schema; nil for none.
  public let migrationPlan: (any SchemaMigrationPlan.Type)?
  /// What was migrated when the container was opened; nil if nothing was. Of several stores, the
  /// first that was migrated.
  public let migrationReport: MigrationReport?
  /// The store; the first of several.
  let store: Store
  let layout: StoreLayout
  /// A container for each store where there are several; empty for one.
  let parts: [ModelContainer]
  /// The context of the main actor; it saves its changes by itself.
  ///
  /// It lives as long as the container. Keep the container as long as its objects.
  @MainActor public private(set) lazy var mainContext = ModelContext(mainOf: self)

  /// Opens a store, migrating it by the plan where it is of an older version.
  ///
  /// With several configurations each keeps the models of its schema, one of them may have none
  /// and keeps the rest, and a context works on all stores at once. Stores are opened and migrated
  /// one after the other, each whole or not at all; a stage runs for the stores whose models it
  /// changes, and its closures see those models alone.
  ///
  /// - Throws: ``SwiftDataError``: a store that is none, is newer or of an unknown shape is left
  ///   as it was; so is one whose migration fails.
  public init(
    for schema: Schema, migrationPlan: (any SchemaMigrationPlan.Type)? = nil,
    configurations: [ModelConfiguration]
  ) throws {
    try ModelConfiguration.validate(configurations, for: schema)
    let partition = configurations.isEmpty ? nil : try StorePartition(schema, configurations)
    if let partition, partition.parts.count > 1 {
      let parts = try Self.open(partition.parts, of: schema, migrationPlan)
      self.schema = schema
      self.stores = configurations
      self.migrationPlan = migrationPlan
      self.store = parts[0].store
      self.layout = try schema.layout.get()
      self.migrationReport = parts.lazy.compactMap(\.migrationReport).first
      self.parts = parts
      return
    }
    let configuration = configurations.first ?? ModelConfiguration()
    let opened = try StoreOpener(
      schema: schema, plan: migrationPlan, configuration: configuration
    ).open()
    self.schema = schema
    self.stores = [configuration]
    self.migrationPlan = migrationPlan
    self.store = opened.store
    self.layout = opened.layout
    self.migrationReport = opened.report
    self.parts = []
  }

  private static func open(
    _ parts: [StorePartition.Part], of schema: Schema, _ plan: (any SchemaMigrationPlan.Type)?
  ) throws -> [ModelContainer] {
    var containers: [ModelContainer] = []
    do {
      for part in parts {
        let opened = try StoreOpener(
          schema: part.schema, plan: plan, configuration: part.configuration, whole: schema
        ).open()
        containers.append(
          ModelContainer(
            Opened(
              schema: part.schema, configurations: [part.configuration], migrationPlan: plan,
              migrationReport: opened.report, store: opened.store, layout: opened.layout)))
      }
    } catch {
      for container in containers { try? container.close() }
      throw error
    }
    return containers
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

  /// The container of a main context that outlived its own, or of one store of several.
  init(_ opened: Opened) {
    self.schema = opened.schema
    self.stores = opened.configurations
    self.migrationPlan = opened.migrationPlan
    self.store = opened.store
    self.layout = opened.layout
    self.migrationReport = opened.migrationReport
    self.parts = opened.parts
  }

  /// The container of one side of a migration: its store is the one being migrated.
  init(schema: Schema, layout: StoreLayout, store: Store) {
    self.schema = schema
    self.stores = []
    self.migrationPlan = nil
    self.store = store
    self.layout = layout
    self.migrationReport = nil
    self.parts = []
  }

  /// Reads a store's version and counts, of whatever version it is, without changing it.
  public static func inspect(url: URL) throws -> StoreInspection {
    try StoreInspection.read(url)
  }

  /// Whether every store can be written.
  public var isWritable: Bool {
    parts.isEmpty ? store.isWritable : parts.allSatisfy { $0.isWritable }
  }

  /// Deletes every object and the history.
  ///
  /// Objects that contexts of this container have are deleted from then on, and their unsaved
  /// changes are refused by the next save; objects that were inserted and not saved stay.
  /// Keys are not given again, and the file keeps its size.
  public func erase() throws {
    for part in parts { try part.erase() }
    guard parts.isEmpty else { return }
    try store.writeUnrecorded { connection in
      for link in layout.links { try connection.execute("DELETE FROM \(link.table.sqlQuoted)") }
      for entity in layout.entities {
        try connection.execute("DELETE FROM \(entity.table.sqlQuoted)")
      }
      try Journal(connection).erase()
    }
    store.noteErasure()
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

  /// Whether both are one container.
  public static func == (lhs: ModelContainer, rhs: ModelContainer) -> Bool { lhs === rhs }

  /// Closes every store. No context of the container may be used after.
  public func close() throws {
    for part in parts { try part.close() }
    guard parts.isEmpty else { return }
    try store.close()
  }
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
    var parts: [ModelContainer] = []

    /// Makes a context on the store, as long as it is open, without keeping it.
    var readerMaker: () -> ModelContext? {
      { [schema, configurations, migrationPlan, migrationReport, layout, weak store] in
        guard let store, !store.isClosed else { return nil }
        return ModelContext(
          ModelContainer(
            Opened(
              schema: schema, configurations: configurations, migrationPlan: migrationPlan,
              migrationReport: migrationReport, store: store, layout: layout)))
      }
    }
  }

  var opened: Opened {
    Opened(
      schema: schema, configurations: stores, migrationPlan: migrationPlan,
      migrationReport: migrationReport, store: store, layout: layout, parts: parts)
  }
}
