import Foundation

extension ModelContext {
  /// Marks every object a predicate names to be deleted by the next save, which follows the delete
  /// rules.
  ///
  /// Which objects those are is decided now, unsaved changes included: what is inserted later stays.
  /// Objects that the context does not have are not made, unless an undo manager is to bring them
  /// back. ``rollback()`` takes it back.
  ///
  /// - Parameters:
  ///   - model: The class of the objects.
  ///   - predicate: Which objects; nil for all of the model.
  ///   - includeSubclasses: Models have no subclasses here.
  /// - Complexity: 8 bytes an object that the context does not have; with an undo manager, each
  ///   object.
  public func delete<T: PersistentModel>(
    model: T.Type, where predicate: Predicate<T>? = nil, includeSubclasses: Bool = true
  ) throws {
    guard parts.isEmpty else { return try part(of: T.self).delete(model: model, where: predicate) }
    let entity = try entity(namedLike: T.self)
    let fetched = try FetchedKeys(FetchDescriptor<T>(predicate: predicate), of: entity, self)
    var rest: [Int64] = []
    for (position, key) in fetched.keys.enumerated() {
      guard let model = fetched.known(position) else {
        rest.append(key)
        continue
      }
      delete(any: model)
      guard fetched.takesOver(position) else { continue }
      if let stored = fetched.stored(position) {
        delete(any: stored)
      } else {
        rest.append(key)
      }
    }
    guard !rest.isEmpty else { return }
    guard undoManager == nil else {
      for model in try objects(any: entity.type, entity, keys: rest) { delete(any: model) }
      return
    }
    deletedKeys[entity.index, default: []] += rest
    queueAutosave()
  }

  private func objects<T: PersistentModel>(
    any type: T.Type, _ entity: EntityLayout, keys: [Int64]
  ) throws -> [any PersistentModel] { try objects(type, entity, keys: keys) }
}
