import SwiftData
import Testing

/// Registered objects after bulk updates and bulk deletions.
@Suite struct BulkRefreshTests {
  typealias Customer = Shop.Customer
  typealias Order = Shop.Order

  let context: ModelContext
  let customers = ["a", "b"].map { Customer(email: $0, name: "old") }
  let order = Order(number: 1)

  init() throws {
    context = ModelContext(try Shop.container())
    for customer in customers { context.insert(customer) }
    order.customer = customers[0]
    try context.save()
  }

  @Test func `a bulk update refreshes the objects of its context`() throws {
    let count = try context.update(
      Customer.self, [.set(\.name, to: "new")], where: #Predicate { $0.email == "a" })
    #expect(count == 1)
    #expect(customers.map(\.name) == ["new", "old"])
    #expect(!context.hasChanges)
  }

  @Test func `a bulk update of a relationship refreshes both ends`() throws {
    #expect(customers.map(\.orders.count) == [1, 0])
    try context.update(Order.self, [.set(\.customer, to: customers[1].persistentModelID)])
    #expect(order.customer === customers[1])
    #expect(customers.map(\.orders.count) == [0, 1])
  }

  @Test func `an object with unsaved changes keeps them and saves only changed properties`() throws
  {
    customers[0].age = 5
    try context.update(Customer.self, [.set(\.name, to: "new")])
    #expect(customers[0].age == 5)
    #expect(customers.map(\.name) == ["old", "new"])
    try context.save()
    let stored = try ModelContext(context.container).fetch(
      FetchDescriptor<Customer>(sortBy: [SortDescriptor(\.email)]))
    #expect(stored.map(\.name) == ["new", "new"])
    #expect(stored.map(\.age) == [5, 0])
  }

  @Test func `bulk-deleted objects are marked as deleted and removed from lists`() throws {
    #expect(customers[0].orders.count == 1)
    try context.deleteRows(of: Order.self)
    #expect(order.isDeleted)
    #expect(customers[0].orders.isEmpty)
  }
}
