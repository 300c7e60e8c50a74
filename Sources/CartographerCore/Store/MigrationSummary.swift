import SwiftData

/// What a migration did. Encodes as the JSON of `store migrate`.
package struct MigrationSummary: Sendable, Equatable, Encodable {
  package struct Stage: Sendable, Equatable, Encodable {
    package var from: String
    package var to: String
    /// `lightweight` or `custom`.
    package var kind: String
    package var seconds: Double
  }

  package struct Count: Sendable, Equatable, Encodable {
    package var name: String
    package var before: Int
    package var after: Int
  }

  package var from: String
  package var to: String
  /// The copy made before; nil for a rehearsal.
  package var backup: String?
  package var stages: [Stage]
  package var entities: [Count]
  package var links: [Count]

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
  }

  /// One line for a person: `migrated from 1.0.0 to 3.0.0; the store as it was is in …`.
  package var line: String {
    let kept = backup.map { "; the store as it was is kept in \($0)" } ?? ""
    return "migrated the store from \(from) to \(to)\(kept)"
  }
}

extension Library {
  /// What was migrated when the store was opened; nil if nothing was.
  package nonisolated var migrationSummary: MigrationSummary? {
    migrationReport.map(MigrationSummary.init)
  }
}
