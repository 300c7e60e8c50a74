import Observation

/// Methods that report changes to an object, first to the context's undo manager and then to the
/// object's observers.
extension _ModelState {
  /// Records a read of a stored property for observation tracking.
  public func access<M: PersistentModel, Value>(
    _ model: M, _ slot: Int, _ path: KeyPath<M, Value>
  ) {
    // A replaced object reads from its replacement, and the replacement registers the read.
    guard phase != .replaced else { return read(model, path) }
    madeRegistrar().access(model, keyPath: path)
    noteTracked(slot)
  }

  /// Notifies the undo manager and the observers that a stored property is about to change.
  ///
  /// - Parameter old: The property's current value, or nil for a relationship not read yet.
  public func willSet<M: PersistentModel, Value>(
    _ model: M, _ slot: Int, _ path: ReferenceWritableKeyPath<M, Value>,
    _ old: @autoclosure () -> Value?
  ) {
    guard phase != .replaced else { return }
    if isRecorded {
      if let context {
        context.recordChange(of: model, slot, path, old)
      } else {
        refuseChange(M.self)
      }
    }
    registrar?.willSet(model, keyPath: path)
  }

  /// Notifies observers that a stored property has changed.
  public func didSet<M: PersistentModel, Value>(_ model: M, _ path: KeyPath<M, Value>) {
    guard phase != .replaced else { return write(model, path) }
    registrar?.didSet(model, keyPath: path)
  }

  /// Notifies observers that a property is about to change without a call to its setter.
  func willSet<M: PersistentModel>(_ model: M, slot: Int) {
    guard let registrar, wasTracked(slot) else { return }
    observedPath(M.self, slot)?.willSet(registrar, model)
  }

  /// Notifies observers that the property with the index `slot` has changed.
  func didSet<M: PersistentModel>(_ model: M, slot: Int) {
    guard let registrar, wasTracked(slot) else { return }
    observedPath(M.self, slot)?.didSet(registrar, model)
  }

  /// Copies a property's value to a replaced object from the object that replaced it.
  private func read<M: PersistentModel, Value>(_ model: M, _ path: KeyPath<M, Value>) {
    guard !isForwarding, let path = path as? ReferenceWritableKeyPath<M, Value>,
      let other = successor as? M
    else { return }
    isForwarding = true
    defer { isForwarding = false }
    withoutObservers { model[keyPath: path] = other[keyPath: path] }
  }

  /// Copies a value set on a replaced object to its successor.
  private func write<M: PersistentModel, Value>(_ model: M, _ path: KeyPath<M, Value>) {
    guard !isForwarding, let path = path as? ReferenceWritableKeyPath<M, Value>,
      let other = successor as? M
    else { return }
    isForwarding = true
    defer { isForwarding = false }
    other._$state.withoutObservers { other[keyPath: path] = model[keyPath: path] }
  }

  /// Copies a property's value from one object to another object of the same model.
  static func copy<M: PersistentModel>(_ slot: Int, from source: any PersistentModel, to model: M) {
    (M.schemaMetadata[slot].keypath as? any ObservedPath)?.copy(from: source, to: model)
  }

  private func observedPath<M: PersistentModel>(
    _ type: M.Type, _ slot: Int
  ) -> (any ObservedPath)? {
    let metadata = type.schemaMetadata
    guard metadata.indices.contains(slot) else { return nil }
    return metadata[slot].keypath as? any ObservedPath
  }
}

/// A key path from a model to a property of any type.
private protocol ObservedPath {
  func willSet(_ registrar: ObservationRegistrar, _ model: AnyObject)
  func didSet(_ registrar: ObservationRegistrar, _ model: AnyObject)
  func copy(from source: AnyObject, to model: AnyObject)
}

extension KeyPath: ObservedPath where Root: PersistentModel {
  fileprivate func willSet(_ registrar: ObservationRegistrar, _ model: AnyObject) {
    if let model = model as? Root { registrar.willSet(model, keyPath: self) }
  }

  fileprivate func didSet(_ registrar: ObservationRegistrar, _ model: AnyObject) {
    if let model = model as? Root { registrar.didSet(model, keyPath: self) }
  }

  fileprivate func copy(from source: AnyObject, to model: AnyObject) {
    guard let path = self as? ReferenceWritableKeyPath<Root, Value>, let source = source as? Root,
      let model = model as? Root
    else { return }
    model._$state.withoutObservers { model[keyPath: path] = source[keyPath: path] }
  }
}

/// Observation functions for a model's hand-written computed properties, as in Apple's framework.
extension PersistentModel {
  /// Records a read of a property that `@Model` does not store, for observation tracking.
  ///
  /// - Parameter keyPath: The property that is read, such as a computed property with a cache.
  public func access<Member>(keyPath: KeyPath<Self, Member>) {
    guard _$state.isTracked else { return }
    _$state.madeRegistrar().access(self, keyPath: keyPath)
  }

  /// Changes a property that `@Model` does not store, and notifies the object's observers.
  ///
  /// - Returns: The value that the closure returns.
  public func withMutation<Member, MutationResult>(
    keyPath: KeyPath<Self, Member>, _ mutation: () throws -> MutationResult
  ) rethrows -> MutationResult {
    guard let registrar = _$state.registrar else { return try mutation() }
    return try registrar.withMutation(of: self, keyPath: keyPath, mutation)
  }
}
