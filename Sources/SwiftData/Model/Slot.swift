/// The storage of a property whose type may be a relationship.
///
/// `value` is nil until a relationship is read from the store; `key` is the row a to-one
/// relationship leads to, 0 for none.
public struct _Slot<Value> {
  public var value: Value?
  public var key: Int64

  @inlinable
  public init(_ value: Value) {
    self.value = value
    self.key = 0
  }

  @inlinable
  init(unloaded key: Int64) {
    self.value = nil
    self.key = key
  }

  /// The storage of a property whose type follows from its initial value, which is not evaluated:
  /// the property's initialiser does that.
  @inlinable
  public static func unset(_ initialValue: @autoclosure () -> Value) -> _Slot {
    _Slot(unloaded: 0)
  }
}

/// Work done on the relationship in a slot, whatever its cardinality.
public protocol _SlotVisitor {
  mutating func toOne<Target: PersistentModel>(_ slot: inout _Slot<Target>)
  mutating func optionalToOne<Target: PersistentModel>(_ slot: inout _Slot<Target?>)
  mutating func toMany<Target: PersistentModel>(_ slot: inout _Slot<[Target]>)
  mutating func optionalToMany<Target: PersistentModel>(_ slot: inout _Slot<[Target]?>)
}
