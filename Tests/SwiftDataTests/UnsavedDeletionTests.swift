import SwiftData
import Testing

/// Deletions together with other unsaved changes of the same context.
@Suite struct UnsavedDeletionTests {
  typealias Customer = Shop.Customer
  typealias Order = Shop.Order
  typealias Line = Shop.Line
  typealias Club = Shop.Club

  let container: ModelContainer
  let context: ModelContext

  init() throws {
    container = try Shop.container()
    context = ModelContext(container)
  }

  private func count<T: PersistentModel>(_ type: T.Type) throws -> Int {
    try ModelContext(container).fetchCount(FetchDescriptor<T>())
  }

  private func emails() throws -> [String] {
    try ModelContext(container).fetch(FetchDescriptor<Customer>()).map(\.email)
  }

  @Test func `a new object can reuse the unique value of one deleted in the same save`()
    throws
  {
    let old = Customer(email: "a", name: "old")
    context.insert(old)
    try context.save()
    let key = old.persistentModelID.primaryKey
    context.delete(old)
    let new = Customer(email: "a", name: "new")
    context.insert(new)
    try context.save()
    #expect(try ModelContext(container).fetch(FetchDescriptor<Customer>()).map(\.name) == ["new"])
    #expect(new.persistentModelID.primaryKey > key)
    #expect(!new.isDeleted)
    try container.undo()
    #expect(try ModelContext(container).fetch(FetchDescriptor<Customer>()).map(\.name) == ["old"])
    try container.redo()
    #expect(try ModelContext(container).fetch(FetchDescriptor<Customer>()).map(\.name) == ["new"])
  }

  @Test func `a stored object can take the unique value of one deleted in the same save`() throws {
    let first = Customer(email: "a", name: "A")
    let second = Customer(email: "b", name: "B")
    context.insert(first)
    context.insert(second)
    try context.save()
    context.delete(first)
    second.email = "a"
    try context.save()
    #expect(try emails() == ["a"])
    try container.undo()
    #expect(try emails() == ["a", "b"])
  }

  @Test func `inserted objects of a deleted owner are not saved`() throws {
    let customer = Customer(email: "a", name: "A")
    context.insert(customer)
    try context.save()
    let order = Order(number: 1)
    order.lines = [Line(text: "x")]
    customer.orders.append(order)
    context.delete(customer)
    try context.save()
    #expect(try count(Order.self) == 0)
    #expect(try count(Line.self) == 0)
    #expect(order.isDeleted)
  }

  @Test func `deleting an unsaved object follows its delete rules`() throws {
    let customer = Customer(email: "a", name: "A")
    customer.orders = [Order(number: 1)]
    customer.clubs = [Club(name: "C")]
    context.insert(customer)
    context.delete(customer)
    try context.save()
    #expect(try count(Customer.self) == 0)
    #expect(try count(Order.self) == 0)
    #expect(try count(Club.self) == 1)
  }

  @Test func `an object deleted before its first save can be inserted again`() throws {
    let club = Club(name: "C")
    context.insert(club)
    context.delete(club)
    context.insert(club)
    try context.save()
    #expect(try count(Club.self) == 1)
    #expect(!club.isDeleted)
  }

  @Test func `an object inserted again after its deletion was saved gets a new key`() throws {
    let club = Club(name: "C")
    context.insert(club)
    try context.save()
    let key = club.persistentModelID.primaryKey
    _ = try context.fetch(FetchDescriptor<Club>())
    context.delete(club)
    try context.save()
    #expect(club.modelContext == nil)
    #expect(club.members.isEmpty)
    context.insert(club)
    try context.save()
    #expect(try count(Club.self) == 1)
    #expect(club.persistentModelID.primaryKey > key)
  }

  @Test func `inserting an object again cancels its unsaved deletion and keeps its links`() throws {
    let customer = Customer(email: "a", name: "A")
    customer.orders = [Order(number: 1)]
    context.insert(customer)
    try context.save()
    let order = customer.orders[0]
    context.delete(customer)
    #expect(try context.fetchCount(FetchDescriptor<Order>()) == 0)
    _ = try context.fetch(FetchDescriptor<Club>())
    context.insert(customer)
    try context.save()
    #expect(order.customer === customer)
    #expect(try count(Order.self) == 1)
    #expect(try count(Customer.self) == 1)
  }

  @Test func `a deleted object stays usable after its context is deallocated`() throws {
    let club = Club(name: "C")
    do {
      let temporary = ModelContext(container)
      temporary.insert(club)
      try temporary.save()
      temporary.delete(club)
      try temporary.save()
    }
    #expect(club.modelContext == nil)
    club.members = []
    #expect(club.name == "C")
  }

  @Test func `an object keeps its identifier after its context is deallocated`() throws {
    let club = Club(name: "C")
    do {
      let temporary = ModelContext(container)
      temporary.insert(club)
      try temporary.save()
    }
    let found = try #require(
      try ModelContext(container).fetchIdentifiers(FetchDescriptor<Club>()).first)
    #expect(club.persistentModelID == found)
  }

  @Test func `objects in the list of a deleted owner stay usable`() throws {
    let members = (0..<200).map { Customer(email: "\($0)", name: "m") }
    let club = Club(name: "C")
    club.members = members
    context.insert(club)
    try context.save()
    let other = ModelContext(container)
    var kept: [Customer] = []
    do {
      let loaded = try #require(try other.fetch(FetchDescriptor<Club>()).first)
      #expect(loaded.members.count == 200)
      kept = [try #require(loaded.members.last)]
      #expect(kept[0].clubs.count == 1)
      other.delete(loaded)
    }
    try other.save()
    #expect(kept[0].clubs.isEmpty)
    #expect(try other.fetchCount(FetchDescriptor<Customer>()) == 200)
    kept[0].name = "changed"
    other.rollback()
    #expect(kept[0].name == "m")
  }
}
