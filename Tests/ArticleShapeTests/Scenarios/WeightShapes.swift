import SwiftData

enum WeightSchemaV1: VersionedSchema {
  static var versionIdentifier = Schema.Version(1, 0, 0)
  static var models: [any PersistentModel.Type] = [WeightData.self]

  @Model
  final class WeightData {
    var weight: Float
    var reps: Int
    var sets: Int

    init(weight: Float, reps: Int, sets: Int) {
      self.weight = weight
      self.reps = reps
      self.sets = sets
    }
  }
}

/// The bridge version, with the old values under other names and their new relationship.
enum WeightSchemaV2: VersionedSchema {
  static var versionIdentifier = Schema.Version(2, 0, 0)
  static var models: [any PersistentModel.Type] = [WeightData.self, PerformedSet.self]

  @Model
  final class WeightData {
    @Attribute(originalName: "weight")
    var legacyWeight: Float

    @Attribute(originalName: "reps")
    var legacyReps: Int

    @Attribute(originalName: "sets")
    var legacySets: Int

    @Relationship(inverse: \WeightSchemaV2.PerformedSet.weightData)
    var performedSets: [PerformedSet] = []

    init(legacyWeight: Float, legacyReps: Int, legacySets: Int) {
      self.legacyWeight = legacyWeight
      self.legacyReps = legacyReps
      self.legacySets = legacySets
    }
  }

  @Model
  final class PerformedSet {
    var weight: Float
    var reps: Int
    var sets: Int

    var weightData: WeightData?

    init(weight: Float, reps: Int, sets: Int, weightData: WeightData? = nil) {
      self.weight = weight
      self.reps = reps
      self.sets = sets
      self.weightData = weightData
    }
  }
}

enum WeightSchemaV3: VersionedSchema {
  static var versionIdentifier = Schema.Version(3, 0, 0)
  static var models: [any PersistentModel.Type] = [WeightData.self, PerformedSet.self]

  @Model
  final class WeightData {
    @Relationship(inverse: \WeightSchemaV3.PerformedSet.weightData)
    var performedSets: [PerformedSet] = []

    init() {}
  }

  @Model
  final class PerformedSet {
    var weight: Float
    var reps: Int
    var sets: Int

    var weightData: WeightData?

    init(weight: Float, reps: Int, sets: Int, weightData: WeightData? = nil) {
      self.weight = weight
      self.reps = reps
      self.sets = sets
      self.weightData = weightData
    }
  }
}

enum WeightBridgePlan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] = [WeightSchemaV1.self, WeightSchemaV2.self]
  static var stages: [MigrationStage] = [migrateV1toV2]

  static let migrateV1toV2 = MigrationStage.custom(
    fromVersion: WeightSchemaV1.self,
    toVersion: WeightSchemaV2.self,
    willMigrate: nil,
    didMigrate: { context in
      for weightData in try context.fetch(FetchDescriptor<WeightSchemaV2.WeightData>()) {
        // Setting both ends of the relationship creates a single link.
        let performedSet = WeightSchemaV2.PerformedSet(
          weight: weightData.legacyWeight,
          reps: weightData.legacyReps,
          sets: weightData.legacySets,
          weightData: weightData
        )
        weightData.performedSets.append(performedSet)
      }
      try context.save()
    }
  )
}

enum WeightPlan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] = WeightBridgePlan.schemas + [WeightSchemaV3.self]
  static var stages: [MigrationStage] = [WeightBridgePlan.migrateV1toV2, migrateV2toV3]

  static let migrateV2toV3 = MigrationStage.lightweight(
    fromVersion: WeightSchemaV2.self,
    toVersion: WeightSchemaV3.self
  )
}
