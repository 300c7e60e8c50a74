/// Lets go of objects that end with the one that leads to them, one after the other: each would else
/// end inside the end of the one before it, and a long chain of them would take all of the stack.
public struct _Release: _SlotVisitor {
  private var queue: [any PersistentModel] = []

  public mutating func toOne<T: PersistentModel>(_ slot: inout _Slot<T>) {
    guard let target = slot.value else { return }
    slot.value = nil
    take(target)
  }

  public mutating func optionalToOne<T: PersistentModel>(_ slot: inout _Slot<T?>) {
    guard let target = slot.value ?? nil else { return }
    slot.value = nil
    take(target)
  }

  public mutating func toMany<T: PersistentModel>(_ slot: inout _Slot<[T]>) {
    guard let list = slot.value else { return }
    slot.value = nil
    take(list)
  }

  public mutating func optionalToMany<T: PersistentModel>(_ slot: inout _Slot<[T]?>) {
    guard let list = slot.value ?? nil else { return }
    slot.value = nil
    take(list)
  }

  private mutating func take<T: PersistentModel>(_ target: consuming T) {
    var target = target
    if isKnownUniquelyReferenced(&target) { queue.append(target) }
  }

  private mutating func take<T: PersistentModel>(_ list: consuming [T]) {
    var list = list
    while let target = list.popLast() { take(target) }
  }

  mutating func run() {
    // Each ends here, when nothing leads on from it any more.
    while let model = queue.popLast() { model._$visit(-1, &self) }
  }
}

extension _Property {
  /// Lets go of what a relationship leads to, at the end of the object that has it.
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
  static func end(_ take: (inout _Release) -> Void) {
    var release = _Release()
    take(&release)
    release.run()
  }
}
