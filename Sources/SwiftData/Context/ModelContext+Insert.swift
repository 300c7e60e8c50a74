extension ModelContext {
  /// Adds an object and every object it leads to; the next save stores them.
  public func insert<T: PersistentModel>(_ model: T) { insert(graph: model) }

  func insert(graph root: any PersistentModel) {
    var queue: [any PersistentModel] = [root]
    var added: [any PersistentModel] = []
    while let model = queue.popLast() {
      let state = model._$state
      if state.phase == .deleted, state.context === self { reinstate(model) }
      guard state.phase == .free else {
        if state.context !== self {
          self.defer(
            SwiftDataError(
              .modelValidationFailure,
              "A \(Schema.entityName(of: type(of: model))) belongs to another context; "
                + "fetch it in this one.", entity: Schema.entityName(of: type(of: model))))
        }
        continue
      }
      guard let entity = try? entity(of: type(of: model)) else { continue }
      state.context = self
      state.entity = Int32(entity.index)
      state.phase = .inserted
      inserted.append(model)
      added.append(model)
      for property in entity.properties where property.relationship != nil {
        if property.isToMany { model.editToMany(property.slot, .removeDuplicates) }
        for target in model.loadedTargets(property.slot) ?? []
        where target._$state.phase == .free {
          queue.append(target)
        }
      }
    }
    for model in added {
      for property in layout.entities[Int(model._$state.entity)].properties {
        guard let relationship = property.relationship else { continue }
        for target in model.loadedTargets(property.slot) ?? [] {
          link(model, target, relationship, isNew: false)
        }
      }
    }
  }

  /// Takes back the deletion of an object that is not saved yet.
  private func reinstate(_ model: any PersistentModel) {
    guard let index = deleted.firstIndex(where: { $0 === model }) else { return }
    deleted.remove(at: index)
    model._$state.phase = .stored
    if model._$state.dirty != 0 { changed.append(model) }
  }

  /// Marks an object to be deleted by the next save, which follows the delete rules.
  public func delete<T: PersistentModel>(_ model: T) {
    let state = model._$state
    guard state.context === self else { return }
    switch state.phase {
    case .inserted:
      inserted.removeAll { $0 === model }
      state.phase = .deleted
      detach(model)
    case .stored:
      state.phase = .deleted
      changed.removeAll { $0 === model }
      deleted.append(model)
    case .free, .deleted: break
    }
  }

  /// Takes an object that never was stored out of the lists of others.
  private func detach(_ model: any PersistentModel) {
    for property in layout.entities[Int(model._$state.entity)].properties
    where property.relationship != nil {
      let targets = model.loadedTargets(property.slot) ?? []
      relationshipDidChange(model, slot: property.slot, removed: targets, added: [])
    }
    changed.removeAll { $0 === model }
    model._$state.context = nil
  }

  /// Forgets every unsaved change; stored objects get their stored values back.
  public func rollback() {
    for model in inserted {
      model._$state.context = nil
      model._$state.phase = .free
    }
    inserted.removeAll()
    links.removeAll()
    let stale = changed + deleted
    changed.removeAll()
    deleted.removeAll()
    for model in stale {
      model._$state.phase = .stored
      model._$state.dirty = 0
    }
    reload()
    stickyError = nil
    deferredError = nil
  }

  /// Reads the stored values of every object of the context again.
  func reload() {
    for entity in layout.entities {
      for (key, object) in registered[entity.index] {
        guard let model = object.takeUnretainedValue() as? any PersistentModel,
          model._$state.dirty == 0, model._$state.phase == .stored
        else { continue }
        reload(model, key, entity)
      }
    }
  }

  private func reload(_ model: any PersistentModel, _ key: Int64, _ entity: EntityLayout) {
    let found = try? read { connection -> Bool in
      let statement = try connection.prepare(
        "SELECT \(entity.selection(alias: "t0")) FROM \(entity.table.sqlQuoted) AS t0 "
          + "WHERE t0.\"_sd_id\" = ?")
      statement.bind(key, 1)
      guard try statement.step() else { return false }
      model._$load(_RowReader(statement, entity: entity))
      statement.reset()
      return true
    }
    if found == false {
      model._$state.phase = .deleted
      forget(entity: entity.index, key: key)
      model._$state.key = 0
    }
  }
}
