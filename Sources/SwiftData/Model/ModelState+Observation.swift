import Observation

/// What observers of an object are told, and before them its context's undo manager.
extension _ModelState {
  /// Notes a read of a stored property while somebody tracks.
  public func access<M: PersistentModel, Value>(
    _ model: M, _ slot: Int, _ path: KeyPath<M, Value>
  ) {
    // What stands for the object is read in its place, and so is tracked.
    guard phase != .replaced else { return read(model, path) }
    madeRegistrar().access(model, keyPath: path)
    noteTracked(slot)
  }

  /// Tells that a stored property is about to change.
  ///
  /// - Parameter old: The value it has; nil for a relationship that was not read.
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

  /// Tells observers that a stored property has changed.
  public func didSet<M: PersistentModel, Value>(_ model: M, _ path: KeyPath<M, Value>) {
    guard phase != .replaced else { return write(model, path) }
    registrar?.didSet(model, keyPath: path)
  }

  /// Tells observers that the property in a slot is about to change other than by its setter.
  func willSet<M: PersistentModel>(_ model: M, slot: Int) {
    guard let registrar, wasTracked(slot) else { return }
    observedPath(M.self, slot)?.willSet(registrar, model)
  }

  /// Tells observers that the property in a slot has changed.
  func didSet<M: PersistentModel>(_ model: M, slot: Int) {
    guard let registrar, wasTracked(slot) else { return }
    observedPath(M.self, slot)?.didSet(registrar, model)
  }

  /// Gives an object that another stands for the value which that one has.
  private func read<M: PersistentModel, Value>(_ model: M, _ path: KeyPath<M, Value>) {
    guard !isHandingOn, let path = path as? ReferenceWritableKeyPath<M, Value>,
      let other = successor as? M
    else { return }
    isHandingOn = true
    defer { isHandingOn = false }
    withoutObservers { model[keyPath: path] = other[keyPath: path] }
  }

  /// Gives the object that stands for another the value which that one was set to.
  private func write<M: PersistentModel, Value>(_ model: M, _ path: KeyPath<M, Value>) {
    guard !isHandingOn, let path = path as? ReferenceWritableKeyPath<M, Value>,
      let other = successor as? M
    else { return }
    isHandingOn = true
    defer { isHandingOn = false }
    other._$state.withoutObservers { other[keyPath: path] = model[keyPath: path] }
  }

  /// Gives an object the value that another of its model has in a slot, as its setter does.
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

/// A key path of a model, whatever the type of its value.
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

/// What hand-written computed properties of a model call, as in Apple's framework.
extension PersistentModel {
  /// Notes a read of a property that `@Model` does not store, for observers of the object.
  ///
  /// - Parameter keyPath: The property that is read, such as one computed from a cache.
  public func access<Member>(keyPath: KeyPath<Self, Member>) {
    guard _$state.isTracked else { return }
    _$state.madeRegistrar().access(self, keyPath: keyPath)
  }

  /// Changes a property that `@Model` does not store, and tells the object's observers.
  ///
  /// - Returns: What the change returns.
  public func withMutation<Member, MutationResult>(
    keyPath: KeyPath<Self, Member>, _ mutation: () throws -> MutationResult
  ) rethrows -> MutationResult {
    guard let registrar = _$state.registrar else { return try mutation() }
    return try registrar.withMutation(of: self, keyPath: keyPath, mutation)
  }
}
