/// The storage of a property that can be an attribute or a relationship.
///
/// For a relationship, `value` is nil until the relationship is read from the store. The `key` is
/// the row key of a to-one relationship's target, or 0 for none.
///
/// ```swift
/// private var _stops: _Slot<[Stop]>  // written by @Model
/// ```
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

  /// Returns storage without a value, for a property whose type is inferred from its initial value.
  /// The initial value is evaluated by the property's initializer, not by this function.
  @inlinable
  public static func unset(_ initialValue: @autoclosure () -> Value) -> _Slot {
    _Slot(unloaded: 0)
  }
}

/// A visitor for a relationship's storage, with a separate method for each kind of relationship.
///
/// ```swift
/// var counter = TargetCounter()  // a type that conforms to _SlotVisitor
/// trip._$visit(0, &counter)  // calls `toMany` if property 0 is a to-many relationship
/// ```
public protocol _SlotVisitor {
  mutating func toOne<Target: PersistentModel>(_ slot: inout _Slot<Target>)
  mutating func optionalToOne<Target: PersistentModel>(_ slot: inout _Slot<Target?>)
  mutating func toMany<Target: PersistentModel>(_ slot: inout _Slot<[Target]>)
  mutating func optionalToMany<Target: PersistentModel>(_ slot: inout _Slot<[Target]?>)
}
