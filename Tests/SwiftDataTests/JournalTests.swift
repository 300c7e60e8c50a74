import SwiftData
import Testing

@Suite struct JournalTests {
  typealias Customer = Shop.Customer
  typealias Order = Shop.Order
  typealias Club = Shop.Club

  let container: ModelContainer

  init() throws { container = try Shop.container() }

  /// Returns a line for each row with its links, for comparing states.
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

  @Test func `undo and redo restore every earlier and later state`() throws {
    var states = [try dump()]
    func step(_ title: String, _ body: (ModelContext) throws -> Void) throws {
      try container.change(title, body)
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

  @Test func `a new change clears the redo list`() throws {
    try container.change("One") { $0.insert(Club(name: "1")) }
    try container.change("Two") { $0.insert(Club(name: "2")) }
    try container.undo()
    try container.change("Three") { $0.insert(Club(name: "3")) }
    #expect(throws: SwiftDataError.nothingToUndo) { try container.redo() }
    #expect(try container.history().map(\.title) == ["Three", "One"])
    #expect(try dump() == ["club 1", "club 3"])
  }

  @Test func `undo and redo refuse an entry that is not the next one`() throws {
    try container.change("One") { $0.insert(Club(name: "1")) }
    let one = try #require(try container.nextInHistory().undo).id
    try container.change("Two") { $0.insert(Club(name: "2")) }
    let two = try #require(try container.nextInHistory().undo).id
    #expect(throws: SwiftDataError.historyConflict) {
      try container.undo(one, telling: []) { _ in }
    }
    #expect(try dump() == ["club 1", "club 2"])
    #expect(try container.undo(two, telling: []) { _ in }.entry.title == "Two")
    #expect(throws: SwiftDataError.historyConflict) {
      try container.redo(one, telling: []) { _ in }
    }
    #expect(try container.nextInHistory().redo?.id == two)
    #expect(try container.redo(two, telling: []) { _ in }.entry.title == "Two")
  }

  @Test func `lastHistoryChange is the entry of the last write, or nil if it changed nothing`()
    throws
  {
    let context = ModelContext(container)
    try context.transaction(title: "One") { context.insert(Club(name: "1")) }
    #expect(try context.lastHistoryChange == container.history().first?.id)
    try context.transaction(title: "None") {}
    #expect(context.lastHistoryChange == nil)
  }

  @Test func `a transaction that changes nothing adds no history entry`() throws {
    try container.change("Nothing") { _ in }
    #expect(try container.history().isEmpty)
    let revision = try container.revision()
    try container.change("Nothing") { _ = try $0.fetch(FetchDescriptor<Club>()) }
    #expect(try container.revision() == revision)
  }

  @Test func `a transaction that throws changes no rows and adds no history entry`() throws {
    struct Stop: Error {}
    #expect(throws: Stop.self) {
      try container.change("Half") { context in
        context.insert(Club(name: "x"))
        try context.save()
        throw Stop()
      }
    }
    #expect(try dump().isEmpty)
    #expect(try container.history().isEmpty)
  }

  @Test func `changed returns the identifiers of objects changed since a revision`() throws {
    try container.change("Add") { context in
      context.insert(Club(name: "a"))
      context.insert(Club(name: "b"))
    }
    let context = ModelContext(container)
    let clubs = try context.fetch(FetchDescriptor<Club>())
    let ids = clubs.map(\.persistentModelID)
    let revision = try container.revision()
    try container.change("Edit") {
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

  @Test func `deleting all objects of a model can be undone`() throws {
    try container.change("Add") { context in
      let customer = Customer(email: "a", name: "A")
      customer.orders = [Order(number: 1)]
      context.insert(customer)
    }
    let before = try dump()
    try container.change("Clear") { try $0.delete(model: Customer.self) }
    #expect(try dump().isEmpty)
    try container.undo()
    #expect(try dump() == before)
  }

  // MARK: Many rows

  /// More rows than one statement restores.
  private static let many = 70_000

  private func addOrders() throws {
    try container.change("Add") { context in
      for email in ["a", "b"] { context.insert(Customer(email: email, name: email)) }
      try context.save()
      let customer = try context.fetch(
        FetchDescriptor<Customer>(predicate: #Predicate { $0.email == "a" }))[0]
      try context.append(
        Order.self, count: Self.many,
        [
          .counting(\.number, from: 0, by: 1),
          .values(\.total, (0..<Self.many).map { Double($0) / 8 }),
          try .constant(\.placed, Date(timeIntervalSinceReferenceDate: 5)),
          .reference(\.customer, customer.persistentModelID),
        ])
    }
  }

  private func orders() throws -> [String] {
    var lines: [String] = []
    try ModelContext(container).forEachChunk(
      of: Order.self, [.key, .integer(\.number), .double(\.total), .reference(\.customer)]
    ) { chunk in
      for row in 0..<chunk.count {
        lines.append(
          "\(chunk.integers(0)[row]) \(chunk.integers(1)[row]) \(chunk.doubles(2)[row]) "
            + "\(chunk.integers(3)[row])")
      }
    }
    return lines
  }

  @Test func `undo and redo restore every row of a change to many rows`() throws {
    try addOrders()
    let before = try orders()
    try container.change("Change some, delete some, move some") { context in
      let limit = 30_000
      try context.deleteRows(of: Order.self, where: #Predicate { $0.number < limit })
      let keys = (Int64(limit) + 1...Int64(Self.many)).map { $0 }
      try context.update(
        Order.self, keys: keys, [.values(\.total, keys.map { -Double($0) })])
    }
    let after = try orders()
    #expect(after.count == Self.many - 30_000)
    try container.undo()
    #expect(try orders() == before)
    try container.redo()
    #expect(try orders() == after)
    try container.change("Move") { context in
      let other = try context.fetch(
        FetchDescriptor<Customer>(predicate: #Predicate { $0.email == "b" }))[0]
      try context.update(Order.self, [.set(\.customer, to: other.persistentModelID)])
    }
    let moved = try orders()
    #expect(moved != after)
    try container.undo()
    #expect(try orders() == after)
    try container.redo()
    #expect(try orders() == moved)
  }

  @Test func `undo and redo restore rows that one entry changed twice`() throws {
    try addOrders()
    let before = try orders()
    try container.change("Twice") { context in
      let keys: [Int64] = [1, 2, 3]
      try context.update(Order.self, keys: keys, [.values(\.total, [7, 8, 9])])
      try context.update(Order.self, keys: keys, [.values(\.total, [4, 5, 6])])
      try context.deleteRows(of: Order.self, where: #Predicate { $0.number == 1 })
    }
    let after = try orders()
    try container.undo()
    #expect(try orders() == before)
    try container.redo()
    #expect(try orders() == after)
  }

  @Test func `undo reports its progress and changes nothing if it is cancelled`() throws {
    struct Stop: Error {}
    try addOrders()
    try container.change("Zero") { try $0.update(Order.self, [.set(\.total, to: 0)]) }
    let after = try orders()
    #expect(throws: Stop.self) {
      try container.undo(telling: []) { share in if share > 0.7 { throw Stop() } }
    }
    #expect(try orders() == after)
    var shares: [Double] = []
    let outcome = try container.undo(telling: ["Customer"]) { shares.append($0) }
    #expect(outcome.changes.changed["Order"] == nil)
    #expect(shares.count > 2 && shares == shares.sorted() && shares.last == 1)
    #expect(try orders() != after)
    // Undoes the insertion of the rows.
    _ = try container.undo(telling: []) { _ in }
    #expect(try orders().isEmpty)
    _ = try container.redo(telling: []) { _ in }
    #expect(try orders().count == Self.many)
  }
}
