import SwiftData
import Testing

/// Saves of many rows, which prepare one statement for all rows with the same changed columns.
@Suite struct ManyRowsInOneSaveTests {
  typealias Customer = Shop.Customer
  typealias Order = Shop.Order

  let container: ModelContainer

  init() throws { container = try Shop.container() }

  @Test func `rows with different sets of changed properties keep their own values`() throws {
    let context = ModelContext(container)
    for number in 0..<50 {
      let customer = Customer(email: "\(number)@b.c", name: "n\(number)")
      if number % 2 == 0 { customer.nickname = "k\(number)" }
      if number % 3 == 0 { customer.orders.append(Order(number: number)) }
      context.insert(customer)
    }
    try context.save()
    let sorted = FetchDescriptor<Customer>(sortBy: [SortDescriptor(\.name)])
    for (number, customer) in try context.fetch(sorted).enumerated() {
      if number % 4 == 0 { customer.age = number }
      if number % 5 == 0 { customer.nickname = nil }
      if number % 7 == 0 { customer.name += "!" }
      if number % 11 == 0 { customer.visits = 1 }
    }
    context.insert(Customer(email: "last", name: "z"))
    let expected = try context.fetch(sorted).map(Self.values)
    try context.save()
    let other = ModelContext(container)
    #expect(try other.fetch(sorted).map(Self.values) == expected)
    #expect(expected.count == 51)
  }

  @Test func `deleting some unsaved objects leaves the other changes to be saved`() throws {
    let context = ModelContext(container)
    let old = (0..<30).map { Customer(email: "old\($0)", name: "o") }
    for customer in old { context.insert(customer) }
    try context.save()
    let new = (0..<30).map { Customer(email: "new\($0)", name: "n") }
    for customer in new { context.insert(customer) }
    for customer in old { customer.age = 5 }
    for number in stride(from: 27, through: 0, by: -3) {
      context.delete(old[number])
      context.delete(new[number])
    }
    #expect(context.insertedModelsArray.count == 20)
    #expect(context.changedModelsArray.count == 20)
    #expect(context.deletedModelsArray.count == 10)
    try context.save()
    let other = ModelContext(container)
    let stored = try other.fetch(FetchDescriptor<Customer>())
    let expected = (0..<30).filter { $0 % 3 != 0 }.flatMap { ["old\($0)", "new\($0)"] }
    #expect(Set(stored.map(\.email)) == Set(expected))
    #expect(stored.count == expected.count)
    #expect(stored.allSatisfy { $0.age == ($0.name == "o" ? 5 : 0) })
  }

  private static func values(_ customer: Customer) -> [String] {
    [
      customer.email, customer.name, customer.nickname ?? "-", "\(customer.age)",
      customer.orders.map { "\($0.number)" }.joined(separator: " "),
    ]
  }

  @Test func `an object keeps its identifier when its context is deallocated`() throws {
    var context: ModelContext? = ModelContext(container)
    let customer = Customer(email: "a", name: "n")
    let unsaved = Customer(email: "b", name: "m")
    context?.insert(customer)
    try context?.save()
    context?.insert(unsaved)
    let identifier = customer.persistentModelID
    context = nil
    #expect(customer.modelContext == nil)
    #expect(customer.persistentModelID == identifier)
    #expect(identifier.storeIdentifier != nil)
    #expect(unsaved.modelContext == nil)
    #expect(unsaved.persistentModelID.storeIdentifier == nil)
    #expect(customer.name == "n")
  }
}
