import CartographerModel
import Foundation
import SwiftData

/// A benchmark of the migration of a store from 1.0.0 to 2.0.0.
///
/// The migration ends at 2.0.0, so that its peer is the SQL of this single step.
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
