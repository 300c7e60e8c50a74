import SwiftData

/// The migration plan: all schema versions, and the migrations between consecutive versions.
package enum CartographerMigrationPlan: SchemaMigrationPlan {
  package static var schemas: [any VersionedSchema.Type] {
    [
      CartographerSchemaV1.self, CartographerSchemaV2.self, CartographerSchemaV3.self,
      CartographerSchemaV4.self, CartographerSchemaV5.self, CartographerSchemaV6.self,
      CartographerSchemaV7.self,
    ]
  }

  package static var stages: [MigrationStage] {
    [oneGroupToMany, gpxFields, wholeFiles, itineraries, levelsOfDetail, boxesOfLevels]
  }

  /// The migration to schema version 3, which adds the `ImportRecord` model and several columns
  /// with default values.
  package static let gpxFields = MigrationStage.lightweight(
    fromVersion: CartographerSchemaV2.self, toVersion: CartographerSchemaV3.self)

  /// The migration to schema version 5, which adds itineraries. The itineraries of existing groups
  /// are empty.
  package static let itineraries = MigrationStage.lightweight(
    fromVersion: CartographerSchemaV4.self, toVersion: CartographerSchemaV5.self)

  /// The migration to schema version 6, which adds empty tables for the levels of detail.
  ///
  /// The levels are computed in the next stage, because the code that computes them requires the
  /// models of the newest version.
  package static let levelsOfDetail = MigrationStage.lightweight(
    fromVersion: CartographerSchemaV5.self, toVersion: CartographerSchemaV6.self)
}
