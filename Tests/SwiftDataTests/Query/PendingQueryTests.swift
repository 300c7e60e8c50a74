import Testing

@testable import SwiftData

/// Queries include unsaved changes, and write only the changes that they need.
@Suite struct PendingQueryTests {
  typealias Customer = Shop.Customer
  typealias Order = Shop.Order
  typealias Club = Shop.Club

  let container: ModelContainer
  let context: ModelContext

  init() throws {
    container = try Shop.container()
    context = ModelContext(container)
  }

  @Test func `an unsaved object is found by its temporary identifier`() throws {
    let customer = Customer(email: "a", name: "A")
    let other = Customer(email: "b", name: "B")
    customer.orders = [Order(number: 1), Order(number: 2)]
    other.orders = [Order(number: 3)]
    context.insert(customer)
    context.insert(other)
    let identifier = customer.persistentModelID
    let orders = try context.fetch(
      FetchDescriptor<Order>(
        predicate: #Predicate { $0.customer?.persistentModelID == identifier },
        sortBy: [SortDescriptor(\.number)]))
    #expect(orders.map(\.number) == [1, 2])
    let others = try context.fetchCount(
      FetchDescriptor<Order>(predicate: #Predicate { $0.customer?.persistentModelID != identifier })
    )
    #expect(others == 1)
    let byIdentifier = try context.fetch(
      FetchDescriptor<Customer>(predicate: #Predicate { $0.persistentModelID == identifier }))
    #expect(byIdentifier == [customer])
    let wanted = customer.orders.map(\.persistentModelID)
    let listed = try context.fetchIdentifiers(
      FetchDescriptor<Order>(predicate: #Predicate { wanted.contains($0.persistentModelID) }))
    #expect(Set(listed) == Set(wanted))
    try context.save()
    let stale = try context.fetchCount(
      FetchDescriptor<Customer>(predicate: #Predicate { $0.persistentModelID == identifier }))
    #expect(stale == 0)
  }

  /// Returns the SQL statements of a fetch that write.
  private func writes(_ body: () throws -> Void) throws -> [String] {
    try container.store.tracing(body).filter {
      $0.hasPrefix("INSERT") || $0.hasPrefix("UPDATE") || $0.hasPrefix("DELETE")
    }
  }

  @Test func `a query does not write unsaved changes of unrelated models`() throws {
    context.insert(Order(number: 1, total: .nan))
    var found = 0
    let written = try writes {
      found = try context.fetchCount(FetchDescriptor<Club>())
      found += try context.fetch(FetchDescriptor<Customer>(sortBy: [SortDescriptor(\.name)])).count
    }
    #expect(found == 0)
    #expect(written == [])
    #expect(throws: SwiftDataError.invalidValue) { try context.fetch(FetchDescriptor<Order>()) }
    #expect(throws: SwiftDataError.invalidValue) {
      try context.fetchCount(
        FetchDescriptor<Customer>(predicate: #Predicate { !$0.orders.isEmpty }))
    }
  }

  @Test func `a query includes unsaved changes of related objects`() throws {
    let customer = Customer(email: "a", name: "A")
    let club = Club(name: "c")
    let order = Order(number: 1)
    for model in [customer, club, order] as [any PersistentModel] { context.insert(any: model) }
    order.customer = customer
    try context.save()
    func customers(_ predicate: Predicate<Customer>) throws -> Int {
      try context.fetchCount(FetchDescriptor(predicate: predicate))
    }
    order.number = 5
    #expect(try customers(#Predicate { $0.orders.contains { $0.number == 5 } }) == 1)
    customer.clubs = [club]
    #expect(try customers(#Predicate { !$0.clubs.isEmpty }) == 1)
    let members = try context.fetchCount(
      FetchDescriptor<Club>(predicate: #Predicate { !$0.members.isEmpty }))
    #expect(members == 1)
    customer.name = "Z"
    let byName = try context.fetchCount(
      FetchDescriptor<Order>(predicate: #Predicate { $0.customer?.name == "Z" }))
    #expect(byName == 1)
    context.delete(customer)
    #expect(try context.fetchCount(FetchDescriptor<Order>()) == 0)
  }
}

extension ModelContext {
  fileprivate func insert(any model: any PersistentModel) { insert(model) }
}
