/// A visitor that releases a deallocated object's relationship targets in a loop instead of
/// recursively. Recursive deinitialization would overflow the stack for a long chain of objects.
///
/// ```swift
/// deinit { _Property.release(&self._stops) }  // written by @Model
/// ```
public struct _Release: _SlotVisitor {
  private var queue: [any PersistentModel] = []

  public mutating func toOne<T: PersistentModel>(_ slot: inout _Slot<T>) {
    guard let target = slot.value else { return }
    slot.value = nil
    enqueue(target)
  }

  public mutating func optionalToOne<T: PersistentModel>(_ slot: inout _Slot<T?>) {
    guard let target = slot.value ?? nil else { return }
    slot.value = nil
    enqueue(target)
  }

  public mutating func toMany<T: PersistentModel>(_ slot: inout _Slot<[T]>) {
    guard let list = slot.value else { return }
    slot.value = nil
    enqueue(list)
  }

  public mutating func optionalToMany<T: PersistentModel>(_ slot: inout _Slot<[T]?>) {
    guard let list = slot.value ?? nil else { return }
    slot.value = nil
    enqueue(list)
  }

  private mutating func enqueue<T: PersistentModel>(_ target: consuming T) {
    var target = target
    if isKnownUniquelyReferenced(&target) { queue.append(target) }
  }

  private mutating func enqueue<T: PersistentModel>(_ list: consuming [T]) {
    var list = list
    while let target = list.popLast() { enqueue(target) }
  }

  mutating func run() {
    // The loop deallocates each object here, after its own relationships were emptied.
    while let model = queue.popLast() { model._$visit(-1, &self) }
  }
}

extension _Property {
  /// Releases a relationship's target objects when the relationship's owner is deallocated.
  @inlinable
  public static func release<T: PersistentModel>(_ slot: inout _Slot<T>) {
    if slot.value != nil { end { $0.toOne(&slot) } }
  }

  @inlinable
  public static func release<T: PersistentModel>(_ slot: inout _Slot<T?>) {
    if case .some(.some) = slot.value { end { $0.optionalToOne(&slot) } }
  }

  @inlinable
  public static func release<T: PersistentModel>(_ slot: inout _Slot<[T]>) {
    if slot.value != nil { end { $0.toMany(&slot) } }
  }

  @inlinable
  public static func release<T: PersistentModel>(_ slot: inout _Slot<[T]?>) {
    if case .some(.some) = slot.value { end { $0.optionalToMany(&slot) } }
  }

  @_disfavoredOverload
  @inlinable
  public static func release<T>(_ slot: inout _Slot<T>) {}

  @usableFromInline
  static func end(_ visit: (inout _Release) -> Void) {
    var release = _Release()
    visit(&release)
    release.run()
  }
}
