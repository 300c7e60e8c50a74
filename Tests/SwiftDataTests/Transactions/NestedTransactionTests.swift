import SwiftData
import Synchronization
import Testing

/// Nested transactions, and transactions with an undo manager or observers.
extension TransactionTests {
  @Test func `an inner transaction that throws is rolled back alone`() throws {
    let stored = customer("stored")
    try context.save()
    try context.transaction(title: "Outer") {
      let first = customer("first")
      stored.name = "by the outer"
      try? context.transaction {
        stored.name = "by the inner"
        first.name = "by the inner"
        context.insert(Order(number: 1))
        throw IntendedError()
      }
      #expect(stored.name == "by the outer" && first.name == "first")
      #expect(context.insertedModelsArray.count == 1)
      try context.transaction(title: "Inner") { _ = customer("second") }
      try? context.transaction {
        context.delete(stored)
        try context.save()
        throw IntendedError()
      }
      #expect(!stored.isDeleted)
      _ = customer("third")
    }
    let names = try self.stored(Customer.self).map(\.name)
    #expect(names == ["by the outer", "first", "second", "third"])
    #expect(try self.stored(Order.self).isEmpty)
    #expect(try container.history().map(\.title) == ["Outer", "Change"])
    try container.undo()
    #expect(try self.stored(Customer.self).map(\.name) == ["stored"])
  }

  @Test func `an outer transaction that throws rolls back completed inner transactions`() throws {
    let stored = customer("stored")
    try context.save()
    let before = customer("before")
    failTransaction {
      try context.transaction {
        stored.name = "x"
        context.delete(stored)
      }
      #expect(stored.isDeleted)
      try context.transaction { _ = customer("y") }
    }
    #expect(stored.name == "stored" && !stored.isDeleted)
    #expect(context.insertedModelsArray.count == 1 && context.insertedModelsArray[0] === before)
    try context.save()
    #expect(try self.stored(Customer.self).map(\.name) == ["stored", "before"])
  }

  @Test func `each nested transaction that throws restores the state at its beginning`() throws {
    let model = customer("0")
    try context.transaction {
      model.name += "1"
      try? context.transaction {
        model.name += "2"
        try context.transaction {
          model.name += "3"
          try? context.transaction {
            model.name += "4"
            throw IntendedError()
          }
          #expect(model.name == "0123")
        }
        #expect(model.name == "0123")
        throw IntendedError()
      }
      #expect(model.name == "01")
    }
    #expect(try stored(Customer.self).map(\.name) == ["01"])
  }

  // MARK: With an undo manager

  @Test func `a transaction that throws registers no undo actions`() throws {
    let manager = UndoManager()
    manager.groupsByEvent = false
    context.undoManager = manager
    let model = customer("a")
    try context.save()
    manager.beginUndoGrouping()
    model.name = "b"
    manager.endUndoGrouping()
    let before = manager.undoCount
    failTransaction {
      model.name = "c"
      _ = customer("new")
      try context.save()
      context.delete(model)
    }
    #expect(manager.undoCount == before)
    #expect(model.name == "b")
    manager.undo()
    #expect(model.name == "a")
    manager.redo()
    #expect(model.name == "b")
    try context.save()
    #expect(try stored(Customer.self).map(\.name) == ["b"])
  }

  // MARK: Observers

  @Test func `observers are notified when a failed transaction restores a value`() throws {
    let model = customer("a")
    try context.save()
    model.name = "b"
    let count = Mutex(0)
    failTransaction {
      model.name = "c"
      try context.save()
      withObservationTracking {
        _ = model.name
      } onChange: {
        count.withLock { $0 += 1 }
      }
    }
    #expect(count.withLock { $0 } == 1)
    #expect(model.name == "b")
  }
}
