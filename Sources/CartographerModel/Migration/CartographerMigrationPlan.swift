import SwiftData

/// Every version the program ever had, and the way from each to the next.
package enum CartographerMigrationPlan: SchemaMigrationPlan {
  package static var schemas: [any VersionedSchema.Type] {
    [
      CartographerSchemaV1.self, CartographerSchemaV2.self, CartographerSchemaV3.self,
      CartographerSchemaV4.self, CartographerSchemaV5.self,
    ]
  }

  package static var stages: [MigrationStage] {
    [oneGroupToMany, gpxFields, wholeFiles, itineraries]
  }

  /// Version 3 adds columns and the import record; every row gets their defaults.
  package static let gpxFields = MigrationStage.lightweight(
    fromVersion: CartographerSchemaV2.self, toVersion: CartographerSchemaV3.self)

  /// Version 5 adds itineraries; no group has one yet.
  package static let itineraries = MigrationStage.lightweight(
    fromVersion: CartographerSchemaV4.self, toVersion: CartographerSchemaV5.self)
}
