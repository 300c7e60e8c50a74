import SwiftData
import Synchronization
import Testing

/// Transactions that throw, and transactions inside others.
@Suite struct TransactionTests {
  typealias Customer = Shop.Customer
  typealias Order = Shop.Order
  typealias Club = Shop.Club

  struct Refusal: Error {}

  let container: ModelContainer
  let context: ModelContext
  private let readers = Readers()

  init() throws {
    container = try Shop.container()
    context = ModelContext(container)
  }

  private func customer(_ name: String) -> Customer {
    let customer = Customer(email: "\(name)@x", name: name)
    context.insert(customer)
    return customer
  }

  /// What a new context finds, which is kept for the lists of its objects.
  private func stored<T: PersistentModel>(_ type: T.Type) throws -> [T] {
    readers.all.append(ModelContext(container))
    return try readers.all[readers.all.count - 1].fetch(FetchDescriptor<T>())
  }

  private final class Readers {
    var all: [ModelContext] = []
  }

  private func fail(_ body: () throws -> Void) {
    #expect(throws: Refusal.self) {
      try context.transaction {
        try body()
        throw Refusal()
      }
    }
  }

  // MARK: What was unsaved before

  @Test func `a transaction that throws keeps the changes that were unsaved before it`() throws {
    let (kept, doomed, club) = (customer("kept"), customer("doomed"), Club(name: "Chess"))
    context.insert(club)
    let order = Order(number: 1)
    kept.orders.append(order)
    try context.save()

    kept.name = "changed"
    kept.clubs = [club]
    order.customer = nil
    context.delete(doomed)
    let new = customer("new")
    let newOrder = Order(number: 2)
    new.orders = [newOrder, order]

    for isSaved in [false, true] {
      fail {
        kept.name = "in the block"
        kept.clubs = []
        kept.orders = [newOrder]
        new.name = "in the block"
        newOrder.number = 7
        context.delete(order)
        if isSaved { try context.save() }
        kept.name = "in the block again"
      }
      #expect(context.insertedModelsArray.map(\.persistentModelID).count == 2)
      #expect(context.insertedModelsArray.contains { $0 === new })
      #expect(context.changedModelsArray.contains { $0 === kept })
      #expect(context.changedModelsArray.contains { $0 === order })
      #expect(context.deletedModelsArray.map(ObjectIdentifier.init) == [ObjectIdentifier(doomed)])
      #expect(kept.name == "changed")
      #expect(kept.clubs.map(\.name) == ["Chess"])
      #expect(club.members.map(\.name) == ["changed"])
      #expect(kept.orders.isEmpty)
      #expect(new.name == "new")
      #expect(new.orders.map(\.number) == [2, 1])
      #expect(newOrder.number == 2)
      #expect(order.customer === new)
      #expect(!order.isDeleted && doomed.isDeleted)
      #expect(try container.history().count == 1)
    }
    try context.save()
    let names = try stored(Customer.self).map { "\($0.name) \($0.orders.map(\.number))" }
    #expect(names == ["changed []", "new [1, 2]"])
    #expect(try stored(Club.self).first?.members.map(\.name) == ["changed"])
  }

  @Test func `a transaction that throws restores values that cannot be stored`() throws {
    let order = Order(number: 1, total: .nan)
    context.insert(order)
    fail { order.total = 3 }
    #expect(order.total.isNaN)
    order.total = 4
    try context.save()
    #expect(try stored(Order.self).map(\.total) == [4])
  }

  @Test func `a transaction that throws restores stored objects`() throws {
    let (a, b) = (customer("a"), customer("b"))
    let order = Order(number: 1)
    a.orders = [order]
    try context.save()
    let identifiers = [a, b].map(\.persistentModelID)
    fail {
      a.name = "x"
      try context.save()
      order.customer = b
      context.delete(a)
      try context.save()
      #expect(a.isDeleted)
      try context.deleteRows(of: Customer.self)
    }
    #expect([a, b].map(\.persistentModelID) == identifiers)
    #expect(a.name == "a" && !a.isDeleted && a.modelContext === context)
    #expect(a.orders.map(\.number) == [1])
    #expect(order.customer === a)
    #expect(!context.hasChanges)
    let registered: Customer? = context.registeredModel(for: identifiers[0])
    #expect(registered === a)
    a.name = "after"
    try context.save()
    #expect(try stored(Customer.self).map(\.name) == ["after", "b"])
  }

  @Test func `objects inserted by a transaction that throws can be inserted again`() throws {
    let old = customer("old")
    try context.save()
    let (unsaved, saved) = (customer("unsaved"), Customer(email: "s", name: "saved"))
    context.rollback()
    fail {
      context.insert(saved)
      saved.orders = [Order(number: 1)]
      saved.clubs = [Club(name: "Chess")]
      try context.save()
      // Forgets what the lists were, as a fetch does.
      _ = try context.fetch(FetchDescriptor<Customer>())
      context.insert(unsaved)
      saved.name = "saved twice"
    }
    for model in [unsaved, saved] {
      #expect(model.modelContext == nil && !model.isDeleted)
      #expect(model.persistentModelID.storeIdentifier == nil)
    }
    #expect(!context.hasChanges)
    #expect(try context.fetchCount(FetchDescriptor<Customer>()) == 1)
    #expect(saved.orders.map(\.number) == [1])
    let other = customer("other")
    try context.save()
    #expect(other.persistentModelID.primaryKey == old.persistentModelID.primaryKey + 1)
    context.insert(saved)
    try context.save()
    let names = try stored(Customer.self).map { "\($0.name) \($0.orders.count) \($0.clubs.count)" }
    #expect(names == ["old 0 0", "other 0 0", "saved twice 1 1"])
  }

  @Test func `a transaction that throws undoes the replacement of a stored object`() throws {
    let stored = customer("a")
    try context.save()
    let taker = Customer(email: stored.email, name: "taker")
    fail {
      context.insert(taker)
      try context.save()
      #expect(try context.fetchCount(FetchDescriptor<Customer>()) == 1)
    }
    #expect(stored.modelContext === context && !stored.isDeleted && stored.name == "a")
    #expect(taker.modelContext == nil)
    stored.name = "b"
    try context.save()
    #expect(try self.stored(Customer.self).map(\.name) == ["b"])
    context.insert(taker)
    try context.save()
    #expect(try self.stored(Customer.self).map(\.name) == ["taker"])

    // All three stand for the row then; one that takes it over in a block gives it back again.
    let last = Customer(email: stored.email, name: "last")
    fail {
      context.insert(last)
      try context.save()
      #expect(stored.name == "last" && taker.name == "last")
      stored.name = "by the first"
    }
    #expect([stored.name, taker.name, last.name] == ["taker", "taker", "by the first"])
    stored.name = "through the first"
    try context.save()
    #expect(taker.name == "through the first" && last.modelContext == nil)
    #expect(try self.stored(Customer.self).map(\.name) == ["through the first"])
  }

  @Test func `a transaction whose final save fails keeps the earlier unsaved changes`() throws {
    let before = customer("before")
    #expect(throws: SwiftDataError.invalidValue) {
      try context.transaction { context.insert(Order(number: 1, total: .nan)) }
    }
    #expect(context.insertedModelsArray.count == 1 && context.insertedModelsArray[0] === before)
    try context.save()
    #expect(try stored(Customer.self).map(\.name) == ["before"])
    #expect(try stored(Order.self).isEmpty)
  }

  @Test func `save notifications list only committed objects`() throws {
    let told = Told(context)
    fail {
      _ = customer("a")
      try context.save()
    }
    #expect(told.inserted.isEmpty)
    try context.transaction {
      _ = customer("b")
      try? context.transaction {
        _ = customer("c")
        try context.save()
        throw Refusal()
      }
    }
    #expect(told.inserted == [1])
  }

  // MARK: Inside each other

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
        throw Refusal()
      }
      #expect(stored.name == "by the outer" && first.name == "first")
      #expect(context.insertedModelsArray.count == 1)
      try context.transaction(title: "Inner") { _ = customer("second") }
      try? context.transaction {
        context.delete(stored)
        try context.save()
        throw Refusal()
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
    fail {
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
            throw Refusal()
          }
          #expect(model.name == "0123")
        }
        #expect(model.name == "0123")
        throw Refusal()
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
    fail {
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
    fail {
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

/// How many objects each save of a context inserted, of those that were told.
private final class Told: @unchecked Sendable {
  private(set) var inserted: [Int] = []
  private var token: (any NSObjectProtocol)?

  init(_ context: ModelContext) {
    token = NotificationCenter.default.addObserver(
      forName: ModelContext.didSave, object: context, queue: nil
    ) { [weak self] note in
      let inserted = note.userInfo?["insertedIdentifiers"] as? [PersistentIdentifier]
      self?.inserted.append(inserted?.count ?? -1)
    }
  }

  deinit { if let token { NotificationCenter.default.removeObserver(token) } }
}
