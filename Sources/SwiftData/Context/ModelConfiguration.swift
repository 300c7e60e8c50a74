import Foundation

/// Where a container keeps its objects.
public struct ModelConfiguration: Sendable {
  /// What happens when an inserted object has a unique value that a stored one has.
  public enum UniquePolicy: Sendable {
    /// The stored object takes the new one's values, as Apple's SwiftData does.
    case upsert
    /// The save fails.
    case reject
  }

  public let name: String
  public let schema: Schema?
  /// The store's file; nil in memory.
  public let url: URL?
  public let isStoredInMemoryOnly: Bool
  public let allowsSave: Bool
  public var uniquePolicy = UniquePolicy.upsert
  /// The backups kept beside the store when it is migrated.
  public var backupsKept = 3

  /// A store in memory or at the default place, `$XDG_DATA_HOME/<executable>/default.store`.
  public init(
    _ name: String? = nil, schema: Schema? = nil, isStoredInMemoryOnly: Bool = false,
    allowsSave: Bool = true
  ) {
    self.name = name ?? "default"
    self.schema = schema
    self.isStoredInMemoryOnly = isStoredInMemoryOnly
    self.url = nil
    self.allowsSave = allowsSave
  }

  @_disfavoredOverload
  public init(for models: any PersistentModel.Type..., isStoredInMemoryOnly: Bool = false) {
    self.init(nil, schema: Schema(models), isStoredInMemoryOnly: isStoredInMemoryOnly)
  }

  /// A store in a file.
  public init(_ name: String? = nil, schema: Schema? = nil, url: URL, allowsSave: Bool = true) {
    self.name = name ?? url.deletingPathExtension().lastPathComponent
    self.schema = schema
    self.isStoredInMemoryOnly = false
    self.url = url
    self.allowsSave = allowsSave
  }
}
