import SwiftData
import Testing

private enum Diary: VersionedSchema {
  static let versionIdentifier = Schema.Version(1, 0, 0)
  static var models: [any PersistentModel.Type] { [Day.self] }

  @Model final class Day {
    var date: Int
    @Relationship(inverse: \Note.day) var notes: [Note] = []
    init(date: Int) { self.date = date }
  }

  @Model final class Note {
    var day: Day?
    var text: String
    var place: String

    init(earlyIn day: Day) {
      self.day = day
      self.text = "early"
      self.place = "here"
    }

    init(lateIn day: Day) {
      self.text = "late"
      self.place = "here"
      self.day = day
      self.place = "there"
    }
  }
}

/// An object without a context is inserted when it is linked to an object of a context. Otherwise
/// the link would not be stored.
@Suite struct ImplicitInsertionTests {
  typealias Customer = Shop.Customer
  typealias Order = Shop.Order
  typealias Line = Shop.Line
  typealias Club = Shop.Club

  let context: ModelContext
  /// A context that reads the stored state and has none of the objects of ``context``.
  let reader: ModelContext
  let customer = Customer(email: "a", name: "A")

  init() throws {
    let container = try Shop.container()
    context = ModelContext(container)
    reader = ModelContext(container)
    context.insert(customer)
    try context.save()
  }

  @Test func `setting a to-one relationship inserts the object and all it refers to`() throws {
    let order = Order(number: 1)
    order.lines = [Line(text: "l")]
    #expect(order.modelContext == nil)
    order.customer = customer
    #expect(order.modelContext === context)
    #expect(customer.orders == [order])
    try context.save()
    let stored = try #require(try reader.fetch(FetchDescriptor<Order>()).first)
    #expect(stored.customer?.email == "a")
    #expect(stored.lines.map(\.text) == ["l"])
  }

  @Test func `linking an object to an unsaved target inserts the object`() throws {
    let new = Customer(email: "b", name: "B")
    context.insert(new)
    Order(number: 1).customer = new
    try context.save()
    #expect(try reader.fetch(FetchDescriptor<Order>()).map(\.customer?.email) == ["b"])
  }

  @Test func `a list with an inserted object inserts its owner and the other members`() throws {
    let club = Club(name: "C")
    club.members = [Customer(email: "b", name: "B"), customer]
    #expect(club.modelContext === context)
    #expect(customer.clubs == [club])
    try context.save()
    let stored = try #require(try reader.fetch(FetchDescriptor<Club>()).first)
    #expect(Set(stored.members.map(\.email)) == ["a", "b"])

    let second = Club(name: "D")
    second.members.append(customer)
    try context.save()
    #expect(try reader.fetchCount(FetchDescriptor<Club>()) == 2)
  }

  @Test func `an implicitly inserted object can be inserted again and rolled back`() throws {
    let order = Order(number: 1)
    order.customer = customer
    context.insert(order)
    #expect(context.insertedModelsArray.count == 1)
    context.rollback()
    #expect(order.modelContext == nil)
    #expect(customer.orders.isEmpty)
    try context.save()
    #expect(try reader.fetchCount(FetchDescriptor<Order>()) == 0)
  }

  @Test func `linking an object to a deleted target does not insert the object`() throws {
    context.delete(customer)
    let order = Order(number: 1)
    order.customer = customer
    #expect(order.modelContext == nil)
    try context.save()
    Order(number: 2).customer = customer
    #expect(!context.hasChanges)
  }

  @Test func `a list with objects of two contexts is refused`() throws {
    let foreign = Customer(email: "x", name: "X")
    reader.insert(foreign)
    try reader.save()
    let club = Club(name: "C")
    club.members = [customer, foreign]
    #expect(throws: SwiftDataError.modelValidationFailure) { try context.save() }
    #expect(foreign.clubs.isEmpty)
  }

  @Test func `an initialiser may set the link before or after other properties`() throws {
    let container = try ModelContainer(
      for: Schema(versionedSchema: Diary.self),
      configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    let context = ModelContext(container)
    let day = Diary.Day(date: 1)
    context.insert(day)
    context.insert(Diary.Note(earlyIn: day))
    _ = Diary.Note(lateIn: day)
    try context.save()
    let other = ModelContext(container)
    let notes = try other.fetch(FetchDescriptor<Diary.Note>())
    #expect(
      Set(notes.map { "\($0.text) \($0.place) \($0.day?.date ?? 0)" })
        == ["early here 1", "late there 1"])
  }
}
