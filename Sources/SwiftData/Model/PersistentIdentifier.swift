/// The identity of a stored object: its store, its entity and its key.
///
/// A key is never reused, and stays what it was through every migration. Before an object is
/// first saved its identifier is temporary, as in Apple's framework: it has no store, finds the
/// object in its context alone, and from the save on finds nothing. Read it again after the save.
public struct PersistentIdentifier: Hashable, Comparable, Codable, Sendable {
  /// The store's UUID; nil for a temporary identifier.
  public let storeIdentifier: String?
  /// The entity's name, the same in every version of the schema.
  public let entityName: String
  let key: Int64

  init(storeIdentifier: String?, entityName: String, key: Int64) {
    self.storeIdentifier = storeIdentifier
    self.entityName = entityName
    self.key = key
  }

  /// The identifier itself, for `Identifiable` chains in the manner of Apple's API.
  public var id: PersistentIdentifier { self }

  /// The row's key in the entity's table; negative while temporary.
  public var primaryKey: Int64 { key }

  /// Builds an identifier from its parts, for tools that keep them apart.
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
