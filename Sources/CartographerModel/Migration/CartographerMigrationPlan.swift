import SwiftData

/// Every version the program ever had, and the way from each to the next.
package enum CartographerMigrationPlan: SchemaMigrationPlan {
  package static var schemas: [any VersionedSchema.Type] {
    [
      CartographerSchemaV1.self, CartographerSchemaV2.self, CartographerSchemaV3.self,
      CartographerSchemaV4.self,
    ]
  }

  package static var stages: [MigrationStage] { [oneGroupToMany, gpxFields, wholeFiles] }

  /// Version 3 adds columns and the import record; every row gets their defaults.
  package static let gpxFields = MigrationStage.lightweight(
    fromVersion: CartographerSchemaV2.self, toVersion: CartographerSchemaV3.self)
}
