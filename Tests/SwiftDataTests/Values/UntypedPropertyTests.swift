import Foundation
import Testing

@testable import SwiftData

/// Properties whose type is inferred from the initial value, as in Apple's framework.
@Suite struct UntypedPropertyTests {
  enum Kind: String, Codable { case hut, town }
  struct Size: Codable, Equatable {
    var beds = 4
    static let usual = Size(beds: 12)
  }

  /// Counts how often initial values are evaluated.
  final class Counter: @unchecked Sendable {
    static let shared = Counter()
    var calls = 0
    func next() -> Int {
      calls += 1
      return calls
    }
  }

  enum Untyped {
    @Model final class Hut {
      var name = ""
      var height = 0.5
      var depth = -3
      var isOpen = true
      var seconds = 60 * 60
      var built = Date()
      var checked = Date.distantPast
      var code = UUID()
      var tags = [String]()
      var words = ["a", "b"]
      var counts = [String: Int]()
      var kind = Kind.hut
      @Attribute(.codable) var size = Size.usual
      var link = URL(string: "a:b")
      var rooms = [Room]()
      init() {}
    }

    @Model final class Room {
      var beds = 2
      var hut: Hut?
      init() {}
    }
  }

  enum Typed {
    @Model final class Hut {
      var name: String = ""
      var height: Double = 0.5
      var depth: Int = -3
      var isOpen: Bool = true
      var seconds: Int = 60 * 60
      var built: Date = Date()
      var checked: Date = Date.distantPast
      var code: UUID = UUID()
      var tags: [String] = []
      var words: [String] = ["a", "b"]
      var counts: [String: Int] = [:]
      var kind: Kind = Kind.hut
      var size: Size = Size.usual
      var link: URL? = URL(string: "a:b")
      var rooms: [Room] = []
      init() {}
    }

    @Model final class Room {
      var beds: Int = 2
      var hut: Hut?
      init() {}
    }
  }

  @Model final class Ticket {
    var number = Counter.shared.next()
    init() {}
  }

  private func container(_ models: any PersistentModel.Type...) throws -> ModelContainer {
    try ModelContainer(
      for: Schema(models), configurations: ModelConfiguration(isStoredInMemoryOnly: true))
  }

  @Test func `properties with inferred types give the same schema as annotated ones`() {
    #expect(Schema([Untyped.Hut.self]) == Schema([Typed.Hut.self]))
    let defaults = Schema([Untyped.Hut.self]).entitiesByName["Hut"]?.attributesByName
    #expect(defaults?["depth"]?.defaultValue as? Int == -3)
    #expect(defaults?["size"]?.defaultValue as? String == #"{"beds":12}"#)
  }

  @Test func `the codable option is accepted and does not change the schema`() {
    let size = Schema([Untyped.Hut.self]).entitiesByName["Hut"]?.attributesByName["size"]
    #expect(size?.options == [.codable])
    #expect(Schema([Untyped.Hut.self]) == Schema([Typed.Hut.self]))
  }

  @Test func `values and links of properties with inferred types are stored and read`() throws {
    let container = try container(Untyped.Hut.self)
    let context = ModelContext(container)
    let hut = Untyped.Hut()
    hut.kind = .town
    hut.rooms.append(Untyped.Room())
    hut.tags.append("new")
    context.insert(hut)
    try context.save()

    let reader = ModelContext(container)
    let read = try #require(
      try reader.fetch(
        FetchDescriptor<Untyped.Hut>(predicate: #Predicate { $0.seconds == 3600 && $0.isOpen })
      ).first)
    #expect(read.kind == .town)
    #expect(read.size == .usual)
    #expect(read.link?.absoluteString == "a:b")
    #expect(read.tags == ["new"])
    #expect(read.words == ["a", "b"])
    #expect(read.code == hut.code)
    let beds = read.rooms.map(\.beds)
    #expect(beds == [2])
    #expect(read.rooms.first?.hut === read)
    withExtendedLifetime(reader) {}
  }

  @Test func `the initial value of a new object is evaluated once`() {
    let before = Counter.shared.calls
    let ticket = Ticket()
    #expect(ticket.number == before + 1)
    #expect(Counter.shared.calls == before + 1)
  }

  enum Unwrapped {
    @Model final class Trip {
      var kind: Kind!
      var days: Int!
      var title: String! = "untitled"
      var first: Leg!
      init() {}
    }

    @Model final class Leg {
      var length: Double
      init(length: Double) { self.length = length }
    }
  }

  @Test func `an implicitly unwrapped property is stored as an optional one`() throws {
    let attributes = Schema([Unwrapped.Trip.self]).entitiesByName["Trip"]?.attributesByName
    #expect(attributes?["kind"]?.isOptional == true)
    #expect(attributes?["days"]?.isOptional == true)

    let container = try container(Unwrapped.Trip.self)
    let context = ModelContext(container)
    let full = Unwrapped.Trip()
    full.kind = .hut
    full.days = 3
    full.first = Unwrapped.Leg(length: 7)
    context.insert(full)
    context.insert(Unwrapped.Trip())
    try context.save()

    let reader = ModelContext(container)
    let trips = try reader.fetch(
      FetchDescriptor<Unwrapped.Trip>(sortBy: [SortDescriptor(\.days, order: .reverse)]))
    let days: Int = trips[0].days
    #expect(days == 3)
    #expect(trips[0].first.length == 7)
    #expect(trips[0].kind == .hut)
    #expect(trips[1].kind == nil && trips[1].days == nil && trips[1].first == nil)
    #expect(trips[1].title == "untitled")
    withExtendedLifetime(reader) {}
  }
}
