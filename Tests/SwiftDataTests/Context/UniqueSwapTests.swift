import SwiftData
import Testing

/// Unique values that move from one object to another in one save.
@Suite struct UniqueSwapTests {
  enum Seats {
    @Model final class Seat {
      @Attribute(.unique) var number: Int
      @Attribute(.unique) var code: String?
      var guest: String
      init(number: Int, guest: String) {
        self.number = number
        self.guest = guest
      }
    }
  }
  typealias Seat = Seats.Seat

  let container: ModelContainer
  let context: ModelContext
  let seats: [Seat]

  init() throws {
    container = try ModelContainer(
      for: Seat.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    context = ModelContext(container)
    seats = ["a", "b", "c"].enumerated().map { Seat(number: $0.offset, guest: $0.element) }
    for seat in seats { context.insert(seat) }
    try context.save()
  }

  private func stored() throws -> [String] {
    try ModelContext(container).fetch(FetchDescriptor<Seat>(sortBy: [SortDescriptor(\.number)]))
      .map { "\($0.number)\($0.guest)\($0.code ?? "")" }
  }

  @Test func `objects swap unique values in one save`() throws {
    (seats[0].number, seats[1].number) = (1, 0)
    try context.save()
    #expect(try stored() == ["0b", "1a", "2c"])
    try container.undo()
    #expect(try stored() == ["0a", "1b", "2c"])
    try container.redo()
    #expect(try stored() == ["0b", "1a", "2c"])
  }

  @Test func `unique values can rotate among three objects, and nil may repeat`() throws {
    for (index, seat) in seats.enumerated() { seat.number = (index + 1) % 3 }
    seats[0].code = "x"
    try context.save()
    #expect(try stored() == ["0c", "1ax", "2b"])
    seats[0].code = nil
    seats[1].code = "x"
    #expect(try context.fetchCount(FetchDescriptor<Seat>()) == 3)
    try context.save()
    #expect(try stored() == ["0c", "1a", "2bx"])
  }

  @Test func `a new object can take a unique value that another object gives up`() throws {
    seats[0].number = 9
    context.insert(Seat(number: 0, guest: "new"))
    try context.save()
    #expect(try stored() == ["0new", "1b", "2c", "9a"])
  }

  @Test func `a unique value that stays in use is refused`() throws {
    seats[0].number = 2
    seats[1].number = 0
    #expect(throws: SwiftDataError.uniqueViolation) { try context.save() }
    #expect(try stored() == ["0a", "1b", "2c"])
    context.rollback()
    #expect(seats.map(\.number) == [0, 1, 2])
  }
}
