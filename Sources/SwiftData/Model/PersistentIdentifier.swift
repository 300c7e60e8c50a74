/// A stored object's identity, which consists of its store, its entity and its row key.
///
/// A row key never changes, not even in a migration, and is never reused. An object's identifier is
/// temporary until it is first saved, as in Apple's framework. A temporary identifier has no store
/// identifier, identifies the object only within its context, and becomes invalid when the object
/// is saved. Read the identifier again after the save.
///
/// ```swift
/// try context.save()
/// let identifier = place.persistentModelID
/// let same = try context.model(Place.self, for: identifier)
/// ```
public struct PersistentIdentifier: Hashable, Comparable, Codable, Sendable {
  /// The store's UUID, or nil for a temporary identifier.
  public let storeIdentifier: String?
  /// The entity's name, which stays the same in all schema versions unless the model is renamed.
  public let entityName: String
  let key: Int64

  init(storeIdentifier: String?, entityName: String, key: Int64) {
    self.storeIdentifier = storeIdentifier
    self.entityName = entityName
    self.key = key
  }

  /// The identifier itself, for compatibility with Apple's API.
  public var id: PersistentIdentifier { self }

  /// The primary key of the object's row, which is negative for a temporary identifier.
  public var primaryKey: Int64 { key }

  /// Creates an identifier from a store identifier, an entity name and a row key. Programs can
  /// store these parts separately.
  public static func identifier(
    for storeIdentifier: String, entityName: String, primaryKey: Int64
  ) throws -> PersistentIdentifier {
    PersistentIdentifier(
      storeIdentifier: storeIdentifier, entityName: entityName, key: primaryKey)
  }

  public static func < (lhs: PersistentIdentifier, rhs: PersistentIdentifier) -> Bool {
    (lhs.storeIdentifier ?? "", lhs.entityName, lhs.key)
      < (rhs.storeIdentifier ?? "", rhs.entityName, rhs.key)
  }
}
