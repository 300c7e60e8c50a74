import SwiftData
import Testing

@Suite struct ModelContextTests {
  typealias Customer = Shop.Customer
  typealias Order = Shop.Order
  typealias Line = Shop.Line
  typealias Club = Shop.Club

  let container: ModelContainer
  let context: ModelContext
  /// Keeps the contexts of a test alive, because objects read their values through them.
  private let kept = ContextList()

  init() throws {
    container = try Shop.container()
    context = ModelContext(container)
  }

  /// Returns the objects that a new context fetches from the store.
  private func stored<T: PersistentModel>(_ type: T.Type) throws -> [T] {
    try makeContext().fetch(FetchDescriptor<T>())
  }

  private func makeContext() throws -> ModelContext {
    let context = ModelContext(container)
    kept.append(context)
    return context
  }

  @Test func `a fetched object has every value of the inserted object`() throws {
    let customer = Customer(email: "a@b.c", name: "Zoë 山 🏔")
    customer.level = .regular
    customer.nickname = "Z"
    customer.age = -3
    customer.tags = ["x", "y"]
    customer.address = Shop.Address(city: "Zürich")
    context.insert(customer)
    #expect(context.hasChanges)
    try context.save()
    #expect(!context.hasChanges)
    let other = try #require(try stored(Customer.self).first)
    #expect(other.email == "a@b.c")
    #expect(other.name == "Zoë 山 🏔")
    #expect(other.level == .regular)
    #expect(other.nickname == "Z")
    #expect(other.age == -3)
    #expect(other.tags == ["x", "y"])
    #expect(other.visits == 7)
    #expect(other.address?.city == "Zürich")
    #expect(other.persistentModelID == customer.persistentModelID)
  }

  @Test func `setting one end of a relationship updates the inverse`() throws {
    let customer = Customer(email: "a", name: "A")
    context.insert(customer)
    let order = Order(number: 1)
    order.customer = customer
    context.insert(order)
    #expect(customer.orders.map(\.number) == [1])
    let other = Customer(email: "b", name: "B")
    context.insert(other)
    other.orders.append(order)
    #expect(order.customer === other)
    #expect(customer.orders.isEmpty)
    try context.save()
    order.customer = nil
    #expect(other.orders.isEmpty)
    try context.save()
    #expect(try stored(Order.self).first?.customer == nil)
  }

  @Test func `inserting an object inserts all objects it refers to`() throws {
    let customer = Customer(email: "a", name: "A")
    let order = Order(number: 1)
    order.lines = [Line(text: "one"), Line(text: "two")]
    customer.orders = [order]
    context.insert(customer)
    try context.save()
    let found = try #require(try stored(Customer.self).first)
    #expect(found.orders.first?.lines.map(\.text).sorted() == ["one", "two"])
    #expect(order.lines.allSatisfy { $0.order === order })
  }

  @Test func `a many-to-many link that is set several times is stored once`() throws {
    let customer = Customer(email: "a", name: "A")
    let club = Club(name: "C")
    customer.clubs = [club, club]
    context.insert(customer)
    club.members.append(customer)
    try context.save()
    #expect(try stored(Club.self).first?.members.count == 1)
    #expect(try stored(Customer.self).first?.clubs.count == 1)
    customer.clubs.removeAll()
    #expect(club.members.isEmpty)
    try context.save()
    #expect(try stored(Club.self).first?.members.isEmpty == true)
  }

  @Test func `lists read from the store include unsaved links`() throws {
    for index in 0..<3 { context.insert(Customer(email: "\(index)", name: "\(index)")) }
    context.insert(Club(name: "C"))
    try context.save()
    let second = try makeContext()
    let club = try #require(try second.fetch(FetchDescriptor<Club>()).first)
    let customers = try second.fetch(FetchDescriptor<Customer>())
    customers[0].clubs = [club]
    customers[2].clubs = [club]
    #expect(club.members.map(\.email).sorted() == ["0", "2"])
    try second.save()
    #expect(try stored(Club.self).first?.members.map(\.email).sorted() == ["0", "2"])
  }

  @Test func `cascade deletes related objects, and nullify keeps them`() throws {
    let customer = Customer(email: "a", name: "A")
    customer.orders = [Order(number: 1), Order(number: 2)]
    customer.orders[0].lines = [Line(text: "x")]
    customer.clubs = [Club(name: "C")]
    customer.address = Shop.Address(city: "Bern")
    context.insert(customer)
    try context.save()
    let club = customer.clubs[0]
    context.delete(customer)
    #expect(customer.isDeleted)
    try context.save()
    #expect(club.members.isEmpty)
    #expect(try stored(Order.self).isEmpty)
    #expect(try stored(Line.self).isEmpty)
    #expect(try stored(Shop.Address.self).isEmpty)
    #expect(try stored(Club.self).count == 1)
  }

  @Test func `deleting an object of a list removes it from the list and keeps the owner`() throws {
    let customer = Customer(email: "a", name: "A")
    customer.orders = [Order(number: 1), Order(number: 2)]
    context.insert(customer)
    try context.save()
    let order = try #require(customer.orders.first { $0.number == 1 })
    context.delete(order)
    try context.save()
    #expect(customer.orders.map(\.number) == [2])
    #expect(try stored(Customer.self).count == 1)
  }

  @Test func `inserting an object with a stored unique value updates the stored row`() throws {
    let first = Customer(email: "a", name: "old")
    context.insert(first)
    try context.save()
    let id = first.persistentModelID
    let second = try makeContext()
    let replacement = Customer(email: "a", name: "new")
    second.insert(replacement)
    try second.save()
    #expect(replacement.persistentModelID == id)
    #expect(try stored(Customer.self).map(\.name) == ["new"])
  }

  @Test func `rollback discards unsaved changes`() throws {
    let customer = Customer(email: "a", name: "A")
    context.insert(customer)
    try context.save()
    customer.name = "B"
    customer.orders.append(Order(number: 9))
    context.insert(Club(name: "C"))
    context.rollback()
    #expect(customer.name == "A")
    #expect(customer.orders.isEmpty)
    #expect(!context.hasChanges)
    #expect(try stored(Club.self).isEmpty)
    #expect(try stored(Order.self).isEmpty)
  }

  @Test func `a fetch includes unsaved changes unless includePendingChanges is false`() throws {
    let kept = Customer(email: "a", name: "A")
    context.insert(kept)
    try context.save()
    context.insert(Customer(email: "b", name: "B"))
    #expect(try context.fetchCount(FetchDescriptor<Customer>()) == 2)
    context.delete(kept)
    #expect(try context.fetch(FetchDescriptor<Customer>()).map(\.email) == ["b"])
    var saved = FetchDescriptor<Customer>()
    saved.includePendingChanges = false
    #expect(try context.fetchCount(saved) == 1)
    #expect(try stored(Customer.self).map(\.email) == ["a"])
  }

  @Test func `two fetches return the same object for a row`() throws {
    context.insert(Customer(email: "a", name: "A"))
    try context.save()
    let first = try context.fetch(FetchDescriptor<Customer>())
    let again = try context.fetch(FetchDescriptor<Customer>())
    #expect(first[0] === again[0])
  }

  @Test func `saving NaN throws an error with the entity and property`() throws {
    context.insert(Order(number: 1, total: .nan))
    let error = #expect(throws: SwiftDataError.self) { try context.save() }
    #expect(error?.entity == "Order")
    #expect(error?.property == "total")
    #expect(try stored(Order.self).isEmpty)
  }

  @Test func `the key of a deleted row is not reused`() throws {
    let first = Customer(email: "a", name: "A")
    context.insert(first)
    try context.save()
    let key = first.persistentModelID.primaryKey
    context.delete(first)
    try context.save()
    let second = Customer(email: "b", name: "B")
    context.insert(second)
    try context.save()
    #expect(second.persistentModelID.primaryKey > key)
  }
}

/// A list that keeps the contexts of a test alive.
private final class ContextList {
  private var contexts: [ModelContext] = []
  func append(_ context: ModelContext) { contexts.append(context) }
}
