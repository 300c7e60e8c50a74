/// An open store of a container, together with the models whose objects it contains.
struct OpenStore {
  /// The store's configuration, or nil during a migration.
  let configuration: ModelConfiguration?
  /// The models whose objects the store contains. In a container with several stores, these models
  /// are only a part of the container's schema.
  let schema: Schema
  let layout: StoreLayout
  let store: Store
  /// The report on the migration performed when the store was opened. Nil if no migration was
  /// needed.
  var migrationReport: MigrationReport?

  /// Returns a closure that creates contexts for the store while the store is open. The closure
  /// does not retain the store.
  func readerMaker(_ plan: (any SchemaMigrationPlan.Type)?) -> () -> ModelContext? {
    { [configuration, schema, layout, migrationReport, weak store] in
      guard let store, !store.isClosed else { return nil }
      let opened = OpenStore(
        configuration: configuration, schema: schema, layout: layout, store: store,
        migrationReport: migrationReport)
      return ModelContext(
        ModelContainer(
          ModelContainer.Opened(schema: schema, migrationPlan: plan, stores: [opened])))
    }
  }

  /// Deletes all objects in the store, and the store's history.
  func erase() throws {
    try store.writeUnrecorded { connection in
      for link in layout.links { try connection.execute("DELETE FROM \(link.table.sqlQuoted)") }
      for entity in layout.entities {
        try connection.execute("DELETE FROM \(entity.table.sqlQuoted)")
      }
      try Journal(connection).erase()
    }
    store.noteErasure()
  }
}
