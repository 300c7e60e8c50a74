import SwiftData
import TestSupport
import Testing

/// Edits of long lists in place, by assignment and through the inverse.
@Suite struct LongListTests {
  @Model final class Owner {
    @Relationship(deleteRule: .cascade, inverse: \Item.owner) var items: [Item] = []
    @Relationship(inverse: \Tag.owners) var tags: [Tag]? = []
    init() {}
  }

  @Model final class Item {
    var number: Int
    var owner: Owner?
    init(number: Int, owner: Owner? = nil) {
      self.number = number
      self.owner = owner
    }
  }

  @Model final class Tag {
    var number: Int
    var owners: [Owner] = []
    init(number: Int) { self.number = number }
  }

  let container: ModelContainer
  let context: ModelContext
  let owner = Owner()

  init() throws {
    container = try ModelContainer(
      for: Schema([Owner.self]), configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    context = ModelContext(container)
    context.insert(owner)
  }

  /// Compares random edits of a list with the same edits of a plain array.
  @Test(arguments: 1...UInt64(TestRounds.count(6)), [false, true])
  func `random list edits give the same result as on an array`(seed: UInt64, isStored: Bool) throws
  {
    var random = SplitMix64(seed: seed)
    var items = (0..<120).map { Item(number: $0) }
    owner.items = items
    if isStored {
      try context.save()
      items = owner.items
    }
    var all = items
    for round in 0..<200 {
      let position = Int.random(in: 0..<max(1, items.count), using: &random)
      switch Int.random(in: 0..<11, using: &random) {
      case 0, 1, 2:
        all.append(Item(number: 1_000 + round))
        items.append(all[all.count - 1])
        owner.items.append(all[all.count - 1])
      case 3 where !items.isEmpty:
        items.remove(at: position)
        owner.items.remove(at: position)
      case 4 where !items.isEmpty: items.remove(at: position).owner = nil
      case 5:
        let free = try #require(all.randomElement(using: &random))
        if !items.contains(where: { $0 === free }) { items.append(free) }
        free.owner = owner
      case 6:
        // Appends an object that may already be in the list, which contains each object once.
        let known = try #require(all.randomElement(using: &random))
        if !items.contains(where: { $0 === known }) { items.append(known) }
        owner.items.append(known)
      case 7 where items.count > 1:
        items.swapAt(0, position)
        owner.items.swapAt(0, position)
      case 8:
        items.removeAll { $0.number % 17 == round % 17 }
        owner.items.removeAll { $0.number % 17 == round % 17 }
      case 9:
        items = items.suffix(100) + items.dropLast(min(100, items.count))
        owner.items = items
      case 10 where round % 5 == 0:
        context.insert(Item(number: 5_000 + round, owner: owner))
        items = owner.items
      default: break
      }
      try #require(
        owner.items.elementsEqual(items, by: ===), "seed \(seed), round \(round)")
      for item in all {
        let isMember = items.contains { $0 === item }
        try #require((item.owner === owner) == isMember, "seed \(seed), round \(round)")
      }
    }
    try context.save()
    let reader = ModelContext(container)
    let stored = try #require(try reader.fetch(FetchDescriptor<Owner>()).first)
    #expect(stored.items.map(\.number).sorted() == items.map(\.number).sorted())
  }

  @Test func `a list read during an in-place change has its former contents`() throws {
    for number in 0..<100 { owner.items.append(Item(number: number)) }
    owner.items.removeAll { item in
      item.number != 0 && owner.items.count == 100 && item.number % 2 == 0
    }
    #expect(owner.items.count == 51)
    struct IntendedError: Error {}
    #expect(throws: IntendedError.self) {
      try owner.items.removeAll { item in
        if item.number > 10 { throw IntendedError() }
        return true
      }
    }
    try context.save()
    let reader = ModelContext(container)
    let stored = try #require(try reader.fetch(FetchDescriptor<Owner>()).first)
    #expect(stored.items.map(\.number).sorted() == owner.items.map(\.number).sorted())
  }

  @Test func `an optional list can be changed in place`() throws {
    for number in 0..<200 { owner.tags?.append(Tag(number: number)) }
    owner.tags?.removeFirst()
    let known = try #require(owner.tags?.last)
    owner.tags?.append(known)
    #expect(owner.tags?.map(\.number) == Array(1..<200))
    owner.tags?.last?.owners.append(owner)
    try context.save()
    let reader = ModelContext(container)
    let stored = try #require(try reader.fetch(FetchDescriptor<Owner>()).first)
    #expect(stored.tags?.map(\.number) == Array(1..<200))
    owner.tags = nil
    owner.tags?.append(known)
    #expect(owner.tags == nil)
  }

  @Test func `inserting an owner inserts its list without duplicates`() throws {
    let free = Owner()
    for number in 0..<200 { free.items.append(Item(number: number, owner: free)) }
    free.items.append(free.items[7])
    context.insert(free)
    #expect(free.items.map(\.number) == Array(0..<200))
    try context.save()
    #expect(try context.fetchCount(FetchDescriptor<Item>()) == 200)
  }
}
