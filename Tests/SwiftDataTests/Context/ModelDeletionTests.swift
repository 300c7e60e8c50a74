import SwiftData
import Testing

/// Deletions of all objects that match a predicate.
@Suite struct ModelDeletionTests {
  typealias Customer = Shop.Customer
  typealias Order = Shop.Order
  typealias Line = Shop.Line

  let container: ModelContainer
  let context: ModelContext

  init() throws {
    container = try Shop.container()
    context = ModelContext(container)
    let writer = ModelContext(container)
    for number in 0..<10 {
      let order = Order(number: number)
      order.lines = [Line(text: "\(number)")]
      writer.insert(order)
    }
    try writer.save()
  }

  private func stored() throws -> [Int] {
    try ModelContext(container).fetch(FetchDescriptor<Order>(sortBy: [SortDescriptor(\.number)]))
      .map(\.number)
  }

  @Test func `a deletion by predicate affects fetches at once and the store at the save`() throws {
    try context.delete(model: Order.self, where: #Predicate { $0.number >= 3 })
    #expect(context.hasChanges)
    #expect(try stored() == Array(0..<10))
    #expect(try context.fetchCount(FetchDescriptor<Order>()) == 3)
    #expect(try context.fetchCount(FetchDescriptor<Line>()) == 3)
    try context.save()
    #expect(!context.hasChanges)
    #expect(try stored() == [0, 1, 2])
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Line>()) == 3)
  }

  @Test func `rollback cancels a deletion by predicate`() throws {
    try context.delete(model: Order.self)
    context.rollback()
    #expect(!context.hasChanges)
    try context.save()
    #expect(try stored() == Array(0..<10))
  }

  @Test func `a deletion by predicate includes unsaved values and unsaved objects`() throws {
    let orders = try context.fetch(FetchDescriptor<Order>(sortBy: [SortDescriptor(\.number)]))
    orders[0].number = 50
    orders[9].number = 2
    let new = Order(number: 60)
    context.insert(new)
    let kept = Order(number: 4)
    context.insert(kept)
    try context.delete(model: Order.self, where: #Predicate { $0.number > 7 })
    #expect(new.isDeleted)
    #expect(orders[0].isDeleted)
    #expect(!orders[9].isDeleted)
    try context.save()
    #expect(try stored() == [1, 2, 2, 3, 4, 4, 5, 6, 7])
  }

  @Test func `objects inserted after a deletion by predicate are kept`() throws {
    try context.delete(model: Order.self)
    context.insert(Order(number: 99))
    try context.save()
    #expect(try stored() == [99])
  }

  @Test func `deleting an unsaved object deletes the stored object it would replace`() throws {
    let writer = ModelContext(container)
    writer.insert(Customer(email: "a", name: "old"))
    try writer.save()
    context.insert(Customer(email: "a", name: "new"))
    try context.delete(model: Customer.self, where: #Predicate { $0.name == "new" })
    try context.save()
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Customer>()) == 0)
  }

  @Test func `objects fetched after a deletion by predicate are deleted too`() throws {
    try context.delete(model: Order.self, where: #Predicate { $0.number == 5 })
    var stored = FetchDescriptor<Order>(predicate: #Predicate { $0.number == 5 })
    stored.includePendingChanges = false
    let order = try #require(try context.fetch(stored).first)
    order.total = 3
    try context.save()
    #expect(order.isDeleted)
    #expect(try self.stored().count == 9)
  }

  @Test func `deleteRows deletes immediately, without a save`() throws {
    try context.deleteRows(of: Order.self, where: #Predicate { $0.number < 8 })
    #expect(!context.hasChanges)
    #expect(try stored() == [8, 9])
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Line>()) == 2)
  }

  @Test func `a transaction with a deletion by predicate commits all changes or none`() throws {
    struct Stop: Error {}
    #expect(throws: Stop.self) {
      try context.transaction {
        context.insert(Order(number: 77))
        try context.save()
        try context.delete(model: Order.self, where: #Predicate { $0.number == 0 })
        throw Stop()
      }
    }
    #expect(!context.hasChanges)
    #expect(try stored() == Array(0..<10))
    context.author = "Ann"
    try context.transaction {
      context.insert(Order(number: 77))
      try context.delete(model: Order.self, where: #Predicate { $0.number == 0 })
    }
    #expect(try stored() == Array(1..<10) + [77])
    #expect(try container.history().first?.title == "Ann")
  }
}
