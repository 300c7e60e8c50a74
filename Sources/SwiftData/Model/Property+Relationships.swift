// MARK: - Faulting

// A replaced object gets the values of its replacement and keeps nothing that is read here. After
// its context was deallocated, an object is read through another context while the store is open.
extension _Property {
  public static func fault<M: PersistentModel, T: PersistentModel>(
    _ model: M, _ slot: Int, _ key: Int64, as: T.Type
  ) -> T {
    guard let context = model._$state.readingContext else {
      if let target = model._$state.successor?.loadedTargets(slot)?.first as? T { return target }
      if model.isDeleted { return StandIn.make(T.self, for: nil) }
      missingContext(M.self, slot)
    }
    if let target = context.object(T.self, key: key) { return target }
    // If the relationship is still not set when the object is saved, the save reports the error.
    // The relationship of a deleted object, for example after an erasure of the store, needs no
    // report.
    if key != 0, model._$state.phase != .deleted {
      context.deferMissing(M.self, name(M.self, slot), key)
    }
    return StandIn.make(T.self, for: context)
  }

  public static func fault<M: PersistentModel, T: PersistentModel>(
    _ model: M, _ slot: Int, _ key: Int64, as: T?.Type
  ) -> T? {
    guard key != 0 else { return nil }
    guard let context = model._$state.readingContext else {
      if model.isDeleted || model._$state.phase == .replaced { return nil }
      missingContext(M.self, slot)
    }
    return context.object(T.self, key: key)
  }

  public static func fault<M: PersistentModel, T: PersistentModel>(
    _ model: M, _ slot: Int, _ key: Int64, as: [T].Type
  ) -> [T] {
    guard let context = model._$state.readingContext else {
      if model.isDeleted || model._$state.phase == .replaced { return [] }
      missingContext(M.self, slot)
    }
    return context.objects(T.self, of: model, slot: slot)
  }

  public static func fault<M: PersistentModel, T: PersistentModel>(
    _ model: M, _ slot: Int, _ key: Int64, as: [T]?.Type
  ) -> [T]? {
    guard let context = model._$state.readingContext else {
      if model.isDeleted || model._$state.phase == .replaced { return [] }
      missingContext(M.self, slot)
    }
    return context.objects(T.self, of: model, slot: slot)
  }

  @_disfavoredOverload
  public static func fault<M: PersistentModel, T>(
    _ model: M, _ slot: Int, _ key: Int64, as: T.Type
  ) -> T {
    fatalError("\(M.self).\(name(M.self, slot)) was read before it was set.")
  }

  private static func name(_ model: any PersistentModel.Type, _ slot: Int) -> String {
    let metadata = model.schemaMetadata
    return metadata.indices.contains(slot) ? metadata[slot].name : "\(slot)"
  }

  private static func missingContext(_ model: any PersistentModel.Type, _ slot: Int) -> Never {
    fatalError(
      """
      \(model).\(name(model, slot)) was read after its store was closed, or after the migration \
      stage that it belongs to; retain the ModelContainer while its objects are in use.
      """)
  }
}

// MARK: - Setting

extension _Property {
  /// Returns the target that a to-one relationship has before an assignment. Returns nil if there
  /// is no previous target whose inverse must be updated.
  public static func previous<M: PersistentModel, T: PersistentModel>(
    _ model: M, _ slot: Int, _ storage: _Slot<T>
  ) -> T? {
    storage.value
      ?? model._$state.context?.formerTarget(T.self, of: model, slot: slot, key: storage.key)
  }

  public static func previous<M: PersistentModel, T: PersistentModel>(
    _ model: M, _ slot: Int, _ storage: _Slot<T?>
  ) -> T? {
    (storage.value ?? nil)
      ?? model._$state.context?.formerTarget(T.self, of: model, slot: slot, key: storage.key)
  }

  /// Returns the objects that a to-many relationship contains before an assignment. Returns nil if
  /// the objects have not been read and there is no context that could read them.
  public static func previous<M: PersistentModel, T: PersistentModel>(
    _ model: M, _ slot: Int, _ storage: _Slot<[T]>
  ) -> [T]? {
    storage.value ?? model._$state.context?.objects(T.self, of: model, slot: slot)
  }

  public static func previous<M: PersistentModel, T: PersistentModel>(
    _ model: M, _ slot: Int, _ storage: _Slot<[T]?>
  ) -> [T]? {
    (storage.value ?? nil) ?? model._$state.context?.objects(T.self, of: model, slot: slot)
  }

  @_disfavoredOverload
  public static func previous<M: PersistentModel, T>(
    _ model: M, _ slot: Int, _ storage: _Slot<T>
  ) -> T? { nil }

  public static func didSet<M: PersistentModel, T: PersistentModel>(
    _ model: M, _ slot: Int, from old: T?, to new: T
  ) { relate(model, slot, old.map { [$0] } ?? [], [new]) }

  public static func didSet<M: PersistentModel, T: PersistentModel>(
    _ model: M, _ slot: Int, from old: T?, to new: T?
  ) { relate(model, slot, old.map { [$0] } ?? [], new.map { [$0] } ?? []) }

  public static func didSet<M: PersistentModel, T: PersistentModel>(
    _ model: M, _ slot: Int, from old: [T]?, to new: [T]
  ) { relate(model, slot, old ?? [], new) }

  public static func didSet<M: PersistentModel, T: PersistentModel>(
    _ model: M, _ slot: Int, from old: [T]?, to new: [T]?
  ) { relate(model, slot, old ?? [], new ?? []) }

  @_disfavoredOverload
  public static func didSet<M: PersistentModel, T>(
    _ model: M, _ slot: Int, from old: T?, to new: T
  ) { model._$state.didChange(model, slot) }

  private static func relate<M: PersistentModel, T: PersistentModel>(
    _ model: M, _ slot: Int, _ old: [T], _ new: [T]
  ) {
    let isManaged = model._$state.context != nil
    relate(model, slot, ListChange(from: isManaged ? old : [], to: isManaged ? new : []), new)
  }

  /// Updates the inverse relationships to match a changed relationship.
  static func relate<M: PersistentModel, T: PersistentModel>(
    _ model: M, _ slot: Int, _ change: ListChange<T>, _ new: [T]
  ) {
    model._$state.didChange(model, slot)
    guard let context = model._$state.context else {
      // A relationship to a context's object inserts the owner, just as a relationship from such an
      // object inserts the target.
      if model._$state.phase == .free { managedContext(of: new)?.insert(graph: model) }
      return
    }
    if change.hasDuplicates { context.removeDuplicates(of: model, slot: slot) }
    context.relationshipDidChange(
      model, slot: slot, removed: change.removed, added: change.added)
  }

  /// Returns the context of the first object that belongs to a context and is not deleted. Returns
  /// nil if there is no such object.
  private static func managedContext<T: PersistentModel>(of models: [T]) -> StoreContext? {
    for model in models {
      let state = model._$state.representative
      if [.inserted, .stored].contains(state.phase), let context = state.context { return context }
    }
    return nil
  }
}
