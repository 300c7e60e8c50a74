import SwiftData
import TestSupport
import Testing

/// Rollbacks of a single change of each kind, in objects that were read before or not, in memory
/// and in the store.
@Suite struct RollbackTableTests {
  typealias Customer = Shop.Customer
  typealias Order = Shop.Order
  typealias Line = Shop.Line
  typealias Club = Shop.Club
  typealias Address = Shop.Address

  enum Change: String, CaseIterable {
    case value, optionalValue, list, toOne, toOneToNil, inverse, append, remove, assign, emptied
    case linkAdded, linkRemoved, linkFromTheOtherEnd, inserted, insertedWithGraph, deleted
    case deletedWithCascade, deletedByPredicate, upsert, enumerated, insertedAndDeleted
  }

  /// Returns a line for each object, with the links by name at both ends.
  private func contents(_ context: ModelContext) throws -> [String] {
    defer { withExtendedLifetime(context) {} }
    func names(_ list: [String]) -> String { list.sorted().joined(separator: " ") }
    let customers = try context.all(Customer.self).map { customer in
      "\(customer.email) \(customer.name) \(customer.nickname ?? "-") \(customer.tags) "
        + "orders \(names(customer.orders.map { "\($0.number)" })) "
        + "clubs \(names(customer.clubs.map(\.name))) at \(customer.address?.city ?? "-")"
    }
    let orders = try context.all(Order.self).map { order in
      "\(order.number) of \(order.customer?.email ?? "-"): \(names(order.lines.map(\.text)))"
    }
    let lines = try context.all(Line.self).map { "\($0.text) in \($0.order?.number ?? 0)" }
    let clubs = try context.all(Club.self).map { "\($0.name): \(names($0.members.map(\.email)))" }
    return customers + orders + lines + clubs + (try context.all(Address.self).map(\.city))
  }

  private func fill(_ container: ModelContainer) throws {
    let context = ModelContext(container)
    defer { withExtendedLifetime(context) {} }
    let (ada, bo) = (Customer(email: "a@", name: "Ada"), Customer(email: "b@", name: "Bo"))
    let (chess, rowing) = (Club(name: "chess"), Club(name: "rowing"))
    let orders = (1...3).map { Order(number: $0) }
    context.insert(ada)
    context.insert(bo)
    context.insert(chess)
    context.insert(rowing)
    ada.nickname = "A"
    ada.tags = ["x"]
    ada.address = Address(city: "Bern")
    ada.orders = Array(orders.prefix(2))
    bo.orders = [orders[2]]
    orders[0].lines = [Line(text: "one"), Line(text: "two")]
    ada.clubs = [chess]
    bo.clubs = [chess, rowing]
    try context.save()
  }

  private func change(_ kind: Change, in context: ModelContext) throws {
    let customers = try context.all(Customer.self)
    let (ada, bo) = (customers[0], customers[1])
    let clubs = try context.all(Club.self)
    switch kind {
    case .value: ada.name = "Eve"
    case .optionalValue: ada.nickname = nil
    case .list: ada.tags.append("y")
    case .toOne: bo.address = Address(city: "Thun")
    case .toOneToNil: ada.address = nil
    case .inverse: try context.all(Order.self)[0].customer = bo
    case .append: ada.orders.append(Order(number: 9))
    case .remove: ada.orders.remove(at: 0)
    case .assign: bo.orders = ada.orders
    case .emptied: ada.orders = []
    case .linkAdded: ada.clubs.append(clubs[1])
    case .linkRemoved: bo.clubs.removeAll { $0.name == "chess" }
    case .linkFromTheOtherEnd: clubs[1].members = [ada]
    case .inserted: context.insert(Club(name: "golf"))
    case .insertedWithGraph:
      let club = Club(name: "golf")
      club.members = [ada, Customer(email: "c@", name: "Cid")]
      context.insert(club)
    case .deleted: context.delete(clubs[0])
    case .deletedWithCascade: context.delete(ada)
    case .deletedByPredicate:
      try context.delete(model: Order.self, where: #Predicate { $0.number < 3 })
    case .upsert:
      let twin = Customer(email: "a@", name: "Ada the Second")
      context.insert(twin)
      twin.clubs = [clubs[1]]
      _ = try contents(context)
    case .enumerated:
      try context.enumerate(
        FetchDescriptor<Order>(), batchSize: 1, allowEscapingMutations: true
      ) { $0.number += 10 }
    case .insertedAndDeleted:
      let club = Club(name: "golf")
      context.insert(club)
      club.members = [ada]
      context.delete(club)
    }
  }

  @Test(arguments: Change.allCases, [true, false])
  func `a rollback undoes each kind of change`(_ kind: Change, isRead: Bool) throws {
    let container = try Shop.container()
    try fill(container)
    let before = try contents(ModelContext(container))
    let context = ModelContext(container)
    let held = isRead ? try context.all(Customer.self) : []
    if isRead { #expect(try contents(context) == before) }
    try change(kind, in: context)
    context.rollback()
    #expect(!context.hasChanges)
    #expect(context.insertedModelsArray.isEmpty && context.changedModelsArray.isEmpty)
    #expect(context.deletedModelsArray.isEmpty)
    #expect(held.allSatisfy { !$0.isDeleted && !$0.hasChanges && $0.modelContext === context })
    #expect(try contents(context) == before)
    // The next save stores nothing of the change, and later changes work as usual.
    try context.save()
    #expect(try contents(ModelContext(container)) == before)
    let bo = try #require(try context.all(Customer.self).last)
    bo.orders.append(Order(number: 4))
    try context.save()
    let last = ModelContext(container)
    let orders = try last.all(Customer.self).map { $0.orders.map(\.number).sorted() }
    #expect(orders == [[1, 2], [3, 4]])
  }
}
