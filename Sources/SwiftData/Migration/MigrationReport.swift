import Foundation

/// What a migration did.
public struct MigrationReport: Sendable {
  public struct Stage: Sendable {
    public let from: Schema.Version
    public let to: Schema.Version
    public let isCustom: Bool
    public let seconds: Double
  }

  /// A number of rows or links before and after.
  public struct Count: Sendable, Equatable {
    public let name: String
    public let before: Int
    public let after: Int
  }

  public let from: Schema.Version
  public let to: Schema.Version
  /// The copy made before; nil in memory.
  public let backup: URL?
  public let stages: [Stage]
  public let entities: [Count]
  /// By `Entity.property`.
  public let links: [Count]
  /// Things worth knowing, such as changes a closure left unsaved.
  public let notes: [String]
}
