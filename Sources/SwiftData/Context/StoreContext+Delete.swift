import Foundation

extension StoreContext {
  /// Marks all matching objects for deletion. The next save deletes them and applies the delete
  /// rules.
  func delete<T: PersistentModel>(
    model: T.Type, where predicate: Predicate<T>? = nil, includeSubclasses: Bool = true
  ) throws {
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
