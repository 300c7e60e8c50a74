import Foundation

extension ModelContext {
  /// The notification that a context posts before it saves. Changes that observers make are saved
  /// too.
  public static let willSave = Notification.Name("SwiftData.ModelContext.willSave")

  /// The notification that a context posts after a save. Inside a transaction, the notification is
  /// posted after the commit.
  ///
  /// The notification's user info stores each value under two keys: a ``NotificationKey`` and its
  /// raw value. The dictionary also contains the keys `inserted`, `updated` and `deleted`, which
  /// Apple's framework uses in practice.
  public static let didSave = Notification.Name("SwiftData.ModelContext.didSave")

  /// The keys in the user info of the ``didSave`` notification.
  ///
  /// ```swift
  /// let key = ModelContext.NotificationKey.insertedIdentifiers
  /// let identifiers = notification.userInfo?[key] as? [PersistentIdentifier]
  /// ```
  public enum NotificationKey: String, Sendable {
    /// The ID of the history entry that the save created, as an `Int64`. Later history entries have
    /// higher IDs.
    case queryGeneration
    /// The identifiers of objects that must be fetched again, as `[PersistentIdentifier]`. Always
    /// empty.
    case invalidatedAllIdentifiers
    /// The identifiers of objects stored for the first time, as `[PersistentIdentifier]`.
    case insertedIdentifiers
    /// The identifiers of stored objects that changed, as `[PersistentIdentifier]`.
    case updatedIdentifiers
    /// The identifiers of deleted objects, as `[PersistentIdentifier]`. Objects deleted by the
    /// delete rules are included only if they were registered in the context.
    case deletedIdentifiers
  }

  /// Notifies observers that a save is about to begin, unless such a notification is already being
  /// delivered.
  func announceSave() {
    guard !isAnnouncingSave else { return }
    isAnnouncingSave = true
    defer { isAnnouncingSave = false }
    NotificationCenter.default.post(name: Self.willSave, object: self)
  }

  /// Notifies observers of the objects that a save or a transaction stored, updated or deleted.
  func announceSaved(_ saved: SavedIdentifiers, entry: JournalEntry.ID?) {
    let values: [(NotificationKey, Any)] = [
      (.queryGeneration, entry ?? 0),
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
    NotificationCenter.default.post(name: Self.didSave, object: self, userInfo: userInfo)
  }
}

/// The identifiers of the objects that a save stored, updated or deleted.
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
