import SwiftData

enum ExerciseSchemaV1: VersionedSchema {
  static var versionIdentifier = Schema.Version(1, 0, 0)
  static var models: [any PersistentModel.Type] = [Exercise.self]

  @Model
  final class Exercise {
    var name: String

    init(name: String) {
      self.name = name
    }
  }
}

enum ExerciseSchemaV2: VersionedSchema {
  static var versionIdentifier = Schema.Version(2, 0, 0)
  static var models: [any PersistentModel.Type] = [Exercise.self]

  @Model
  final class Exercise {
    var name: String
    var notes: String?

    init(name: String, notes: String? = nil) {
      self.name = name
      self.notes = notes
    }
  }
}

enum ExerciseSchemaV3: VersionedSchema {
  static var versionIdentifier = Schema.Version(3, 0, 0)
  static var models: [any PersistentModel.Type] = [Exercise.self]

  @Model
  final class Exercise {
    @Attribute(originalName: "name")
    var title: String
    var notes: String?

    init(title: String, notes: String? = nil) {
      self.title = title
      self.notes = notes
    }
  }
}

enum ExerciseSchemaV4: VersionedSchema {
  static var versionIdentifier = Schema.Version(4, 0, 0)
  static var models: [any PersistentModel.Type] = [Exercise.self]

  @Model
  final class Exercise {
    @Attribute(originalName: "name")
    var title: String
    var notes: String?
    var createdAt: Date

    // The default applies only to this initializer, so the rows of an old store do not get it.
    init(title: String, notes: String? = nil, createdAt: Date = .now) {
      self.title = title
      self.notes = notes
      self.createdAt = createdAt
    }
  }
}

typealias Exercise = ExerciseSchemaV4.Exercise

enum ExerciseNotesPlan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] = [ExerciseSchemaV1.self, ExerciseSchemaV2.self]
  static var stages: [MigrationStage] = [v1ToV2]

  static let v1ToV2 = MigrationStage.lightweight(
    fromVersion: ExerciseSchemaV1.self,
    toVersion: ExerciseSchemaV2.self
  )
}

enum ExerciseRenamePlan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] =
    ExerciseNotesPlan.schemas + [
      ExerciseSchemaV3.self
    ]
  static var stages: [MigrationStage] = [ExerciseNotesPlan.v1ToV2, v2ToV3]

  static let v2ToV3 = MigrationStage.lightweight(
    fromVersion: ExerciseSchemaV2.self,
    toVersion: ExerciseSchemaV3.self
  )
}

enum ExercisePlan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] =
    ExerciseRenamePlan.schemas + [
      ExerciseSchemaV4.self
    ]
  static var stages: [MigrationStage] = ExerciseRenamePlan.stages + [v3ToV4]

  static let v3ToV4 = MigrationStage.custom(
    fromVersion: ExerciseSchemaV3.self,
    toVersion: ExerciseSchemaV4.self,
    willMigrate: { _ in },
    didMigrate: { context in
      let exercises = try context.fetch(FetchDescriptor<Exercise>())
      for (position, exercise) in exercises.enumerated() {
        exercise.createdAt = Date(timeIntervalSinceReferenceDate: Double(position) * 86_400.25)
      }
      try context.save()
    }
  )
}

/// A plan that sets the new property in the first row only.
enum PartialExercisePlan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] = ExercisePlan.schemas
  static var stages: [MigrationStage] =
    ExerciseRenamePlan.stages + [
      .custom(
        fromVersion: ExerciseSchemaV3.self, toVersion: ExerciseSchemaV4.self, willMigrate: nil,
        didMigrate: { context in
          let exercises = try context.fetch(FetchDescriptor<Exercise>())
          exercises.first?.createdAt = Date(timeIntervalSinceReferenceDate: 0)
          try context.save()
        })
    ]
}

/// A plan that does not set the new property, which has a default only in the initializer.
enum LightweightExercisePlan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] = ExercisePlan.schemas
  static var stages: [MigrationStage] =
    ExerciseRenamePlan.stages + [
      .lightweight(fromVersion: ExerciseSchemaV3.self, toVersion: ExerciseSchemaV4.self)
    ]
}
