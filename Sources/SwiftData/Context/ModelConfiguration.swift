import Foundation

/// Where a container keeps its objects.
public struct ModelConfiguration: Identifiable, Sendable {
  /// What happens when an inserted object has a unique value that a stored one has.
  public enum UniquePolicy: Sendable {
    /// The inserted object takes over the stored row, as in Apple's SwiftData: its values replace
    /// the stored ones and unsaved changes of them, its links join those that are there.
    ///
    /// An object that stood for the row stands for it beside the new one: both have one identifier,
    /// what is set on either is read from both, and deleting either deletes the row. The context
    /// fetches the new one.
    case upsert
    /// The save fails.
    case reject
  }

  /// A name for people; the file's unless given.
  public let name: String
  /// The shape named with the configuration; the container's counts.
  public let schema: Schema?
  /// The store's file; `/dev/null`, which is never opened, for one in memory.
  public let url: URL
  /// Whether the store ends with its container.
  public let isStoredInMemoryOnly: Bool
  /// Whether the store may be written; where not, a missing one is not made.
  public let allowsSave: Bool
  /// The app group that the configuration names, if any.
  public let groupContainer: GroupContainer
  /// The CloudKit database that the configuration names, if any.
  public let cloudKitDatabase: CloudKitDatabase
  /// Whether the file's place follows from the name.
  let isNamed: Bool
  /// What a save does with a unique value that is taken.
  public var uniquePolicy = UniquePolicy.upsert
  /// The backups kept beside the store when it is migrated.
  public var backupsKept = 3
  /// The changes that the history keeps, the newest first; never fewer than one.
  ///
  /// It counts for what is written through this container: at the end of each change the oldest
  /// beyond it are forgotten, and can no longer be undone.
  public var historyEntriesKept = 1_000
  /// The rows, as they were before and after changes, that the history keeps for all of them
  /// together. The newest change stays whole, however many it has.
  public var historyRowsKept = 5_000_000
  /// Called with each warning, as of a migration that dropped something; writes a line to standard
  /// error unless set.
  public var onWarning: @Sendable (String) -> Void = { warning in
    try? FileHandle.standardError.write(contentsOf: Data("SwiftData: \(warning)\n".utf8))
  }
  /// Called at every step when opening the store migrates it.
  ///
  /// An error it throws before ``MigrationEvent/committed`` cancels the migration: the store is as
  /// it was, and opening the container throws that error. Later errors are ignored.
  public var onMigrationEvent: (@Sendable (MigrationEvent) throws -> Void)?

  /// The name.
  public var id: String { name }

  /// A store in memory or at the default place, `$XDG_DATA_HOME/<executable>/<name>.store`.
  ///
  /// - Parameters:
  ///   - name: The file's name without its ending; `default` unless given. A name that cannot be
  ///     a file's is refused when the container is opened.
  ///   - schema: The models kept here; nil for those of the container, or that no other
  ///     configuration keeps.
  ///   - isStoredInMemoryOnly: Whether the store ends with its container.
  ///   - allowsSave: Whether the store may be written.
  ///   - groupContainer: An app group. App groups do not exist on Linux: `automatic` means `none`, and
  ///     a named group is refused when the container is opened.
  ///   - cloudKitDatabase: A CloudKit database, with the same restriction.
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

  /// A store of some models at the default place or in memory.
  @_disfavoredOverload
  public init(for models: any PersistentModel.Type..., isStoredInMemoryOnly: Bool = false) {
    self.init(nil, schema: Schema(models), isStoredInMemoryOnly: isStoredInMemoryOnly)
  }

  /// A store in a file.
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
  /// Equal when both describe the same store, used in the same way; who watches its migration does
  /// not count.
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
    "ModelConfiguration(\"\(name)\", \(isStoredInMemoryOnly ? "in memory" : url.path)"
      + "\(allowsSave ? "" : ", for reading")\(uniquePolicy == .upsert ? "" : ", rejecting"))"
  }
}

extension ModelConfiguration {
  var historyLimits: JournalLimits {
    JournalLimits(entries: max(historyEntriesKept, 1), images: max(historyRowsKept, 0))
  }
}
