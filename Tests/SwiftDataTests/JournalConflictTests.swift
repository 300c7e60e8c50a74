import SwiftData
import TestSupport
import Testing

/// Undo after another tool changed the store without recording the change in its history.
@Suite struct JournalConflictTests {
  typealias Order = Shop.Order
  typealias Customer = Shop.Customer

  let folder: TemporaryDirectory
  let url: URL
  let container: ModelContainer

  init() throws {
    folder = try TemporaryDirectory()
    url = folder.file("x.store")
    container = try ModelContainer(
      for: Schema(versionedSchema: Shop.self), configurations: ModelConfiguration(url: url))
  }

  /// Appends orders numbered from 0.
  private func add(orders count: Int) throws {
    try container.change("Add") { context in
      let customer = Customer(email: "a", name: "a")
      context.insert(customer)
      try context.save()
      try context.append(
        Order.self, count: count,
        [
          .counting(\.number, from: 0, by: 1),
          .values(\.total, [Double](repeating: 1, count: count)),
          try .constant(\.placed, Date(timeIntervalSinceReferenceDate: 5)),
          .reference(\.customer, customer.persistentModelID),
        ])
    }
  }

  private func content() throws -> [[String]] {
    try PlainDatabase(url).rows("SELECT * FROM \"Order\" ORDER BY 1")
  }

  /// A number of rows that one statement restores, and one that two connections restore.
  private static let counts = [10, 150_000]

  @Test(arguments: counts)
  func `undo is refused if another tool changed a row`(count: Int) throws {
    try add(orders: count)
    try container.change("Double") { try $0.update(Order.self, [.set(\.total, to: 2)]) }
    try PlainDatabase(url).execute("UPDATE \"Order\" SET total = 3 WHERE _sd_id = \(count - 1)")
    let before = try content()
    #expect {
      try container.undo()
    } throws: { error in
      guard let error = error as? SwiftDataError else { return false }
      return error.code == .historyConflict && error.samples == ["Order \(count - 1)"]
    }
    #expect(try content() == before)
    try PlainDatabase(url).execute("UPDATE \"Order\" SET total = 2 WHERE _sd_id = \(count - 1)")
    try container.undo()
    #expect(try content().allSatisfy { $0.contains("1.0") })
  }

  @Test(arguments: counts)
  func `undo is refused if another tool deleted a row`(count: Int) throws {
    try add(orders: count)
    try container.change("Double") { try $0.update(Order.self, [.set(\.total, to: 2)]) }
    try PlainDatabase(url).execute("DELETE FROM \"Order\" WHERE _sd_id = 3")
    let before = try content()
    #expect(throws: SwiftDataError.historyConflict) { try container.undo() }
    #expect(try content() == before)
  }

  @Test(arguments: counts)
  func `undo of a deletion is refused if the deleted key is in use again`(count: Int) throws {
    try add(orders: count)
    try container.change("Delete") {
      try $0.deleteRows(of: Order.self, where: #Predicate { $0.number >= 0 })
    }
    #expect(try content().isEmpty)
    try PlainDatabase(url).execute(
      "INSERT INTO \"Order\" SELECT 2, number, total, placed, customer FROM \"_sd_j_Order\" LIMIT 1"
    )
    #expect(throws: SwiftDataError.historyConflict) { try container.undo() }
    #expect(try content().count == 1)
  }
}
