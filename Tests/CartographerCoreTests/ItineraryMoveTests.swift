import CartographerCore
import LogicalDump
import TestSupport
import Testing

/// The edits that move several stops of an itinerary together.
@Suite struct ItineraryMoveTests {
  private let trip = ItemID(.group, 1)

  @Test(
    arguments: [
      ([1, 1, 1, 1], [0, 2], .later, "1B 1A 1D 1C"),
      ([1, 1, 1, 1], [1, 2], .earlier, "1B 1C 1A 1D"),
      ([1, 1, 2, 2], [0, 1], .later, "2A 2B 2C 2D"),
      ([1, 2, 2], [0, 1], .later, "2A 2C 2B"),
      ([2, 2, 4, 4], [2, 3], .earlier, "2A 2B 2C 2D"),
      ([1, 1, 1], [0, 2], .later, "1A 1B 1C"),
    ] as [([Int], [Int], ItineraryDirection, String)])
  func `stops move by one position each, or into the neighbouring day`(
    _ days: [Int], _ moved: [Int], _ direction: ItineraryDirection, _ result: String
  ) async throws {
    let (library, stops) = try await Library.planned(days: days)
    _ = try await library.apply(
      .itinerary(of: trip, .carry(moved.map { stops[$0] }, direction)))
    #expect(try await library.plannedStops == result)
  }

  @Test func `moving stops of several days to the next day moves each of them by one day`()
    async throws
  {
    let (library, stops) = try await Library.planned(days: [1, 1, 2, 2, 3])
    let before = try await library.dump()
    let result = try await library.apply(
      .itinerary(of: trip, .shiftDay([stops[0], stops[2]], .later)))
    #expect(result.title.pastTense == "Moved 2 stops by one day in the itinerary of Trip")
    #expect(result.changed == [trip])
    #expect(try await library.plannedStops == "1B 2A 2D 3C 3E")
    _ = try await library.undo()
    #expect(try await library.dump() == before)
  }

  @Test func `the title of a change names the day if all stops move to the same day`() async throws
  {
    let (library, stops) = try await Library.planned(days: [1, 1, 2])
    let result = try await library.apply(
      .itinerary(of: trip, .shiftDay([stops[0], stops[1]], .later)))
    #expect(result.title.imperative == "Move 2 stops to day 2 of Trip")
    let carried = try await library.apply(.itinerary(of: trip, .carry([stops[0]], .later)))
    #expect(carried.title.imperative == "Move A in the itinerary of Trip")
  }

  @Test(
    arguments: [
      (0, .later, "1C 2A 2B 4D", "Move day 1 of Trip after day 2"),
      (2, .earlier, "1C 2A 2B 4D", "Move day 2 of Trip before day 1"),
      (2, .later, "1A 1B 3C 4D", "Move day 2 of Trip after day 3"),
      (3, .earlier, "1A 1B 2C 3D", "Move day 4 of Trip before day 3"),
      (3, .later, "1A 1B 2C 5D", "Move day 4 of Trip after day 5"),
    ] as [(Int, ItineraryDirection, String, String)])
  func `a day moves past the neighbouring day, which can be empty`(
    _ stop: Int, _ direction: ItineraryDirection, _ result: String, _ title: String
  ) async throws {
    let (library, stops) = try await Library.planned(days: [1, 1, 2, 4])
    let before = try await library.dump()
    let change = try await library.apply(
      .itinerary(of: trip, .moveDay(of: stops[stop], direction)))
    #expect(change.title.imperative == title)
    #expect(try await library.plannedStops == result)
    _ = try await library.undo()
    #expect(try await library.dump() == before)
  }

  @Test func `a move to an invalid day changes nothing`() async throws {
    let (library, stops) = try await Library.planned(days: [1, 2, ItineraryEdit.lastDay])
    let before = try await library.dump()
    let edits: [ItineraryEdit] = [
      .shiftDay(stops, .later), .shiftDay(stops, .earlier), .moveDay(of: stops[0], .earlier),
      .moveDay(of: stops[2], .later),
    ]
    for edit in edits {
      let error = await #expect(throws: LibraryError.self, "\(edit)") {
        try await library.apply(.itinerary(of: trip, edit))
      }
      #expect(error?.code == .invalid)
    }
    #expect(try await library.dump() == before)
  }
}

extension Library {
  /// The days and titles of the stops, such as `1A 2B`.
  fileprivate var plannedStops: String {
    get async throws {
      try snapshot().groups[0].itinerary.map { "\($0.day)\($0.title)" }
        .joined(separator: " ")
    }
  }
}
