import SwiftData
import Testing

/// Changes that a context tracks, and changes that it refuses.
@Suite struct ContextChangeTests {
  typealias Customer = Shop.Customer
  typealias Order = Shop.Order
  typealias Club = Shop.Club

  let container: ModelContainer
  let context: ModelContext

  init() throws {
    container = try Shop.container()
    context = ModelContext(container)
  }

  @Model final class Stranger {
    var name: String
    init(name: String) { self.name = name }
  }

  @Test func `an object with several changed properties is written once`() throws {
    let customer = Customer(email: "a", name: "A")
    context.insert(customer)
    try context.save()
    customer.name = "B"
    customer.age = 2
    customer.nickname = "b"
    #expect(context.changedModelsArray.count == 1)
    try context.save()
    #expect(try container.history().first?.rows == 1)
  }

  @Test func `saving a model of another schema is refused`() {
    context.insert(Stranger(name: "x"))
    #expect(throws: SwiftDataError.wrongSchema) { try context.save() }
  }

  @Test func `linking or deleting an object of another context fails at the save`() throws {
    let other = ModelContext(try Shop.container())
    let foreign = Customer(email: "x", name: "X")
    other.insert(foreign)
    try other.save()
    let order = Order(number: 1)
    context.insert(order)
    order.customer = foreign
    #expect(throws: SwiftDataError.modelValidationFailure) { try context.save() }
    context.rollback()
    context.delete(foreign)
    #expect(throws: SwiftDataError.modelValidationFailure) { try context.save() }
  }

  @Test func `registered models with equal keys are distinguished by entity`() throws {
    let customer = Customer(email: "a", name: "A")
    let club = Club(name: "C")
    context.insert(customer)
    context.insert(club)
    try context.save()
    #expect(customer.persistentModelID.primaryKey == club.persistentModelID.primaryKey)
    let found: Club? = context.registeredModel(for: customer.persistentModelID)
    #expect(found == nil)
    let same: Club? = context.registeredModel(for: club.persistentModelID)
    #expect(same === club)
  }

  @Test func `an upserted object has the links of the stored row`() throws {
    let first = Customer(email: "a", name: "old")
    first.orders = [Order(number: 1)]
    context.insert(first)
    try context.save()
    let other = ModelContext(container)
    let second = Customer(email: "a", name: "new")
    other.insert(second)
    #expect(try other.fetch(FetchDescriptor<Customer>()).first === second)
    try other.save()
    #expect(second.orders.map(\.number) == [1])
  }

  @Test func `a fetch inside forEachChunk includes unsaved changes`() throws {
    context.insert(Club(name: "stored"))
    try context.save()
    context.insert(Club(name: "unsaved"))
    var counts: [Int] = []
    try context.forEachChunk(of: Club.self, [.key]) { _ in
      counts.append(try context.fetchCount(FetchDescriptor<Club>()))
    }
    #expect(counts == [2])
    #expect(context.hasChanges)
  }

  @Test func `the list of an inserted owner contains each object once`() throws {
    let order = Order(number: 1)
    context.insert(order)
    try context.save()
    let customer = Customer(email: "a", name: "A")
    customer.orders = [order]
    order.customer = customer
    #expect(customer.orders.count == 1)
    try context.save()
    #expect(customer.orders.count == 1)
  }
}
