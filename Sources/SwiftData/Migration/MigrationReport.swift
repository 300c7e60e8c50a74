import Foundation

/// The result of a migration. The `description` is a human-readable summary.
///
/// ```swift
/// if let report = container.migrationReport { print(report) }
/// ```
public struct MigrationReport: Sendable {
  /// One of the stages that the migration ran.
  ///
  /// ```swift
  /// for stage in report.stages { print("\(stage.from) → \(stage.to) took \(stage.seconds) s") }
  /// ```
  public struct Stage: Sendable {
    /// The version before the stage.
    public let from: Schema.Version
    /// The version after the stage.
    public let to: Schema.Version
    /// Whether the stage is a custom stage, which can run closures.
    public let isCustom: Bool
    /// The stage's duration, in seconds.
    public let seconds: Double
  }

  /// An entity's row count, or a relationship's link count, before and after a migration.
  ///
  /// ```swift
  /// let shrunken = report.entities.filter { $0.after < $0.before }
  /// for count in shrunken { print("\(count.name): \(count.before) → \(count.after)") }
  /// ```
  public struct Count: Sendable, Equatable {
    /// The entity's name or, for links, the relationship's name in the form `Entity.property`.
    public let name: String
    /// The number of rows or links before the migration.
    public let before: Int
    /// The number of rows or links after the migration.
    public let after: Int
  }

  /// Data that a migration stage dropped because no class or property of the next schema version
  /// matches it.
  ///
  /// The migration's backup still contains the dropped data.
  ///
  /// ```swift
  /// let objects = report.dropped.filter { $0.kind == .entity }
  /// for dropped in objects { print("\(dropped.name): \(dropped.count) objects") }
  /// ```
  public struct Dropped: Sendable, Equatable {
    /// The kind of dropped data.
    ///
    /// ```swift
    /// let lostLinks = report.dropped.filter { $0.kind == .links }.map(\.count).reduce(0, +)
    /// ```
    public enum Kind: String, Sendable {
      /// A class that was removed from the schema. The count is the number of its objects.
      case entity
      /// A property that was removed or whose type changed. The count is the number of rows that
      /// had a value.
      case property
      /// Links of a relationship that was removed or changed. The count is the number of dropped
      /// links.
      case links
    }

    /// The kind of the dropped data.
    public let kind: Kind
    /// The name of the dropped class or property in the earlier version, in the form `Entity` or
    /// `Entity.property`.
    public let name: String
    /// The number of dropped objects, values or links.
    public let count: Int

    /// A description of the dropped data, such as `Entry: 12 objects`.
    var text: String {
      let noun =
        switch kind {
        case .entity: "object"
        case .property: "value"
        case .links: "link"
        }
      return "\(name): \(count) \(noun)\(count == 1 ? "" : "s")"
    }
  }

  /// A class or property that the migration renamed.
  ///
  /// ```swift
  /// for renamed in report.renamed { print("\(renamed.from) is now \(renamed.to)") }
  /// ```
  public struct Renamed: Sendable, Equatable {
    /// The name of the class or property before the migration, in the form `Entity` or
    /// `Entity.property`.
    public let from: String
    /// The name of the class or property after the migration, in the form `Entity` or
    /// `Entity.property`.
    public let to: String
  }

  /// A mandatory property that had no value in one or more rows until `didMigrate` set it.
  ///
  /// ```swift
  /// for filled in report.filled { print("\(filled.property): \(filled.count) rows") }
  /// ```
  public struct Filled: Sendable, Equatable {
    /// The property's name, in the form `Entity.property`.
    public let property: String
    /// The number of rows in which `didMigrate` set the property.
    public let count: Int
  }

  /// The store's version before the migration.
  public let from: Schema.Version
  /// The store's version after the migration.
  public let to: Schema.Version
  /// The backup made before the migration. Nil in a dry run. If a lightweight stage dropped data,
  /// the backup is kept until it is deleted by hand.
  public internal(set) var backup: URL?
  /// The stages, in the order in which they ran.
  public let stages: [Stage]
  /// Each entity's row count, before and after the migration.
  public let entities: [Count]
  /// Each relationship's link count, before and after the migration. For a to-one relationship,
  /// this is the number of objects in which the relationship is set. For a many-to-many
  /// relationship, it is the number of linked pairs. The names have the form `Entity.property`.
  public let links: [Count]
  /// The dropped classes, properties and links, in the order in which they were dropped.
  public let dropped: [Dropped]
  /// The renamed classes and properties, in the order in which they were renamed.
  public let renamed: [Renamed]
  /// The mandatory properties that `didMigrate` set.
  public let filled: [Filled]
  /// Remarks about the migration, such as changes that a closure left unsaved.
  public let notes: [String]
  /// The data that lightweight stages dropped (a subset of ``dropped``).
  package let lost: [Dropped]

  /// A warning about data dropped by lightweight stages. Nil if no data was dropped.
  var warning: String? {
    guard !lost.isEmpty else { return nil }
    return "The migration from \(from) to \(to) dropped data in a lightweight migration stage ("
      + lost.map(\.text).joined(separator: ", ") + "). "
      + (backup.map {
        "The backup \($0.path) still contains the data; it is kept until you delete it. "
      } ?? "")
      + "To make the stage fail instead of dropping data, add .forbiddingDataLoss to it."
  }
}

extension MigrationReport: CustomStringConvertible {
  public var description: String {
    let seconds = stages.map(\.seconds).reduce(0, +)
    var lines = ["Migrated from \(from) to \(to) in \(Self.text(seconds)) s."]
    if let backup { lines.append("Backup of the store before the migration: \(backup.path)") }
    func section(_ title: String, _ items: [String]) {
      guard !items.isEmpty else { return }
      lines.append(title + ":")
      lines += items.map { "  " + $0 }
    }
    section(
      "Stages",
      stages.map {
        "\($0.from) → \($0.to), \($0.isCustom ? "custom" : "lightweight"), \(Self.text($0.seconds)) s"
      })
    section("Objects", entities.map { "\($0.name): \($0.before) → \($0.after)" })
    section("Links", links.map { "\($0.name): \($0.before) → \($0.after)" })
    section("Renamed", renamed.map { "\($0.from) → \($0.to)" })
    section("Values set by didMigrate", filled.map { "\($0.property): \($0.count)" })
    section("Dropped", dropped.map(\.text))
    section("Notes", notes)
    return lines.joined(separator: "\n")
  }

  /// Returns a duration in seconds as text with two decimal places.
  private static func text(_ seconds: Double) -> String {
    let hundredths = Int((max(0, seconds) * 100).rounded())
    let rest = hundredths % 100
    return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest)"
  }
}
