import SwiftData
import TestSupport
import Testing

@Suite struct ExerciseScenarioTests {
  private static let names = ["Bench press", "", "Kniebeuge 🏋️", "Bench press", "O'Hara; --"]

  private static let version1 = Release(
    version: Schema.Version(1, 0, 0),
    open: { try ModelContainer(for: ExerciseSchemaV1.Exercise.self, configurations: $0) },
    contents: { context in
      try lines(ExerciseSchemaV1.Exercise.self, in: context) { $0.name }
    })

  private static func contentsWithNotes(_ context: ModelContext) throws -> [String] {
    try lines(ExerciseSchemaV2.Exercise.self, in: context) { "\($0.name) | \($0.notes ?? "-")" }
  }

  private static func contents(_ context: ModelContext) throws -> [String] {
    try lines(Exercise.self, in: context) {
      "\($0.title) | \($0.notes ?? "-") | \($0.createdAt.timeIntervalSinceReferenceDate)"
    }
  }

  private static func latest(_ plan: any SchemaMigrationPlan.Type) -> Release {
    Release(
      version: Schema.Version(4, 0, 0),
      open: { try ModelContainer(for: Exercise.self, migrationPlan: plan, configurations: $0) },
      contents: contents)
  }

  private func scenario(
    to new: Release, _ migrated: [String], sample: @escaping (ModelContext) throws -> Void
  ) -> Scenario {
    Scenario(
      old: Self.version1,
      write: { context in
        for name in Self.names { context.insert(ExerciseSchemaV1.Exercise(name: name)) }
      },
      graph: Self.names.enumerated().map { "Exercise \($0 + 1): \($1)" },
      new: new, migrated: migrated, sample: sample)
  }

  private func toLatest(_ plan: any SchemaMigrationPlan.Type) -> Scenario {
    scenario(
      to: Self.latest(plan),
      Self.names.enumerated().map { "Exercise \($0 + 1): \($1) | - | \(Double($0) * 86_400.25)" },
      sample: { $0.insert(Exercise(title: "Row")) })
  }

  private var rowsWithNotes: [String] {
    Self.names.enumerated().map { "Exercise \($0 + 1): \($1) | -" }
  }

  @Test func `a plan adds an optional property`() throws {
    let new = Release(
      version: Schema.Version(2, 0, 0),
      open: {
        try ModelContainer(
          for: ExerciseSchemaV2.Exercise.self, migrationPlan: ExerciseNotesPlan.self,
          configurations: $0)
      }, contents: Self.contentsWithNotes)
    try scenario(to: new, rowsWithNotes) {
      $0.insert(ExerciseSchemaV2.Exercise(name: "Row", notes: "slowly"))
    }.run()
  }

  @Test func `an optional property is added without a plan`() throws {
    let new = Release(
      version: Schema.Version(1, 0, 0),
      open: { try ModelContainer(for: ExerciseSchemaV2.Exercise.self, configurations: $0) },
      contents: Self.contentsWithNotes)
    try scenario(to: new, rowsWithNotes) {
      $0.insert(ExerciseSchemaV2.Exercise(name: "Row", notes: "slowly"))
    }.run()
  }

  @Test func `a versioned schema without a plan adds an optional property`() throws {
    let new = Release(
      version: Schema.Version(2, 0, 0),
      open: {
        let schema = Schema(versionedSchema: ExerciseSchemaV2.self)
        return try ModelContainer(for: schema, configurations: [$0])
      }, contents: Self.contentsWithNotes)
    try scenario(to: new, rowsWithNotes) {
      $0.insert(ExerciseSchemaV2.Exercise(name: "Row", notes: "slowly"))
    }.run()
  }

  @Test func `a renamed property keeps its values from two versions before`() throws {
    let new = Release(
      version: Schema.Version(3, 0, 0),
      open: {
        try ModelContainer(
          for: ExerciseSchemaV3.Exercise.self, migrationPlan: ExerciseRenamePlan.self,
          configurations: $0)
      },
      contents: { context in
        try lines(ExerciseSchemaV3.Exercise.self, in: context) {
          "\($0.title) | \($0.notes ?? "-")"
        }
      })
    let report = try scenario(to: new, rowsWithNotes) {
      $0.insert(ExerciseSchemaV3.Exercise(title: "Row"))
    }.run()
    #expect(report.stages.count == 2)
  }

  @Test func `the migration of a renamed property keeps the other values`() throws {
    let old = Release(
      version: Schema.Version(2, 0, 0),
      open: {
        try ModelContainer(
          for: ExerciseSchemaV2.Exercise.self, migrationPlan: ExerciseNotesPlan.self,
          configurations: $0)
      }, contents: Self.contentsWithNotes)
    try Scenario(
      old: old,
      write: { context in
        context.insert(ExerciseSchemaV2.Exercise(name: "Row", notes: "slowly"))
        context.insert(ExerciseSchemaV2.Exercise(name: "Press"))
      },
      graph: ["Exercise 1: Row | slowly", "Exercise 2: Press | -"],
      new: Self.latest(ExercisePlan.self),
      migrated: ["Exercise 1: Row | slowly | 0.0", "Exercise 2: Press | - | 86400.25"],
      sample: { $0.insert(Exercise(title: "Row")) }
    ).run()
  }

  @Test func `didMigrate sets the values of a new mandatory property`() throws {
    let report = try toLatest(ExercisePlan.self).run()
    #expect(report.stages.map(\.isCustom) == [false, false, true])
    #expect(report.renamed.map { "\($0.from) → \($0.to)" } == ["Exercise.name → Exercise.title"])
    #expect(report.filled.map(\.property) == ["Exercise.createdAt"])
    #expect(report.filled.map(\.count) == [Self.names.count])
    #expect(report.dropped.isEmpty)
  }

  @Test func `rows without a mandatory value are refused, and the error counts them`() throws {
    let error = try toLatest(PartialExercisePlan.self).expectRefusal(.unsetMandatory)
    #expect(error.entity == "Exercise")
    #expect(error.property == "createdAt")
    #expect(error.count == Self.names.count - 1)
    #expect(error.message.contains("didMigrate"))
  }

  @Test func `a default in the initializer does not apply to existing rows`() throws {
    let error = try toLatest(LightweightExercisePlan.self).expectRefusal(.unsetMandatory)
    #expect(error.entity == "Exercise")
    #expect(error.property == "createdAt")
    #expect(error.count == Self.names.count)
  }

  @Test func `without a plan, existing rows get no default from the initializer`() throws {
    let new = Release(
      version: Schema.Version(4, 0, 0),
      open: { try ModelContainer(for: Exercise.self, configurations: $0) }, contents: Self.contents)
    let error = try Scenario(
      old: Release(
        version: Schema.Version(3, 0, 0),
        open: { try ModelContainer(for: ExerciseSchemaV3.Exercise.self, configurations: $0) },
        contents: { context in
          try lines(ExerciseSchemaV3.Exercise.self, in: context) { $0.title }
        }),
      write: { $0.insert(ExerciseSchemaV3.Exercise(title: "Row")) },
      graph: ["Exercise 1: Row"], new: new, migrated: [], sample: { _ in }
    ).expectRefusal(.unsetMandatory)
    #expect(error.property == "createdAt")
    #expect(error.count == 1)
  }
}
