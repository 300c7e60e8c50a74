import Foundation

/// A schema with its open stores, migrated when they were opened if necessary.
///
/// ```swift
/// let container = try ModelContainer(for: Place.self, Trip.self)
/// let context = ModelContext(container)
/// context.insert(Place(name: "Bern"))
/// try context.save()
/// ```
public final class ModelContainer: Equatable, @unchecked Sendable {
  /// The schema of the stores and their objects.
  public let schema: Schema
  /// The configurations of the container's stores: one, or several that keep different models. They
  /// are fixed once the container is open.
  public var configurations: Set<ModelConfiguration> { Set(stores) }
  /// The configurations, in the order given to the initializer.
  let stores: [ModelConfiguration]
  /// The plan that migrates a store of an older version to the schema, or nil for none.
  public let migrationPlan: (any SchemaMigrationPlan.Type)?
  /// The report of the migration that opening the container performed, or nil if there was none.
  /// With several migrated stores, it is the report of the first.
  public let migrationReport: MigrationReport?
  /// The store, or the first one if there are several.
  let store: Store
  let layout: StoreLayout
  /// The containers of the single stores, or an empty array if there is only one store.
  let parts: [ModelContainer]
  /// The main actor's context, which saves its changes automatically.
  ///
  /// The main context lives as long as the container. Retain the container as long as the context's
  /// objects.
  @MainActor public private(set) lazy var mainContext = ModelContext(mainOf: self)

  /// Opens the stores of the given configurations, migrating older ones by the plan.
  ///
  /// With several configurations, each store keeps the models of its configuration's schema. One
  /// configuration may have no schema and keeps the remaining models. A context works on all stores
  /// at once. The stores are opened and migrated one after the other, each completely or not at
  /// all. A migration stage runs for the stores whose models it changes, and its closures see only
  /// those models.
  ///
  /// - Throws: ``SwiftDataError`` if a file is not a store, if a store is newer than the schema or
  ///   has an unknown schema, or if a migration fails. The store stays unchanged in each case.
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

  /// Opens the stores of the given configurations, like the initializer with an array.
  public convenience init(
    for schema: Schema, migrationPlan: (any SchemaMigrationPlan.Type)? = nil,
    configurations: ModelConfiguration...
  ) throws {
    try self.init(for: schema, migrationPlan: migrationPlan, configurations: configurations)
  }

  /// Opens a store of the given and related models, at the migration plan's last version or else at
  /// 1.0.0.
  public convenience init(
    for models: any PersistentModel.Type...,
    migrationPlan: (any SchemaMigrationPlan.Type)? = nil, configurations: ModelConfiguration...
  ) throws {
    let version = migrationPlan?.schemas.last?.versionIdentifier ?? Schema.Version(1, 0, 0)
    try self.init(
      for: Schema(models, version: version), migrationPlan: migrationPlan,
      configurations: configurations)
  }

  /// Opens a store of the given models, like the initializer with a variable number of
  /// configurations.
  public convenience init(
    for models: any PersistentModel.Type...,
    migrationPlan: (any SchemaMigrationPlan.Type)? = nil, configurations: [ModelConfiguration]
  ) throws {
    let version = migrationPlan?.schemas.last?.versionIdentifier ?? Schema.Version(1, 0, 0)
    try self.init(
      for: Schema(models, version: version), migrationPlan: migrationPlan,
      configurations: configurations)
  }

  /// Creates the container of a main context that outlived its own container, or of one store out
  /// of several.
  init(_ opened: Opened) {
    self.schema = opened.schema
    self.stores = opened.configurations
    self.migrationPlan = opened.migrationPlan
    self.store = opened.store
    self.layout = opened.layout
    self.migrationReport = opened.migrationReport
    self.parts = opened.parts
  }

  /// Creates the container of the old or new schema version during a migration, on the store being
  /// migrated.
  init(schema: Schema, layout: StoreLayout, store: Store) {
    self.schema = schema
    self.stores = []
    self.migrationPlan = nil
    self.store = store
    self.layout = layout
    self.migrationReport = nil
    self.parts = []
  }

  /// Reads the version and the object counts of a store of any version without changing it.
  public static func inspect(url: URL) throws -> StoreInspection {
    try StoreInspection.read(url)
  }

  /// Whether every store is writable.
  public var isWritable: Bool {
    parts.isEmpty ? store.isWritable : parts.allSatisfy { $0.isWritable }
  }

  /// Deletes all objects and the history.
  ///
  /// The registered objects of this container's contexts become deleted, and their unsaved changes
  /// make the next save fail. Inserted, unsaved objects stay. Row keys are not reused, and the file
  /// keeps its size.
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

  /// Deletes all objects and the history, as in the first version of Apple's API. An error is
  /// thrown by the next save of one of the container's contexts.
  public func deleteAllData() {
    do {
      try erase()
    } catch {
      store.deferError(error)
    }
  }

  /// Returns whether both references are to the same container.
  public static func == (lhs: ModelContainer, rhs: ModelContainer) -> Bool { lhs === rhs }

  /// Closes every store. The container's contexts must not be used afterwards.
  public func close() throws {
    for part in parts { try part.close() }
    guard parts.isEmpty else { return }
    try store.close()
  }
}

// MARK: - Sharing

extension ModelContainer {
  /// The parts of an open container, without its main context.
  struct Opened {
    let schema: Schema
    let configurations: [ModelConfiguration]
    let migrationPlan: (any SchemaMigrationPlan.Type)?
    let migrationReport: MigrationReport?
    let store: Store
    let layout: StoreLayout
    var parts: [ModelContainer] = []

    /// Makes a closure that creates contexts on the store while it is open. The closure does not
    /// retain the store.
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
