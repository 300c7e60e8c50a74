import SwiftData
import TestSupport
import Testing

/// Property names that are keywords of SQL or Swift, or are not ASCII.
@Suite struct PropertyNameTests {
  @Model final class Group {
    @Attribute(.unique) var select: String
    var order: Int = 0
    // swift-format-ignore: IdentifiersMustBeASCII
    var größe: Double = 1
    var `default`: String = "d"
    var `in`: Order?
    @Relationship(inverse: \Order.values) var `where`: [Order] = []
    init(select: String) { self.select = select }
  }

  @Model final class Order {
    // swift-format-ignore: IdentifiersMustBeASCII
    var 名前: String
    var values: [Group] = []
    init(名前: String) { self.名前 = 名前 }
  }

  @Test func `properties with keyword or non-ASCII names are stored and fetched`() throws {
    let container = try ModelContainer(
      for: Schema([Group.self]), configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    #expect(
      Schema([Group.self]).entitiesByName["Group"]?.properties.map(\.name)
        == ["select", "order", "größe", "default", "in", "where"])
    let context = ModelContext(container)
    let group = Group(select: "s")
    group.`default` = "x"
    group.größe = 2.5
    group.in = Order(名前: "山")
    group.where = [Order(名前: "川")]
    context.insert(group)
    try context.save()
    let other = ModelContext(container)
    let found = try other.fetch(
      FetchDescriptor<Group>(
        predicate: #Predicate { $0.default == "x" && $0.größe > 2 && $0.in?.名前 == "山" },
        sortBy: [SortDescriptor(\.order)]))
    #expect(found.map(\.select) == ["s"])
    #expect(found.first?.where.map(\.名前) == ["川"])
    group.order = 3
    try context.save()
    try container.undo()
    try container.undo()
    #expect(try other.fetchCount(FetchDescriptor<Group>()) == 0)
    try container.redo()
    #expect(try other.fetchCount(FetchDescriptor<Order>()) == 2)
  }

  @Model final class Draft {
    var isDeleted: Bool = false
    var hasChanges: Bool = false
    @Relationship(inverse: \Draft.original) private var _copies: [Draft]?
    var copies: [Draft] {
      get { _copies ?? [] }
      set { _copies = newValue }
    }
    var original: Draft?
    init() {}
  }

  @Test func `a model's own isDeleted and hasChanges hide those of all models`() throws {
    let container = try ModelContainer(
      for: Draft.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    let context = ModelContext(container)
    let (draft, copy) = (Draft(), Draft())
    context.insert(draft)
    draft.copies = [copy]
    draft.isDeleted = true
    try context.save()
    let stored = try ModelContext(container).fetch(
      FetchDescriptor<Draft>(predicate: #Predicate { $0.isDeleted && !$0.hasChanges }))
    #expect(stored.count == 1 && stored.first?.copies.count == 1)
    context.delete(copy)
    #expect(!copy.isDeleted && (copy as any PersistentModel).isDeleted)
    try context.save()
    #expect(draft.copies.isEmpty)
    #expect(try context.fetchCount(FetchDescriptor<Draft>()) == 1)
  }

  @Model final class Stamped {
    var id: UUID
    var _hidden: Int = 1
    var description: String = "d"
    init(id: UUID) { self.id = id }
  }

  @Test func `a model may declare its own id property`() throws {
    let container = try ModelContainer(
      for: Schema([Stamped.self]), configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    let context = ModelContext(container)
    let stamp = UUID()
    let object = Stamped(id: stamp)
    context.insert(object)
    context.insert(Stamped(id: UUID()))
    try context.save()
    let other = ModelContext(container)
    let found = try other.fetch(
      FetchDescriptor<Stamped>(predicate: #Predicate { $0.id == stamp && $0._hidden == 1 }))
    #expect(found.map(\.id) == [stamp])
    #expect(found.first?.persistentModelID == object.persistentModelID)
  }
}
