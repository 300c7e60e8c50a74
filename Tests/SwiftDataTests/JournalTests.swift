import SwiftData
import Testing

@Suite struct JournalTests {
  typealias Customer = Shop.Customer
  typealias Order = Shop.Order
  typealias Club = Shop.Club

  let container: ModelContainer

  init() throws { container = try Shop.container() }

  /// Every row and link, to compare states by.
  private func dump() throws -> [String] {
    let context = ModelContext(container)
    var lines: [String] = []
    for customer in try context.fetch(FetchDescriptor<Customer>()) {
      lines.append(
        "customer \(customer.persistentModelID.primaryKey) \(customer.email) \(customer.name) "
          + "\(customer.clubs.map(\.name).sorted()) \(customer.orders.map(\.number).sorted())")
    }
    for order in try context.fetch(FetchDescriptor<Order>()) {
      lines.append("order \(order.persistentModelID.primaryKey) \(order.number) \(order.total)")
    }
    for club in try context.fetch(FetchDescriptor<Club>()) { lines.append("club \(club.name)") }
    return lines.sorted()
  }

  private func change(_ title: String, _ body: (ModelContext) throws -> Void) throws {
    let context = ModelContext(container)
    try context.transaction(title: title) { try body(context) }
  }

  @Test func undoAndRedoGoThroughEveryState() throws {
    var states = [try dump()]
    func step(_ title: String, _ body: (ModelContext) throws -> Void) throws {
      try change(title, body)
      states.append(try dump())
    }
    try step("Add") { context in
      let customer = Customer(email: "a", name: "A")
      customer.orders = [Order(number: 1), Order(number: 2)]
      customer.clubs = [Club(name: "C")]
      context.insert(customer)
    }
    try step("Rename") { try $0.fetch(FetchDescriptor<Customer>()).first?.name = "B" }
    try step("Leave") { try $0.fetch(FetchDescriptor<Customer>()).first?.clubs = [] }
    try step("Delete") { context in
      for customer in try context.fetch(FetchDescriptor<Customer>()) { context.delete(customer) }
    }
    try step("Append") { context in
      try context.append(
        Order.self, count: 3,
        [
          .counting(\.number, from: 10, by: 1), .values(\.total, [1, 2, 3]),
          try .constant(\.placed, Date(timeIntervalSinceReferenceDate: 5)),
        ])
    }
    #expect(Set(states.map { $0.joined() }).count == states.count)
    for state in states.dropLast().reversed() {
      try container.undo()
      #expect(try dump() == state)
    }
    #expect(throws: SwiftDataError.nothingToUndo) { try container.undo() }
    for state in states.dropFirst() {
      try container.redo()
      #expect(try dump() == state)
    }
    #expect(try container.history().map(\.title) == ["Append", "Delete", "Leave", "Rename", "Add"])
  }

  @Test func aNewChangeEndsTheRedoList() throws {
    try change("One") { $0.insert(Club(name: "1")) }
    try change("Two") { $0.insert(Club(name: "2")) }
    try container.undo()
    try change("Three") { $0.insert(Club(name: "3")) }
    #expect(throws: SwiftDataError.nothingToUndo) { try container.redo() }
    #expect(try container.history().map(\.title) == ["Three", "One"])
    #expect(try dump() == ["club 1", "club 3"])
  }

  @Test func aContextKnowsTheEntryOfItsLastWrite() throws {
    let context = ModelContext(container)
    try context.transaction(title: "One") { context.insert(Club(name: "1")) }
    #expect(try context.lastHistoryEntry == container.history().first?.id)
    try context.transaction(title: "None") {}
    #expect(context.lastHistoryEntry == nil)
  }

  @Test func aTransactionThatChangesNothingLeavesNoEntry() throws {
    try change("Nothing") { _ in }
    #expect(try container.history().isEmpty)
    let revision = try container.revision()
    try change("Nothing") { _ = try $0.fetch(FetchDescriptor<Club>()) }
    #expect(try container.revision() == revision)
  }

  @Test func aThrownErrorKeepsNothing() throws {
    struct Stop: Error {}
    #expect(throws: Stop.self) {
      try change("Half") { context in
        context.insert(Club(name: "x"))
        try context.save()
        throw Stop()
      }
    }
    #expect(try dump().isEmpty)
    #expect(try container.history().isEmpty)
  }

  @Test func changesNameTheObjectsTouchedSinceARevision() throws {
    try change("Add") { context in
      context.insert(Club(name: "a"))
      context.insert(Club(name: "b"))
    }
    let context = ModelContext(container)
    let clubs = try context.fetch(FetchDescriptor<Club>())
    let ids = clubs.map(\.persistentModelID)
    let revision = try container.revision()
    try change("Edit") {
      try $0.fetch(FetchDescriptor<Club>()).first { $0.name == "b" }?.name = "c"
    }
    #expect(
      try container.changed(ids, since: revision) == [
        clubs.first { $0.name == "b" }?.persistentModelID
      ])
    let strangers = try ids.map {
      try PersistentIdentifier.identifier(
        for: "another", entityName: $0.entityName, primaryKey: $0.primaryKey)
    }
    #expect(try container.changed(strangers, since: revision) == [])
    #expect(try container.changed(ids, since: container.revision()) == [])
  }

  @Test func setBasedDeletionIsUndoneToo() throws {
    try change("Add") { context in
      let customer = Customer(email: "a", name: "A")
      customer.orders = [Order(number: 1)]
      context.insert(customer)
    }
    let before = try dump()
    try change("Clear") { try $0.delete(model: Customer.self) }
    #expect(try dump().isEmpty)
    try container.undo()
    #expect(try dump() == before)
  }
}
