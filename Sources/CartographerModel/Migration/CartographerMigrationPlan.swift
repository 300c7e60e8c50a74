import SwiftData

/// The migration plan with every schema version and the migration from each to the next.
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

  /// The migration to schema version 3, which adds columns with default values and the import
  /// record.
  package static let gpxFields = MigrationStage.lightweight(
    fromVersion: CartographerSchemaV2.self, toVersion: CartographerSchemaV3.self)

  /// The migration to schema version 5, which adds itineraries; existing groups have no itinerary.
  package static let itineraries = MigrationStage.lightweight(
    fromVersion: CartographerSchemaV4.self, toVersion: CartographerSchemaV5.self)
}
