/// The division of a context over several stores into one context per store, selected by model.
extension ModelContext {
  /// Returns the context of the store that keeps a model's objects, or this context if there is one
  /// store.
  func part(of type: any PersistentModel.Type) -> ModelContext {
    parts.first { $0.layout.entity(of: type) != nil } ?? parts.first ?? self
  }
}
