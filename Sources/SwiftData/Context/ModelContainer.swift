import Foundation

/// A schema and its open stores. A store with an older schema version is migrated when it is
/// opened.
///
/// ```swift
/// let container = try ModelContainer(for: Place.self, Trip.self)
/// let context = ModelContext(container)
/// context.insert(Place(name: "Bern"))
/// try context.save()
/// ```
public final class ModelContainer: Equatable, @unchecked Sendable {
  /// The schema, which describes the models in all of the container's stores.
  public let schema: Schema
  /// The configurations of the container's stores. The models are divided among the stores. The
  /// configurations are fixed once the container is open.
  public var configurations: Set<ModelConfiguration> { Set(stores.compactMap(\.configuration)) }
  /// The plan for migrating older stores to the container's schema, or nil if there is no plan.
  public let migrationPlan: (any SchemaMigrationPlan.Type)?
  /// The report on the migration performed when the container was opened. Nil if no migration was
  /// needed. If several stores were migrated, only the report on the first migration is available.
  public let migrationReport: MigrationReport?
  /// The open stores, in the order of the configurations given to the initializer.
  let stores: [OpenStore]
  /// The container's only store, or the first one if there are several.
  var store: Store { stores[0].store }
  /// The layout of the container's only store, or of the first one if there are several.
  var layout: StoreLayout { stores[0].layout }
  /// The main actor's context, which saves its changes automatically.
  ///
  /// The main context lives as long as the container. Retain the container for as long as you use
  /// the context's objects.
  @MainActor public private(set) lazy var mainContext = ModelContext(mainOf: self)

  /// Opens the stores of the given configurations, and uses the plan to migrate stores with older
  /// schema versions.
  ///
  /// If there are several configurations, each store contains the models of its configuration's
  /// schema. One configuration may have no schema; its store contains the remaining models. Each
  /// context gives access to all stores. The stores are opened and migrated one after the other.
  /// Each store is migrated completely or not at all. A migration stage runs for the stores whose
  /// models it changes, and its closures see only those models.
  ///
  /// - Throws: ``SwiftDataError`` if a file is not a store or if a migration fails.
  ///   It is also thrown if a store has a newer or unknown schema. In all these cases, the store
  ///   stays unchanged.
  public convenience init(
    for schema: Schema, migrationPlan: (any SchemaMigrationPlan.Type)? = nil,
    configurations: [ModelConfiguration]
  ) throws {
    try ModelConfiguration.validate(configurations, for: schema)
    let partition = try StorePartition(
      schema, configurations.isEmpty ? [ModelConfiguration()] : configurations)
    self.init(
      Opened(
        schema: schema, migrationPlan: migrationPlan,
        stores: try Self.open(partition, of: schema, migrationPlan)))
  }

  private static func open(
    _ partition: StorePartition, of schema: Schema, _ plan: (any SchemaMigrationPlan.Type)?
  ) throws -> [OpenStore] {
    var stores: [OpenStore] = []
    do {
      for part in partition.parts {
        let opened = try StoreOpener(
          schema: part.schema, plan: plan, configuration: part.configuration,
          whole: partition.parts.count > 1 ? schema : nil
        ).open()
        stores.append(
          OpenStore(
            configuration: part.configuration, schema: part.schema, layout: opened.layout,
            store: opened.store, migrationReport: opened.report))
      }
    } catch {
      for opened in stores { try? opened.store.close() }
      throw error
    }
    return stores
  }

  /// Opens the stores of the given configurations, which are passed as separate arguments.
  public convenience init(
    for schema: Schema, migrationPlan: (any SchemaMigrationPlan.Type)? = nil,
    configurations: ModelConfiguration...
  ) throws {
    try self.init(for: schema, migrationPlan: migrationPlan, configurations: configurations)
  }

  /// Opens a store for the given models and their related models. The schema version is the last
  /// version of the migration plan, or 1.0.0 without a plan.
  public convenience init(
    for models: any PersistentModel.Type...,
    migrationPlan: (any SchemaMigrationPlan.Type)? = nil, configurations: ModelConfiguration...
  ) throws {
    let version = migrationPlan?.schemas.last?.versionIdentifier ?? Schema.Version(1, 0, 0)
    try self.init(
      for: Schema(models, version: version), migrationPlan: migrationPlan,
      configurations: configurations)
  }

  /// Opens the stores of an array of configurations, for the given models and their related models.
  public convenience init(
    for models: any PersistentModel.Type...,
    migrationPlan: (any SchemaMigrationPlan.Type)? = nil, configurations: [ModelConfiguration]
  ) throws {
    let version = migrationPlan?.schemas.last?.versionIdentifier ?? Schema.Version(1, 0, 0)
    try self.init(
      for: Schema(models, version: version), migrationPlan: migrationPlan,
      configurations: configurations)
  }

  /// Creates a container for stores that are already open.
  init(_ opened: Opened) {
    self.schema = opened.schema
    self.migrationPlan = opened.migrationPlan
    self.migrationReport = opened.stores.lazy.compactMap(\.migrationReport).first
    self.stores = opened.stores
  }

  /// Creates a container for a store that is being migrated, with either its old or its new schema.
  convenience init(schema: Schema, layout: StoreLayout, store: Store) {
    let opened = OpenStore(configuration: nil, schema: schema, layout: layout, store: store)
    self.init(Opened(schema: schema, migrationPlan: nil, stores: [opened]))
  }

  /// Reads a store's schema version and object counts, without migrating or changing the store.
  public static func inspect(url: URL) throws -> StoreInspection {
    try StoreInspection.read(url)
  }

  /// Whether every store is writable.
  public var isWritable: Bool { stores.allSatisfy(\.store.isWritable) }

  /// Deletes all objects and the history.
  ///
  /// The container's contexts treat their stored objects as deleted, and unsaved changes to these
  /// objects make the next save fail. Inserted objects that were not saved yet stay in their
  /// contexts. The row keys are not reused, and the store's file does not shrink.
  public func erase() throws {
    for opened in stores { try opened.erase() }
  }

  /// Rebuilds, from the stored objects, the R*Trees that the models declare with `#Index(.rtree)`.
  ///
  /// A rebuild is needed only if ``StoreIntegrity`` finds an
  /// ``StoreIntegrity/Finding/Kind/outdatedIndex``.
  ///
  /// - Complexity: O(*n* log *n*), where *n* is the number of objects with an R*Tree.
  public func rebuildRTrees() throws {
    for opened in stores {
      try opened.store.writeUnrecorded {
        try DeclaredIndexes(opened.layout).rebuildRTrees($0)
      }
    }
  }

  /// Deletes all objects and the history. Provided for compatibility with the first version of
  /// Apple's API. If the deletion fails, the next save of one of the container's contexts throws
  /// the error.
  public func deleteAllData() {
    do {
      try erase()
    } catch {
      store.deferError(error)
    }
  }

  /// Returns whether two references refer to the same container.
  public static func == (lhs: ModelContainer, rhs: ModelContainer) -> Bool { lhs === rhs }

  /// Closes every store. The container's contexts must not be used afterwards.
  public func close() throws {
    for opened in stores { try opened.store.close() }
  }
}

// MARK: - Sharing

extension ModelContainer {
  /// The state of an open container, excluding the main context. A context that outlives the
  /// container retains this state.
  struct Opened {
    let schema: Schema
    let migrationPlan: (any SchemaMigrationPlan.Type)?
    let stores: [OpenStore]
  }

  var opened: Opened { Opened(schema: schema, migrationPlan: migrationPlan, stores: stores) }
}
