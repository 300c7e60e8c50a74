import SwiftData
import Testing

/// Transactions that throw, and nested transactions.
@Suite struct TransactionTests {
  typealias Customer = Shop.Customer
  typealias Order = Shop.Order
  typealias Club = Shop.Club

  struct IntendedError: Error {}

  let container: ModelContainer
  let context: ModelContext
  private let readers = Readers()

  init() throws {
    container = try Shop.container()
    context = ModelContext(container)
  }

  func customer(_ name: String) -> Customer {
    let customer = Customer(email: "\(name)@x", name: name)
    context.insert(customer)
    return customer
  }

  /// Returns the objects that a new context fetches. The context is kept alive for their lists.
  func stored<T: PersistentModel>(_ type: T.Type) throws -> [T] {
    readers.all.append(ModelContext(container))
    return try readers.all[readers.all.count - 1].fetch(FetchDescriptor<T>())
  }

  private final class Readers {
    var all: [ModelContext] = []
  }

  func failTransaction(_ body: () throws -> Void) {
    #expect(throws: IntendedError.self) {
      try context.transaction {
        try body()
        throw IntendedError()
      }
    }
  }

  // MARK: Restored state

  @Test func `a transaction that throws keeps the changes that were unsaved before it`() throws {
    let (kept, deleted, club) = (customer("kept"), customer("doomed"), Club(name: "Chess"))
    context.insert(club)
    let order = Order(number: 1)
    kept.orders.append(order)
    try context.save()

    kept.name = "changed"
    kept.clubs = [club]
    order.customer = nil
    context.delete(deleted)
    let new = customer("new")
    let newOrder = Order(number: 2)
    new.orders = [newOrder, order]

    for isSaved in [false, true] {
      failTransaction {
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
      #expect(context.deletedModelsArray.map(ObjectIdentifier.init) == [ObjectIdentifier(deleted)])
      #expect(kept.name == "changed")
      #expect(kept.clubs.map(\.name) == ["Chess"])
      #expect(club.members.map(\.name) == ["changed"])
      #expect(kept.orders.isEmpty)
      #expect(new.name == "new")
      #expect(new.orders.map(\.number) == [2, 1])
      #expect(newOrder.number == 2)
      #expect(order.customer === new)
      #expect(!order.isDeleted && deleted.isDeleted)
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
    failTransaction { order.total = 3 }
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
    failTransaction {
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
    failTransaction {
      context.insert(saved)
      saved.orders = [Order(number: 1)]
      saved.clubs = [Club(name: "Chess")]
      try context.save()
      // Every fetch discards the former contents of lists that the context remembers.
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
    let replacement = Customer(email: stored.email, name: "taker")
    failTransaction {
      context.insert(replacement)
      try context.save()
      #expect(try context.fetchCount(FetchDescriptor<Customer>()) == 1)
    }
    #expect(stored.modelContext === context && !stored.isDeleted && stored.name == "a")
    #expect(replacement.modelContext == nil)
    stored.name = "b"
    try context.save()
    #expect(try self.stored(Customer.self).map(\.name) == ["b"])
    context.insert(replacement)
    try context.save()
    #expect(try self.stored(Customer.self).map(\.name) == ["taker"])

    // Both objects read and write the row now. The replacement by a third one is undone.
    let last = Customer(email: stored.email, name: "last")
    failTransaction {
      context.insert(last)
      try context.save()
      #expect(stored.name == "last" && replacement.name == "last")
      stored.name = "by the first"
    }
    #expect([stored.name, replacement.name, last.name] == ["taker", "taker", "by the first"])
    stored.name = "through the first"
    try context.save()
    #expect(replacement.name == "through the first" && last.modelContext == nil)
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
    let recorder = InsertionRecorder(context)
    failTransaction {
      _ = customer("a")
      try context.save()
    }
    #expect(recorder.inserted.isEmpty)
    try context.transaction {
      _ = customer("b")
      try? context.transaction {
        _ = customer("c")
        try context.save()
        throw IntendedError()
      }
    }
    #expect(recorder.inserted == [1])
  }
}

/// A recorder of the number of inserted objects in each didSave notification of a context.
private final class InsertionRecorder: @unchecked Sendable {
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
