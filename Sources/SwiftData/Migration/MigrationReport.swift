import Foundation

/// What a migration did. Its description is a page for a person to read.
public struct MigrationReport: Sendable {
  /// One stage that ran.
  public struct Stage: Sendable {
    public let from: Schema.Version
    public let to: Schema.Version
    /// Whether it had closures.
    public let isCustom: Bool
    /// How long it took.
    public let seconds: Double
  }

  /// A number of rows or links before and after.
  public struct Count: Sendable, Equatable {
    /// The entity, or `Entity.property`.
    public let name: String
    public let before: Int
    public let after: Int
  }

  /// Something a stage had no place for. The backup has it.
  public struct Dropped: Sendable, Equatable {
    public enum Kind: String, Sendable {
      /// A class; the count is of its objects.
      case entity
      /// A property; the count is of the rows that had a value.
      case property
      /// Links of a relationship.
      case links
    }

    public let kind: Kind
    /// The entity, or `Entity.property`, in the version that had it.
    public let name: String
    public let count: Int

    /// As `Entry: 12 objects`.
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

  /// A class or property that went on under another name.
  public struct Renamed: Sendable, Equatable {
    /// The entity, or `Entity.property`.
    public let from: String
    public let to: String
  }

  /// A mandatory property that `didMigrate` gave a value.
  public struct Filled: Sendable, Equatable {
    /// `Entity.property`.
    public let property: String
    /// The rows that had none.
    public let count: Int
  }

  /// The version the store had, and the one it has.
  public let from: Schema.Version
  public let to: Schema.Version
  /// The copy made before; nil in a rehearsal. Where a lightweight stage dropped something, it is kept
  /// until it is deleted by hand.
  public internal(set) var backup: URL?
  /// The stages, in the order they ran.
  public let stages: [Stage]
  /// The rows of each entity.
  public let entities: [Count]
  /// By `Entity.property`: filled to-one relationships, and pairs of many-to-many ones.
  public let links: [Count]
  /// What went, in the order it did.
  public let dropped: [Dropped]
  /// What was renamed, in the order it was.
  public let renamed: [Renamed]
  /// What `didMigrate` filled.
  public let filled: [Filled]
  /// Things worth knowing, such as changes a closure left unsaved.
  public let notes: [String]
  /// The objects, values and links of ``dropped`` that lightweight stages dropped.
  package let lost: [Dropped]

  /// The warning about what lightweight stages dropped; nil if they dropped nothing.
  var warning: String? {
    guard !lost.isEmpty else { return nil }
    return "The migration from \(from) to \(to) dropped what a lightweight stage has no place for ("
      + lost.map(\.text).joined(separator: ", ") + "). "
      + (backup.map { "\($0.path) has it and is kept until you delete it. " } ?? "")
      + "To refuse such a migration, add .forbiddingDataLoss to the stage."
  }
}

extension MigrationReport: CustomStringConvertible {
  public var description: String {
    let seconds = stages.map(\.seconds).reduce(0, +)
    var lines = ["Migrated from \(from) to \(to) in \(Self.text(seconds)) s."]
    if let backup { lines.append("The store as it was: \(backup.path)") }
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
    section("Filled by didMigrate", filled.map { "\($0.property): \($0.count)" })
    section("Dropped", dropped.map(\.text))
    section("Notes", notes)
    return lines.joined(separator: "\n")
  }

  /// Seconds with two decimals.
  private static func text(_ seconds: Double) -> String {
    let hundredths = Int((max(0, seconds) * 100).rounded())
    let rest = hundredths % 100
    return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest)"
  }
}
