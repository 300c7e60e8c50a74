/// A context over several stores has one for each, and hands on what concerns a model.
extension ModelContext {
  /// The context of the store that keeps a model's objects: this one unless there are several.
  func part(of type: any PersistentModel.Type) -> ModelContext {
    parts.first { $0.layout.entity(of: type) != nil } ?? parts.first ?? self
  }
}
