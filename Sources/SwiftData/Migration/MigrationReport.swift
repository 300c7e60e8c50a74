import Foundation

/// What a migration did.
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

  /// The version the store had, and the one it has.
  public let from: Schema.Version
  public let to: Schema.Version
  /// The copy made before; nil in memory.
  public let backup: URL?
  /// The stages, in the order they ran.
  public let stages: [Stage]
  /// The rows of each entity.
  public let entities: [Count]
  /// By `Entity.property`.
  public let links: [Count]
  /// Things worth knowing, such as changes a closure left unsaved.
  public let notes: [String]
}
