import SwiftData
import TestSupport
import Testing

/// A plan of two versions and one lightweight stage.
enum LightweightPlan<From: VersionedSchema, To: VersionedSchema>: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [From.self, To.self] }
  static var stages: [MigrationStage] {
    [.lightweight(fromVersion: From.self, toVersion: To.self)]
  }
}

/// A ``LightweightPlan`` whose stage allows data loss.
enum DataLossPlan<From: VersionedSchema, To: VersionedSchema>: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [From.self, To.self] }
  static var stages: [MigrationStage] {
    LightweightPlan<From, To>.stages.map(\.allowingDataLoss)
  }
}

/// The closures of a custom stage.
protocol StageWork: SendableMetatype {
  static func willMigrate(_ context: ModelContext) throws
  static func didMigrate(_ context: ModelContext) throws
}

extension StageWork {
  static func willMigrate(_ context: ModelContext) throws {}
  static func didMigrate(_ context: ModelContext) throws {}
}

/// A plan of two versions and one custom stage.
enum CustomPlan<From: VersionedSchema, To: VersionedSchema, Work: StageWork>: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [From.self, To.self] }
  static var stages: [MigrationStage] {
    [
      .custom(
        fromVersion: From.self, toVersion: To.self,
        willMigrate: { try Work.willMigrate($0) }, didMigrate: { try Work.didMigrate($0) })
    ]
  }
}

/// Opens the store in a file with a version's schema.
@discardableResult
func open<S: VersionedSchema>(
  _ schema: S.Type, _ url: URL, _ plan: (any SchemaMigrationPlan.Type)? = nil
) throws -> ModelContainer {
  try ModelContainer(
    for: Schema(versionedSchema: schema), migrationPlan: plan,
    configurations: ModelConfiguration(url: url))
}

/// Creates a store of a version, fills it and closes it.
func write<S: VersionedSchema>(
  _ schema: S.Type, _ url: URL, _ body: (ModelContext) throws -> Void
) throws {
  let container = try open(schema, url)
  let context = ModelContext(container)
  try body(context)
  try context.save()
  try container.close()
}

/// Creates a store with one page.
func writePage(_ url: URL) throws {
  try write(PageV1.self, url) { $0.insert(PageV1.Page(text: "one")) }
}

/// Opens a store, reads it in a fresh context and closes it.
@discardableResult
func readStore<S: VersionedSchema, Result>(
  _ schema: S.Type, _ url: URL, _ plan: (any SchemaMigrationPlan.Type)? = nil,
  _ body: (ModelContext) throws -> Result
) throws -> Result {
  let container = try open(schema, url, plan)
  let context = ModelContext(container)
  let result = try withExtendedLifetime(context) { try body(context) }
  try container.close()
  #expect(try StoreIntegrity.findings(of: url).isEmpty)
  return result
}

extension ModelContext {
  /// Returns every object of a model, in order of insertion.
  func all<Model: PersistentModel>(_ type: Model.Type) throws -> [Model] {
    try fetch(FetchDescriptor<Model>()).sorted {
      $0.persistentModelID.primaryKey < $1.persistentModelID.primaryKey
    }
  }
}

extension MigrationReport {
  /// The dropped data, such as `property User.name: 3`.
  var droppedTexts: [String] { dropped.map { "\($0.kind) \($0.name): \($0.count)" } }
  /// The renames, such as `User.name → User.title`.
  var renamedTexts: [String] { renamed.map { "\($0.from) → \($0.to)" } }
  /// The object counts before and after, such as `User: 3 → 3`.
  var entityTexts: [String] { entities.map { "\($0.name): \($0.before) → \($0.after)" } }
  /// The link counts before and after, such as `User.home: 3 → 3`.
  var linkTexts: [String] { links.map { "\($0.name): \($0.before) → \($0.after)" } }
}
