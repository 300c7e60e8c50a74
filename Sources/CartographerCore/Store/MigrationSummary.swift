import SwiftData

/// The result of a migration.
package struct MigrationSummary: Sendable, Equatable {
  package struct Stage: Sendable, Equatable {
    package var from: String
    package var to: String
    /// The kind of the migration stage: `lightweight` or `custom`.
    package var kind: String
    package var seconds: Double
  }

  package struct Count: Sendable, Equatable {
    package var name: String
    package var before: Int
    package var after: Int
  }

  /// Content that a lightweight migration drops because the newer schema version has no model or
  /// property for it.
  ///
  /// The backup made before the migration still includes the dropped content.
  package struct Dropped: Sendable, Equatable {
    /// The kind of the dropped content: `entity`, `property` or `links`.
    package var kind: String
    /// The entity's name, or the property's name as `Entity.property`.
    package var name: String
    /// The number of dropped objects, values or links.
    package var count: Int
  }

  package var from: String
  package var to: String
  /// The path of the backup made before the migration. Nil in a dry run.
  package var backup: String?
  package var stages: [Stage]
  package var entities: [Count]
  package var links: [Count]
  package var dropped: [Dropped]

  package init(_ report: MigrationReport) {
    from = "\(report.from)"
    to = "\(report.to)"
    backup = report.backup?.path
    stages = report.stages.map {
      Stage(
        from: "\($0.from)", to: "\($0.to)", kind: $0.isCustom ? "custom" : "lightweight",
        seconds: $0.seconds)
    }
    entities = report.entities.map { Count(name: $0.name, before: $0.before, after: $0.after) }
    links = report.links.map { Count(name: $0.name, before: $0.before, after: $0.after) }
    dropped = report.lost.map {
      Dropped(kind: $0.kind.rawValue, name: $0.name, count: $0.count)
    }
  }
}

extension Library {
  /// The summary of the migration performed when the store was opened. Nil if no migration was
  /// needed.
  package nonisolated var migrationSummary: MigrationSummary? {
    migrationReport.map(MigrationSummary.init)
  }
}
