import CartographerModel
import Foundation
import SwiftData

/// The migration of a store of 1.0.0 to 2.0.0, and no further, so that its peer is the SQL of that
/// one step.
struct MigrationBenchmark {
  let store: URL

  private enum Plan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] {
      [CartographerSchemaV1.self, CartographerSchemaV2.self]
    }
    static var stages: [MigrationStage] { [CartographerMigrationPlan.oneGroupToMany] }
  }

  func run() throws {
    let schema = Schema(versionedSchema: CartographerSchemaV2.self)
    let container = try ModelContainer(
      for: schema, migrationPlan: Plan.self,
      configurations: [ModelConfiguration(schema: schema, url: store)])
    guard let report = container.migrationReport else {
      throw CocoaError(
        .fileReadCorruptFile,
        userInfo: [NSLocalizedDescriptionKey: "\(store.path) needed no migration"])
    }
    print(report)
  }
}
