/// An index for a long list: a set of its members, and a second array with the same objects. With
/// the index, the cost of a change depends on the size of the change, not on the list's length.
///
/// The index is valid only while ``_Slot/isInStep`` is true for the list's slot.
final class LongList<Object: AnyObject> {
  private var members: Set<ObjectIdentifier>
  /// A second array of the list's objects, for changes in place. Callers obtain this array with
  /// ``removeSpare()``.
  private var spare: [Object]?

  init(_ list: [Object]) { members = Set(list.lazy.map { ObjectIdentifier($0) }) }

  /// The minimum length of a list for which an index is built. For a shorter list, an index would
  /// not be worth its memory.
  static var shortest: Int { 64 }

  func contains(_ object: Object) -> Bool { members.contains(ObjectIdentifier(object)) }

  func insert(_ object: Object) {
    members.insert(ObjectIdentifier(object))
    spare = nil
  }

  func remove(_ object: Object) {
    members.remove(ObjectIdentifier(object))
    spare = nil
  }

  /// Removes and returns the index's second array of the list's objects. Returns nil if there is no
  /// second array. The caller holds the only reference to the returned array.
  func removeSpare() -> [Object]? {
    defer { spare = nil }
    return spare
  }

  /// Updates the index after a change to the list. The list's former array becomes the index's
  /// second array.
  func follow(_ change: ListChange<Object>, from former: consuming [Object], to list: [Object]) {
    for object in change.removed { members.remove(ObjectIdentifier(object)) }
    for object in change.added { members.insert(ObjectIdentifier(object)) }
    var former = former
    former.replaceSubrange(
      change.head..<former.count - change.tail, with: list[change.head..<list.count - change.tail])
    spare = former
  }
}

extension _Slot {
  /// Whether a list's index (``LongList``) matches the list's current contents. The flag is stored
  /// in the slot's key, which lists do not use otherwise. Assigning a whole list to the slot resets
  /// the key to 0.
  var isInStep: Bool {
    get { key == 1 }
    set { key = newValue ? 1 : 0 }
  }
}

extension _ModelState {
  /// Returns the index of a to-many list. Returns nil if the index does not match the
  /// list.
  func longList<T: PersistentModel>(_ slot: Int, isInStep: Bool, of type: T.Type) -> LongList<T>? {
    isInStep ? longLists[slot] as? LongList<T> : nil
  }
}
