import CartographerCore
import LogicalDump
import TestSupport
import Testing

/// The edits that begin a day of an itinerary or join two days.
@Suite struct ItineraryDayTests {
  private let trip = ItemID(.group, 1)

  private func lines(_ library: Library) async throws -> [String] {
    try await library.snapshot().groups[0].itinerary.map { "\($0.day) \($0.title)" }
  }

  @Test func `a new day contains the later stops of its day, and later days are renumbered`()
    async throws
  {
    let (library, stops) = try await Library.planned(days: [1, 1, 1, 2, 4])
    let before = try await library.dump()
    let result = try await library.apply(.itinerary(of: trip, .beginDay(at: stops[1])))
    #expect(result.title.imperative == "Begin day 2 of Trip at B")
    #expect(result.changed == [trip])
    #expect(try await lines(library) == ["1 A", "2 B", "2 C", "3 D", "5 E"])
    let after = try await library.dump()
    _ = try await library.undo()
    #expect(try await library.dump() == before)
    _ = try await library.redo()
    #expect(try await library.dump() == after)
  }

  @Test func `a new day at the first stop of a day leaves an empty day before it`() async throws {
    let (library, stops) = try await Library.planned(days: [1, 2, 2])
    let result = try await library.apply(.itinerary(of: trip, .beginDay(at: stops[1])))
    #expect(result.title.pastTense == "Inserted an empty day 2 of Trip before B")
    #expect(try await lines(library) == ["1 A", "3 B", "3 C"])
  }

  @Test func `joining a day adds its stops to the previous day, and later days are renumbered`()
    async throws
  {
    let (library, stops) = try await Library.planned(days: [1, 2, 2, 3, 5])
    let before = try await library.dump()
    let result = try await library.apply(.itinerary(of: trip, .joinDay(of: stops[2])))
    #expect(result.title.imperative == "Join day 2 of Trip with day 1")
    #expect(try await lines(library) == ["1 A", "1 B", "1 C", "2 D", "4 E"])
    _ = try await library.undo()
    #expect(try await library.dump() == before)
  }

  @Test func `joining a day after an empty day removes the empty day`() async throws {
    let (library, stops) = try await Library.planned(days: [1, 3, 4])
    let result = try await library.apply(.itinerary(of: trip, .joinDay(of: stops[1])))
    #expect(result.title.pastTense == "Removed the empty day 2 of Trip")
    #expect(try await lines(library) == ["1 A", "2 B", "3 C"])
  }

  @Test func `day 1 cannot be joined, and no day follows the last valid day`() async throws {
    let (library, stops) = try await Library.planned(days: [1, ItineraryEdit.lastDay])
    let before = try await library.dump()
    for edit in [ItineraryEdit.joinDay(of: stops[0]), .beginDay(at: stops[0])] {
      let error = await #expect(throws: LibraryError.self, "\(edit)") {
        try await library.apply(.itinerary(of: trip, edit))
      }
      #expect(error?.code == .invalid)
    }
    let missing = await #expect(throws: LibraryError.self) {
      try await library.apply(.itinerary(of: trip, .beginDay(at: StopID(99))))
    }
    #expect(missing?.code == .notFound)
    #expect(try await library.dump() == before)
  }
}
