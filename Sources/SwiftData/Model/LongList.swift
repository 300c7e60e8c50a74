/// What is kept beside a long list that changes an object at a time, so that a change costs what it
/// changes: who is in it, and a second array of the same objects.
///
/// It is in step with its list where the list's slot says so, see ``_Slot/isInStep``.
final class LongList<Object: AnyObject> {
  private var members: Set<ObjectIdentifier>
  /// The same objects in the same order, which is given away to be changed in place.
  private var spare: [Object]?

  init(_ list: [Object]) { members = Set(list.lazy.map { ObjectIdentifier($0) }) }

  /// How many objects a list must have for the memory to be worth it.
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

  /// The second array, which nobody else holds then; nil where there is none.
  func takeSpare() -> [Object]? {
    defer { spare = nil }
    return spare
  }

  /// Follows a change of the list, whose former array becomes the second one.
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
  /// Whether the ``LongList`` of a list is in step with it. A list has no other use for the key, which
  /// every other way to give the slot a list sets to 0.
  var isInStep: Bool {
    get { key == 1 }
    set { key = newValue ? 1 : 0 }
  }
}

extension _ModelState {
  /// What is kept beside the list in a slot, if it is in step with the list.
  func longList<T: PersistentModel>(_ slot: Int, isInStep: Bool, of type: T.Type) -> LongList<T>? {
    isInStep ? longLists[slot] as? LongList<T> : nil
  }
}
