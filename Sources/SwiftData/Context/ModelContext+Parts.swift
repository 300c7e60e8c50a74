/// A context over several stores has one for each, and hands on what concerns a model.
extension ModelContext {
  /// The context of the store that keeps a model's objects: this one unless there are several.
  func part(of type: any PersistentModel.Type) -> ModelContext {
    parts.first { $0.layout.entity(of: type) != nil } ?? parts.first ?? self
  }

  /// Saves all of some contexts in transactions inside each other: an error in one undoes all.
  ///
  /// They are committed one after the other. A process that is killed between two commits, or a
  /// disk that fails there, leaves the first saved and the next not.
  func save(_ parts: ArraySlice<ModelContext>) throws {
    guard let first = parts.first else { return }
    try first.save { try save(parts.dropFirst()) }
  }
}
