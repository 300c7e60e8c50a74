import SwiftData
import TestSupport
import Testing

@Suite struct WeightScenarioTests {
  /// Values that a conversion to text or to a rounded Double would change.
  private static let weights: [Float] = [
    0, 0.1, 1 / 3, .pi, 102.5, .leastNonzeroMagnitude, .greatestFiniteMagnitude, -7.3, .infinity,
  ]

  private static let version1 = Release(
    version: Schema.Version(1, 0, 0),
    open: { try ModelContainer(for: WeightSchemaV1.WeightData.self, configurations: $0) },
    contents: { context in
      try lines(WeightSchemaV1.WeightData.self, in: context) {
        "\($0.weight.bitPattern) \($0.reps) \($0.sets)"
      }
    })

  private static let bridge = Release(
    version: Schema.Version(2, 0, 0),
    open: {
      try ModelContainer(
        for: WeightSchemaV2.WeightData.self, migrationPlan: WeightBridgePlan.self,
        configurations: $0)
    },
    contents: { context in
      try lines(WeightSchemaV2.WeightData.self, in: context) {
        "\($0.legacyWeight.bitPattern) \($0.legacyReps) \($0.legacySets) | sets "
          + numbers($0.performedSets)
      }
        + lines(WeightSchemaV2.PerformedSet.self, in: context) {
          "\($0.weight.bitPattern) \($0.reps) \($0.sets) | of "
            + numbers($0.weightData.map { [$0] })
        }
    })

  private static let latest = Release(
    version: Schema.Version(3, 0, 0),
    open: {
      try ModelContainer(
        for: WeightSchemaV3.WeightData.self, migrationPlan: WeightPlan.self, configurations: $0)
    },
    contents: { context in
      try lines(WeightSchemaV3.WeightData.self, in: context) {
        "sets " + numbers($0.performedSets)
      }
        + lines(WeightSchemaV3.PerformedSet.self, in: context) {
          "\($0.weight.bitPattern) \($0.reps) \($0.sets) | of "
            + numbers($0.weightData.map { [$0] })
        }
    })

  private static func values(_ row: Int) -> String {
    "\(weights[row].bitPattern) \(row * 5) \(Int.max - row)"
  }

  private static let rows = weights.indices.map { "WeightData \($0 + 1): \(values($0))" }
  private static let sets = weights.indices.map {
    "PerformedSet \($0 + 1): \(values($0)) | of \($0 + 1)"
  }

  private static func write(_ context: ModelContext) throws {
    for (row, weight) in weights.enumerated() {
      context.insert(
        WeightSchemaV1.WeightData(weight: weight, reps: row * 5, sets: Int.max - row))
    }
  }

  @Test func `the migration to the bridge version creates one set for each row`() throws {
    let report = try Scenario(
      old: Self.version1, write: Self.write, graph: Self.rows, new: Self.bridge,
      migrated: Self.weights.indices.map {
        "WeightData \($0 + 1): \(Self.values($0)) | sets \($0 + 1)"
      } + Self.sets,
      sample: { context in
        let data = WeightSchemaV2.WeightData(legacyWeight: 1, legacyReps: 2, legacySets: 3)
        context.insert(
          WeightSchemaV2.PerformedSet(weight: 1, reps: 2, sets: 3, weightData: data))
      }
    ).run()
    let sets = report.entities.first { $0.name == "PerformedSet" }
    #expect(sets?.before == 0 && sets?.after == Self.weights.count)
  }

  @Test func `a store of version 1 migrates to the latest version in one launch`() throws {
    let report = try Scenario(
      old: Self.version1, write: Self.write, graph: Self.rows, new: Self.latest,
      migrated: Self.weights.indices.map { "WeightData \($0 + 1): sets \($0 + 1)" } + Self.sets,
      sample: { $0.insert(WeightSchemaV3.PerformedSet(weight: 1, reps: 2, sets: 3)) }
    ).run()
    #expect(report.stages.map(\.isCustom) == [true, false])
  }

  /// The store has rows without a set, a row with two sets, and a set without a row.
  @Test func `the latest version keeps the data created with the bridge version`() throws {
    typealias V2 = WeightSchemaV2
    try Scenario(
      old: Self.bridge,
      write: { context in
        let rows = (0..<3).map {
          V2.WeightData(legacyWeight: 0.1, legacyReps: $0, legacySets: 1)
        }
        for row in rows { context.insert(row) }
        context.insert(V2.PerformedSet(weight: 0.1, reps: 8, sets: 1, weightData: rows[1]))
        context.insert(V2.PerformedSet(weight: 0.2, reps: 9, sets: 2, weightData: rows[1]))
        context.insert(V2.PerformedSet(weight: 0.3, reps: 10, sets: 3))
      },
      graph: [
        "WeightData 1: 1036831949 0 1 | sets ", "WeightData 2: 1036831949 1 1 | sets 1 2",
        "WeightData 3: 1036831949 2 1 | sets ",
        "PerformedSet 1: 1036831949 8 1 | of 2", "PerformedSet 2: 1045220557 9 2 | of 2",
        "PerformedSet 3: 1050253722 10 3 | of ",
      ],
      new: Self.latest,
      migrated: [
        "WeightData 1: sets ", "WeightData 2: sets 1 2", "WeightData 3: sets ",
        "PerformedSet 1: 1036831949 8 1 | of 2", "PerformedSet 2: 1045220557 9 2 | of 2",
        "PerformedSet 3: 1050253722 10 3 | of ",
      ],
      sample: { $0.insert(WeightSchemaV3.WeightData()) }
    ).run()
  }
}
