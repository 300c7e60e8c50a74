import SwiftData

extension CartographerMigrationPlan {
  /// The migration to schema version 6, which adds levels of detail and computes them from each
  /// path's points.
  package static let levelsOfDetail = MigrationStage.custom(
    fromVersion: CartographerSchemaV5.self, toVersion: CartographerSchemaV6.self,
    willMigrate: nil, didMigrate: { try PathDetailWriter($0).rebuildAll() })
}
