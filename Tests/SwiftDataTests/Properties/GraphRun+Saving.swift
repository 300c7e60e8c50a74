import SwiftData

/// Saving, undo and redo, and new contexts.
extension GraphRun {
  func save() throws {
    if oracle.isAmbiguous(since: committed) {
      context.rollback()
      revertToCommitted()
      return
    }
    let expected: GraphOracle
    do {
      expected = try oracle.saved(upserts: upserts)
    } catch {
      var code: SwiftDataError?
      do {
        try context.save()
      } catch let failure as SwiftDataError {
        code = failure
      }
      guard let code, [.uniqueViolation, .modelValidationFailure].contains(code) else {
        throw GraphMismatch(
          "the save should be refused (\(error)); \(code?.message ?? "it was not")")
      }
      try compare(ModelContext(container), with: committed, "after a refused save")
      context.rollback()
      revertToCommitted()
      try compare(context, with: oracle, "after the rollback of a refused save")
      return
    }
    let entry = context.lastHistoryChange
    do {
      try context.save()
    } catch let error as SwiftDataError where error == .uniqueViolation && hasMovedCodes {
      // A save that moves codes between objects may be refused.
      context.rollback()
      revertToCommitted()
      return
    }
    guard !context.hasChanges else { throw GraphMismatch("hasChanges after a save") }
    let saved = objects
    let before = oracle
    oracle = expected
    objects = objects.filter { oracle.things[$0.key] != nil }
    for (id, object) in objects.sorted(by: { $0.key < $1.key }) {
      let identifier = object.persistentModelID
      guard identifier.storeIdentifier != nil else {
        throw GraphMismatch("\(name(id)) has no lasting identifier after the save")
      }
      if let key = oracle.things[id]?.key {
        guard key == identifier.primaryKey else {
          throw GraphMismatch("\(name(id)) now has key \(identifier.primaryKey)")
        }
      } else {
        guard usedKeys.insert("\(identifier.entityName) \(identifier.primaryKey)").inserted else {
          throw GraphMismatch("\(name(id)) has a key used before, \(identifier.primaryKey)")
        }
        oracle.things[id]?.key = identifier.primaryKey
      }
    }
    try trackReplacedObjects(before, saved)
    // A save without changes makes no history entry.
    recordCommit(context.lastHistoryChange.map { $0 != entry } ?? false)
    try compare(context, with: oracle, "after the save")
    try compare(ModelContext(container), with: oracle, "in another context after the save")
  }

  /// Records which objects the save replaced, and checks that all other missing objects are
  /// deleted.
  private func trackReplacedObjects(_ before: GraphOracle, _ saved: [Int: any PersistentModel])
    throws
  {
    var ids: [Int64: Int] = [:]
    for (id, thing) in oracle.things where thing.entity == GraphEntities.person {
      if let key = thing.key { ids[key] = id }
    }
    for (id, object) in saved.sorted(by: { $0.key < $1.key }) where oracle.things[id] == nil {
      let handles = [object] + (replaced.removeValue(forKey: id) ?? [])
      let isPerson = before.things[id]?.entity == GraphEntities.person
      let replacement =
        isPerson && !before.pendingDeletions.contains(id)
        ? ids[object.persistentModelID.primaryKey] : nil
      if let replacement, upserts {
        replaced[replacement, default: []] += handles
      } else if handles.contains(where: { !$0.isDeleted }) {
        throw GraphMismatch("#\(id) should be deleted")
      }
    }
    for (id, handles) in replaced {
      guard oracle.things[id] != nil else {
        guard handles.allSatisfy(\.isDeleted) else {
          throw GraphMismatch("a replaced object of #\(id) should be deleted")
        }
        replaced[id] = nil
        continue
      }
      let key = try object(id).persistentModelID
      guard handles.allSatisfy({ $0.persistentModelID == key && !$0.isDeleted }) else {
        throw GraphMismatch("a replaced object of \(name(id)) has another row's identifier")
      }
    }
  }

  private var hasMovedCodes: Bool {
    oracle.things.contains { id, thing in
      committed.things.contains {
        $0.key != id && $0.value.attributes.code == thing.attributes.code
          && thing.entity == GraphEntities.person && $0.value.entity == GraphEntities.person
      }
    }
  }

  /// Records the oracle's content as the content of the store.
  func recordCommit(_ isNew: Bool) {
    if isNew {
      past.append(committed)
      future = []
    }
    committed = oracle
  }

  func revertToCommitted() {
    oracle = committed
    objects = objects.filter { oracle.things[$0.key] != nil }
  }

  /// Continues in a new context without the unsaved changes.
  func startNewContext() {
    revertToCommitted()
    objects = [:]
    replaced = [:]
    context = ModelContext(container)
  }

  /// Releases the saved objects, so that they are read again.
  func releaseSavedObjects() {
    objects = objects.filter { oracle.things[$0.key]?.key == nil }
  }

  func replay(
    _ from: inout [GraphOracle], _ to: inout [GraphOracle], _ body: () throws -> Void
  ) throws {
    startNewContext()
    guard let state = from.popLast() else {
      do {
        try body()
      } catch let error as SwiftDataError where error == .nothingToUndo {
        return
      }
      throw GraphMismatch("there should be nothing to undo or redo")
    }
    try body()
    to.append(committed)
    committed = state
    oracle = state
    try compare(context, with: oracle, "after undo or redo")
  }
}
