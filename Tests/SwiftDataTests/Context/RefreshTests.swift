import SwiftData
import Testing

/// Objects that are refreshed after the store changed.
@Suite struct RefreshTests {
  typealias Customer = Shop.Customer
  typealias Order = Shop.Order

  let container: ModelContainer
  let context: ModelContext

  init() throws {
    container = try Shop.container()
    context = ModelContext(container)
  }

  @Test func `refreshAllObjects reads the state after undo and redo of the store`() throws {
    let customer = Customer(email: "a", name: "a")
    context.insert(customer)
    try context.save()
    customer.name = "b"
    customer.orders = [Order(number: 1)]
    try context.save()
    let order = try #require(customer.orders.first)

    try container.undo()
    #expect(customer.name == "b")
    try context.refreshAllObjects()
    #expect(customer.name == "a" && customer.orders.isEmpty)
    #expect(order.isDeleted && !customer.isDeleted)
    #expect(!context.hasChanges)

    try container.redo()
    try context.refreshAllObjects()
    #expect(customer.name == "b")
    #expect(customer.orders.map(\.number) == [1])
  }

  @Test func `refreshAllObjects keeps unsaved changes`() throws {
    let (kept, other) = (Customer(email: "a", name: "a"), Customer(email: "b", name: "b"))
    let order = Order(number: 1)
    for model in [kept, other] { context.insert(model) }
    kept.orders = [order, Order(number: 2)]
    try context.save()
    let elsewhere = ModelContext(container)
    for customer in try elsewhere.fetch(FetchDescriptor<Customer>()) { customer.nickname = "new" }
    try elsewhere.delete(model: Order.self, where: #Predicate { $0.number == 1 })
    try elsewhere.save()

    kept.name = "unsaved"
    let new = Customer(email: "c", name: "c")
    context.insert(new)
    try context.refreshAllObjects()
    #expect(kept.name == "unsaved" && kept.nickname == nil)
    #expect(kept.orders.map(\.number) == [2])
    #expect(other.nickname == "new")
    #expect(order.isDeleted)
    #expect(context.insertedModelsArray.count == 1)
    try context.save()
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Customer>()) == 3)
  }
}
