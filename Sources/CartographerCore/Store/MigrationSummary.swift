import SwiftData

/// What a migration did.
package struct MigrationSummary: Sendable, Equatable {
  package struct Stage: Sendable, Equatable {
    package var from: String
    package var to: String
    /// `lightweight` or `custom`.
    package var kind: String
    package var seconds: Double
  }

  package struct Count: Sendable, Equatable {
    package var name: String
    package var before: Int
    package var after: Int
  }

  /// Content that a lightweight stage dropped, since the later version cannot store it. The backup
  /// still has it.
  package struct Dropped: Sendable, Equatable {
    /// `entity`, `property` or `links`.
    package var kind: String
    /// The entity, or `Entity.property`.
    package var name: String
    /// The number of dropped objects, values or links.
    package var count: Int
  }

  package var from: String
  package var to: String
  /// The copy made before; nil for a rehearsal.
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
  /// What was migrated when the store was opened; nil if nothing was.
  package nonisolated var migrationSummary: MigrationSummary? {
    migrationReport.map(MigrationSummary.init)
  }
}
