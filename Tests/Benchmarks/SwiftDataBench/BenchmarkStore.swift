import CartographerModel
import Foundation
import GRDB
import SwiftData

/// A store of schema version 3, whose waypoints the benchmarks use, and access to the same file by
/// GRDB alone.
struct BenchmarkStore {
  private enum UpToVersion3: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] {
      [CartographerSchemaV1.self, CartographerSchemaV2.self, CartographerSchemaV3.self]
    }
    static var stages: [MigrationStage] {
      [CartographerMigrationPlan.oneGroupToMany, CartographerMigrationPlan.gpxFields]
    }
  }

  static let pointsInAPath = 10_000
  let url: URL

  func container() throws -> ModelContainer {
    try ModelContainer(
      for: Schema(versionedSchema: CartographerSchemaV3.self),
      migrationPlan: UpToVersion3.self, configurations: [ModelConfiguration(url: url)])
  }

  /// Opens a GRDB pool with the settings of the library's own pool.
  func pool() throws -> DatabasePool {
    var configuration = Configuration()
    configuration.foreignKeysEnabled = true
    configuration.busyMode = .timeout(5)
    configuration.prepareDatabase { database in
      try database.execute(sql: "PRAGMA cache_size = -32768")
    }
    let pool = try DatabasePool(path: url.path, configuration: configuration)
    try pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
    return pool
  }

  /// Creates the store with a number of waypoints, in paths of at most ten thousand waypoints each.
  func make(pointCount: Int) throws {
    let container = try container()
    let context = ModelContext(container)
    let paths = (pointCount + Self.pointsInAPath - 1) / Self.pointsInAPath
    let titles = (0..<paths).map { "Path \($0)" }
    let keys = try context.append(
      CartographerSchemaV3.Path.self, count: paths,
      [
        .values(\.name, titles), .values(\.notes, titles),
        .constant(\.created, Date(timeIntervalSinceReferenceDate: 0)),
      ])
    for (path, first) in zip(keys, stride(from: 0, to: pointCount, by: Self.pointsInAPath)) {
      let points = PointColumns(first: first, count: min(Self.pointsInAPath, pointCount - first))
      try points.append(
        to: context, of: context.identifier(of: CartographerSchemaV3.Path.self, key: path))
    }
    try container.close()
  }
}
