import Foundation
import SwiftData
import TestSupport
import Testing

/// Predicates for which SQL and Swift are known or likely to differ.
struct PredicateEdgeTests {
  typealias Item = RandomSchema.Item
  typealias Box = RandomSchema.Box

  private let context: ModelContext
  private let items: [Item]

  /// Saves three items: `a` (rank max, no height), `b` (the parent of c) and `c`.
  init() throws {
    context = try RandomSchema.makeContext()
    let box = Box(title: "box")
    items = ["a", "b", "c"].map { name in
      let item = Item(box: box)
      item.name = name
      return item
    }
    for item in items { context.insert(item) }
    items[0].rank = .max
    items[1].height = 2
    items[1].tone = .amber
    items[2].parent = items[1]
    items[2].tone = .dark
    items[2].name = "c\0d"
    try context.save()
  }

  private func names(_ predicate: Predicate<Item>) throws -> [String] {
    try context.fetch(FetchDescriptor(predicate: predicate)).map { String($0.name.prefix(1)) }
  }

  // MARK: Raw values

  @Test func `a predicate on the raw value of an enum reads the stored value`() throws {
    #expect(try names(#Predicate { $0.kind.rawValue == 5 }) == ["a", "b", "c"])
    #expect(try names(#Predicate { $0.tone?.rawValue == "amber" }) == ["b"])
  }

  @Test func `another property of an enum is refused even if it has the raw value's type`() throws {
    #expect(throws: SwiftDataError.unsupportedPredicate) {
      try names(#Predicate { $0.kind.weight == 5 })
    }
    #expect(throws: SwiftDataError.unsupportedPredicate) {
      try names(#Predicate { $0.tone?.title == "amber" })
    }
  }

  @Test func `an enum is sorted by its own order and not by its raw values`() throws {
    let order = [SortDescriptor(\Item.tone), SortDescriptor(\Item.name)]
    let found = try context.fetch(FetchDescriptor(sortBy: order))
    #expect(found.map(\.tone) == [nil, .amber, .dark])
    let back = try context.fetch(
      FetchDescriptor(sortBy: [SortDescriptor(\Item.tone, order: .reverse)]))
    #expect(back.map(\.tone) == [.dark, .amber, nil])
    let amber = RandomSchema.Tone.amber
    #expect(try names(#Predicate { ($0.tone ?? amber) > amber }) == ["c"])
  }

  // MARK: Identity

  @Test func `objects of different entities with the same key are not equal`() throws {
    #expect(items[0].persistentModelID.primaryKey == items[0].box.persistentModelID.primaryKey)
    #expect(try names(#Predicate { $0.persistentModelID == $0.box.persistentModelID }) == [])
    #expect(
      try names(#Predicate { $0.persistentModelID != $0.box.persistentModelID }).count == 3)
  }

  // MARK: Errors

  @Test func `an error in one operand of a logical operator excludes the row`() throws {
    #expect(try names(#Predicate { !($0.height! > 0 && false) }) == ["b"])
    #expect(try names(#Predicate { $0.height! > 5 || true }) == ["b"])
    #expect(try names(#Predicate { true || $0.height! > 5 }).count == 3)
    #expect(try names(#Predicate { $0.height == nil || $0.height! > 1 }).count == 3)
    #expect(try names(#Predicate { $0.parent!.note == nil }) == ["c"])
    #expect(try names(#Predicate { ($0.height! > 5 ? 1 : 2) == 2 }) == ["b"])
  }

  @Test func `an error inside a to-many relationship excludes the row`() throws {
    #expect(try names(#Predicate { !$0.box.items.contains { $0.height! > 5 } }) == [])
    #expect(try names(#Predicate { $0.box.items.filter { $0.height! > 5 }.isEmpty }) == [])
    #expect(try names(#Predicate { !$0.children.contains { $0.height! > 5 } }) == ["a", "c"])
  }

  @Test func `a flatMap closure may ignore its argument`() throws {
    #expect(
      try names(#Predicate { item in item.parent.flatMap { _ in item.tone } != nil }) == ["c"])
    #expect(
      try names(#Predicate { item in item.parent.flatMap { _ in item.name } == nil }) == ["a", "b"])
  }

  @Test func `NaN is not nil in a predicate`() throws {
    #expect(
      try names(#Predicate { $0.parent.flatMap { $0.score / $0.score } == nil }) == ["a", "b"])
    #expect(
      try names(#Predicate { ($0.parent.flatMap { $0.score / $0.score } ?? 1) == 1 }).count == 2)
    let nan = Double.nan
    #expect(try names(#Predicate { $0.score == nan }) == [])
    #expect(try names(#Predicate { $0.score != nan }).count == 3)
    #expect(try names(#Predicate { 1 / -$0.score < 0 }).count == 3)
  }

  // MARK: Overflow

  @Test func `arithmetic that traps in Swift throws in a predicate`() throws {
    let (zero, minusOne) = (0, -1)
    let predicates = [
      #Predicate<Item> { $0.rank + 1 > 0 }, #Predicate<Item> { $0.rank * 2 > 0 },
      #Predicate<Item> { -$0.rank - 2 < 0 }, #Predicate<Item> { $0.rank / zero == 0 },
      #Predicate<Item> { $0.rank % zero == 0 },
      #Predicate<Item> { (-$0.rank - 1) / minusOne == 0 },
      #Predicate<Item> { (-$0.rank - 1) % minusOne == 0 },
      #Predicate<Item> { -(-$0.rank - 1) > 0 },
    ]
    for predicate in predicates {
      #expect(throws: SwiftDataError.invalidValue) { try names(predicate) }
    }
  }

  @Test func `an expression that Swift would not evaluate does not throw`() throws {
    let zero = 0
    #expect(try names(#Predicate { $0.rank < 5 && $0.rank + 1 == 1 }) == ["b", "c"])
    #expect(try names(#Predicate { $0.rank > 5 || $0.rank + 1 == 1 }).count == 3)
    #expect(try names(#Predicate { $0.small > 5 && 1 / zero == 1 }) == [])
    #expect(try names(#Predicate { ($0.small > 5 ? 1 / zero : 2) == 2 }).count == 3)
    #expect(try names(#Predicate { $0.children.contains { $0.rank + 1 == 1 } }) == ["b"])
    #expect(try names(#Predicate { $0.height != nil && $0.height! > 1 }) == ["b"])
  }

  // MARK: Values

  @Test func `properties of data, URLs and dates can be queried`() throws {
    items[0].data = Data([1, 2])
    items[0].link = URL(string: "https://example.org/x")
    items[0].created = Date(timeIntervalSinceReferenceDate: 60)
    try context.save()
    #expect(try names(#Predicate { $0.data.count == 2 && !$0.data.isEmpty }) == ["a"])
    #expect(try names(#Predicate { $0.link?.absoluteString.contains("example") == true }) == ["a"])
    #expect(try names(#Predicate { $0.created.timeIntervalSinceReferenceDate - 30 > 20 }) == ["a"])
    #expect(try names(#Predicate { $0.created.timeIntervalSince1970 > 978_307_200 }) == ["a"])
  }

  @Test func `a text is compared beyond a NUL character`() throws {
    #expect(try names(#Predicate { $0.name.contains("d") }) == ["c"])
    #expect(try names(#Predicate { $0.name.count == 3 }) == ["c"])
    items[0].words = ["x\0y"]
    try context.save()
    #expect(try names(#Predicate { $0.words.contains("x") }) == [])
    #expect(try names(#Predicate { $0.words.contains("x\0y") }) == ["a"])
  }

  @Test func `a list may be longer than the number of SQLite variables`() throws {
    let count = 40_000
    let texts = (0..<count).map { "\($0)\0" } + ["c\0d"]
    let doubles = (0..<count).map { Double($0) / 3 } + [0.1, 0]
    let dates = doubles.map { Date(timeIntervalSinceReferenceDate: $0) }
    let tokens = (0..<count).map { _ in UUID() } + [RandomSchema.token(0)]
    let numbers = Set(-count..<count)
    let scores: [Double?] = doubles + [nil]
    items[1].score = 0.1
    items[2].score = -1
    try context.save()
    #expect(try names(#Predicate { texts.contains($0.name) }) == ["c"])
    #expect(try names(#Predicate { doubles.contains($0.score) }) == ["a", "b"])
    #expect(try names(#Predicate { scores.contains($0.height) }).count == 3)
    #expect(try names(#Predicate { dates.contains($0.created) }).count == 3)
    #expect(try names(#Predicate { tokens.contains($0.token) }).count == 3)
    #expect(try names(#Predicate { numbers.contains($0.rank) }) == ["b", "c"])
  }

  @Test func `hundreds of predicates can be joined in one query`() throws {
    let all = (0..<600).map { number in #Predicate<Item> { $0.small != 1 || $0.rank > number } }
    #expect(try names(conjunction(of: all)).count == 3)
    #expect(try names(disjunction(of: all.map { negation(of: $0) })) == [])
  }

  // MARK: Unsaved changes

  @Test func `limit and offset include unsaved objects`() throws {
    let new = Item(box: items[0].box)
    new.name = "aa"
    context.insert(new)
    items[1].name = "z"
    context.delete(items[2])
    var descriptor = FetchDescriptor<Item>(sortBy: [SortDescriptor(\.name, order: .reverse)])
    descriptor.fetchLimit = 2
    #expect(try context.fetch(descriptor).map(\.name) == ["z", "aa"])
    #expect(try context.fetchCount(descriptor) == 2)
    descriptor.fetchOffset = 2
    #expect(try context.fetch(descriptor).map(\.name) == ["a"])
    descriptor.fetchOffset = 9
    #expect(try context.fetch(descriptor).isEmpty)
    descriptor = FetchDescriptor(predicate: #Predicate { $0.name == "b" })
    #expect(try context.fetch(descriptor).isEmpty)
    descriptor.includePendingChanges = false
    #expect(try context.fetchCount(descriptor) == 1)
    #expect(try context.fetch(descriptor).first === items[1])
    #expect(items[1].name == "z")
  }

  @Test func `an unsaved object is found by its related object`() throws {
    let box = Box(title: "new")
    let new = Item(box: box)
    context.insert(new)
    items[0].box = box
    let found = try context.fetch(
      FetchDescriptor<Item>(predicate: #Predicate { $0.box.title == "new" }))
    #expect(Set(found) == [new, items[0]])
    let boxes = try context.fetch(
      FetchDescriptor<Box>(
        predicate: #Predicate { $0.items.count == 2 },
        sortBy: [
          SortDescriptor(\.title)
        ]))
    #expect(boxes.map(\.title) == ["box", "new"])
  }
}
