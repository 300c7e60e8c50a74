extension StoreContext {
  /// Whether ``ModelContainer/erase()`` has deleted all objects since the context last checked.
  var isErased: Bool { store.erasures != knownErasures }

  /// Removes all stored objects from the context after ``ModelContainer/erase()`` deleted their
  /// rows.
  func noticeErasure() {
    guard isErased else { return }
    knownErasures = store.erasures
    let lost = changed.filter { $0._$state.phase == .stored }
    changed.removeAll()
    deleted.removeAll()
    deletedKeys.removeAll()
    links.removeAll()
    for entity in layout.entities {
      for model in registeredObjects(entity.index) {
        drop(model, entity.index, model._$state.key)
        model._$state.leave(goneReference)
      }
    }
    for model in inserted {
      for property in layout.entities[Int(model._$state.entity)].relationships {
        for target in model.loadedTargets(property.slot) ?? []
        where target._$state.phase == .deleted {
          noteDeadLink(model, property.slot, target)
        }
      }
    }
    guard let first = lost.first else { return }
    let name = Schema.entityName(of: type(of: first))
    self.defer(
      SwiftDataError(
        .modelValidationFailure,
        """
        Objects with unsaved changes (\(lost.count), including a \(name)) were deleted when the \
        container was erased; roll back.
        """, entity: name, count: lost.count))
  }
}
