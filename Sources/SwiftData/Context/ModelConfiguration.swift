import Foundation

/// The location and options of a store in a model container.
///
/// ```swift
/// let configuration = ModelConfiguration(isStoredInMemoryOnly: true)
/// let container = try ModelContainer(for: Place.self, configurations: configuration)
/// ```
public struct ModelConfiguration: Identifiable, Sendable {
  /// The policy for saving an inserted object that has the same unique value as a stored object.
  ///
  /// ```swift
  /// var configuration = ModelConfiguration("Trips")
  /// configuration.uniquePolicy = .reject
  /// ```
  public enum UniquePolicy: Sendable {
    /// An upsert: the inserted object overwrites the stored object's row, as in Apple's SwiftData.
    /// The inserted object's values replace the stored values and any unsaved changes to them, and
    /// its relationships are added to the existing relationships.
    ///
    /// If another object already represents the stored row, both objects remain valid. The two
    /// objects have the same identifier and the same values, and deleting either deletes the row.
    /// Later fetches return the inserted object.
    case upsert
    /// Rejection: if an inserted object has the same unique value as a stored object, the save
    /// throws an error.
    case reject
  }

  /// The configuration's display name. The default is the name of the store's file without its
  /// extension.
  public let name: String
  /// The schema passed to the initializer, if any. The container's schema takes precedence.
  public let schema: Schema?
  /// The store's file URL. For an in-memory store, it is `/dev/null`, which is never opened.
  public let url: URL
  /// Whether the store is kept only in memory and discarded with its container.
  public let isStoredInMemoryOnly: Bool
  /// Whether the container can write to the store. If false, opening a missing store does not
  /// create it.
  public let allowsSave: Bool
  /// The app group that the configuration specifies, or `none`.
  public let groupContainer: GroupContainer
  /// The CloudKit database that the configuration specifies, or `none`.
  public let cloudKitDatabase: CloudKitDatabase
  /// Whether the store's location is derived from the configuration's name.
  let isNamed: Bool
  /// The policy for saving an inserted object whose unique value is already in use.
  public var uniquePolicy = UniquePolicy.upsert
  /// The number of backups that a migration keeps beside the store.
  public var backupsKept = 3
  /// The maximum number of history entries to keep, at least one. The oldest entries are removed
  /// first.
  ///
  /// The limit applies only to writes through the container that uses this configuration. At the
  /// end of each write transaction, the oldest entries beyond the limit are removed and can no
  /// longer be undone.
  public var historyEntriesKept = 1_000
  /// The maximum number of row images (copies of rows before or after a change) in the history. The
  /// newest history entry is always kept completely, even if it exceeds this number.
  public var historyRowsKept = 5_000_000
  /// The handler for warnings, such as a warning that a migration dropped data. The default handler
  /// writes the warning to standard error.
  public var onWarning: @Sendable (String) -> Void = { warning in
    try? FileHandle.standardError.write(contentsOf: Data("SwiftData: \(warning)\n".utf8))
  }
  /// The handler for migration events, called at each step of a migration that starts when the
  /// store is opened.
  ///
  /// If the handler throws an error before ``MigrationEvent/committed``, the migration is cancelled
  /// and the store stays unchanged. Opening the container then throws the same error. Errors thrown
  /// later are ignored.
  public var onMigrationEvent: (@Sendable (MigrationEvent) throws -> Void)?

  /// The configuration's name.
  public var id: String { name }

  /// Creates a configuration for an in-memory store or for the store file
  /// `$XDG_DATA_HOME/<executable>/<name>.store`.
  ///
  /// - Parameter name: The store file's name without its extension (default: `default`).
  ///   Opening the container fails if the name is not a valid file name.
  /// - Parameter schema: The models whose objects are saved in the store.
  ///   If nil, the store contains the container's models that no other configuration includes.
  /// - Parameter isStoredInMemoryOnly: Whether the store is kept only in memory.
  ///   An in-memory store is discarded with its container.
  /// - Parameter allowsSave: Whether the container can write to the store.
  /// - Parameter groupContainer: The app group, which must be `automatic` or `none`.
  ///   App groups do not exist on Linux: `automatic` means `none`, and opening a container with a
  ///   named group fails.
  /// - Parameter cloudKitDatabase: The CloudKit database, which must be `automatic` or `none`.
  ///   CloudKit does not exist on Linux: `automatic` means `none`, and opening a container with a
  ///   named database fails.
  public init(
    _ name: String? = nil, schema: Schema? = nil, isStoredInMemoryOnly: Bool = false,
    allowsSave: Bool = true, groupContainer: GroupContainer = .automatic,
    cloudKitDatabase: CloudKitDatabase = .automatic
  ) {
    self.name = name ?? "default"
    self.schema = schema
    self.isStoredInMemoryOnly = isStoredInMemoryOnly
    self.isNamed = !isStoredInMemoryOnly
    self.url =
      isStoredInMemoryOnly
      ? URL(fileURLWithPath: "/dev/null") : StoreClock.defaultStore(named: self.name)
    self.allowsSave = allowsSave
    self.groupContainer = groupContainer
    self.cloudKitDatabase = cloudKitDatabase
  }

  /// Creates a configuration for a store with the given models, at the default location or in
  /// memory.
  @_disfavoredOverload
  public init(for models: any PersistentModel.Type..., isStoredInMemoryOnly: Bool = false) {
    self.init(nil, schema: Schema(models), isStoredInMemoryOnly: isStoredInMemoryOnly)
  }

  /// Creates a configuration for a store at the given file URL.
  public init(
    _ name: String? = nil, schema: Schema? = nil, url: URL, allowsSave: Bool = true,
    cloudKitDatabase: CloudKitDatabase = .automatic
  ) {
    self.name = name ?? url.deletingPathExtension().lastPathComponent
    self.schema = schema
    self.isStoredInMemoryOnly = false
    self.isNamed = false
    self.url = url
    self.allowsSave = allowsSave
    self.groupContainer = .none
    self.cloudKitDatabase = cloudKitDatabase
  }
}

extension ModelConfiguration: Hashable, CustomDebugStringConvertible {
  /// Returns whether two configurations describe the same store with the same options. Event and
  /// warning handlers are ignored.
  public static func == (lhs: ModelConfiguration, rhs: ModelConfiguration) -> Bool {
    lhs.name == rhs.name && lhs.url == rhs.url && lhs.schema == rhs.schema
      && lhs.isStoredInMemoryOnly == rhs.isStoredInMemoryOnly && lhs.allowsSave == rhs.allowsSave
      && lhs.uniquePolicy == rhs.uniquePolicy && lhs.backupsKept == rhs.backupsKept
      && lhs.historyLimits == rhs.historyLimits && lhs.groupContainer == rhs.groupContainer
      && lhs.cloudKitDatabase == rhs.cloudKitDatabase
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(name)
    hasher.combine(url)
    hasher.combine(isStoredInMemoryOnly)
    hasher.combine(allowsSave)
  }

  public var debugDescription: String {
    let location = isStoredInMemoryOnly ? "in memory" : url.path
    let access = allowsSave ? "" : ", read-only"
    let policy = uniquePolicy == .upsert ? "" : ", rejects duplicates"
    return "ModelConfiguration(\"\(name)\", \(location)\(access)\(policy))"
  }
}

extension ModelConfiguration {
  var historyLimits: JournalLimits {
    JournalLimits(entries: max(historyEntriesKept, 1), images: max(historyRowsKept, 0))
  }
}
