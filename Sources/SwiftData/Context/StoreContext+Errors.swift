/// Methods that defer errors, and methods that look up models in the context's schema.
extension StoreContext {
  @discardableResult
  func remember(_ error: any Error) -> SwiftDataError {
    let failure =
      error as? SwiftDataError
      ?? SwiftDataError(.inputOutput, String(describing: error), underlying: error)
    if stickyError == nil { stickyError = failure }
    return failure
  }

  /// Stores an error that every save throws until the context is rolled back.
  func `defer`(_ error: any Error) {
    let failure = remember(error)
    if deferredError == nil { deferredError = failure }
  }

  /// Stores a read error for the next save to throw.
  func deferRead(_ error: any Error) {
    let failure = remember(error)
    if readError == nil { readError = failure }
  }

  /// Removes and returns the first stored read error of the given contexts. Returns nil if there is
  /// none.
  static func removeReadError(of contexts: [StoreContext]) -> SwiftDataError? {
    for context in contexts {
      guard let error = context.readError else { continue }
      context.readError = nil
      return error
    }
    return nil
  }

  /// Throws the first error that the given contexts deferred until their next save.
  static func throwDeferredErrors(of contexts: [StoreContext]) throws {
    for context in contexts {
      if let error = context.deferredError { throw error }
    }
    if let error = removeReadError(of: contexts) { throw error }
  }

  func recordingErrors<T>(_ body: () throws -> T) throws -> T {
    do {
      return try body()
    } catch {
      remember(error)
      throw error
    }
  }

  /// Returns a model's entity in this context's schema.
  ///
  /// During a migration, a class from another schema version is also accepted, provided that this
  /// schema has an entity with the same name and properties.
  func entity(
    of model: any PersistentModel.Type, in operation: String = #function
  ) throws -> EntityLayout {
    if let entity = layout.entity(of: model) { return entity }
    if migrationClosure != nil, let entity = layout.adopt(model) { return entity }
    throw remember(
      layout.unknownModelError(
        model, version: schema.version,
        in: migrationClosure == nil ? nil : operation))
  }

  /// Returns a model's entity for an operation that does not create objects. During a migration,
  /// the entity is looked up by name, even if the schemas differ.
  func entity(
    namedLike model: any PersistentModel.Type, in operation: String = #function
  ) throws -> EntityLayout {
    if migrationClosure != nil, let entity = layout.entity(named: Schema.entityName(of: model)) {
      return layout.adopt(model) ?? entity
    }
    return try entity(of: model, in: operation)
  }
}
