import Foundation

extension ModelContext {
  /// Posted by a context before it saves; what observers change is saved too.
  public static let willSave = Notification.Name("SwiftData.ModelContext.willSave")

  /// Posted by a context after it saved, or after the transaction it saved in.
  ///
  /// The user info has the values of ``NotificationKey``, under the keys and their raw values; and,
  /// as Apple's framework has been seen to name them, `inserted`, `updated` and `deleted`.
  public static let didSave = Notification.Name("SwiftData.ModelContext.didSave")

  /// What ``didSave`` tells.
  public enum NotificationKey: String, Sendable {
    /// An `Int64` that grows with every save that is in the history.
    case queryGeneration
    /// The identifiers of objects that must be fetched anew: `[PersistentIdentifier]`, empty.
    case invalidatedAllIdentifiers
    /// The identifiers of objects stored for the first time: `[PersistentIdentifier]`.
    case insertedIdentifiers
    /// The identifiers of stored objects that changed: `[PersistentIdentifier]`.
    case updatedIdentifiers
    /// The identifiers of deleted objects: `[PersistentIdentifier]`. Of those that the delete rules
    /// added, only the ones that the context had.
    case deletedIdentifiers
  }

  func announceSave() {
    let announcing = whole ?? self
    guard !announcing.isAnnouncingSave, pinned == nil || savedInTransaction != nil else { return }
    announcing.isAnnouncingSave = true
    defer { announcing.isAnnouncingSave = false }
    NotificationCenter.default.post(name: Self.willSave, object: announcing)
  }

  func announceSaved(_ saved: SavedIdentifiers) {
    let values: [(NotificationKey, Any)] = [
      (.queryGeneration, lastHistoryEntry ?? 0),
      (.invalidatedAllIdentifiers, [PersistentIdentifier]()),
      (.insertedIdentifiers, saved.inserted), (.updatedIdentifiers, saved.updated),
      (.deletedIdentifiers, saved.deleted),
    ]
    var userInfo: [AnyHashable: Any] = [:]
    for (key, value) in values {
      userInfo[key] = value
      userInfo[key.rawValue] = value
    }
    userInfo["inserted"] = saved.inserted
    userInfo["updated"] = saved.updated
    userInfo["deleted"] = saved.deleted
    NotificationCenter.default.post(
      name: Self.didSave, object: whole ?? self, userInfo: userInfo)
  }
}

/// The identifiers a save concerned.
struct SavedIdentifiers {
  var inserted: [PersistentIdentifier] = []
  var updated: [PersistentIdentifier] = []
  var deleted: [PersistentIdentifier] = []

  var isEmpty: Bool { inserted.isEmpty && updated.isEmpty && deleted.isEmpty }

  mutating func add(_ other: SavedIdentifiers) {
    inserted += other.inserted
    updated += other.updated
    deleted += other.deleted
  }
}
