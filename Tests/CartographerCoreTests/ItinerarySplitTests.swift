import CartographerCore
import TestSupport
import Testing

/// The stops of paths that are split or joined.
@Suite struct ItinerarySplitTests {
  private let trip = ItemID(.group, 1)

  /// The stops of the trip's itinerary, such as `2 Walk done`.
  private func lines(_ library: Library) async throws -> [String] {
    try await library.snapshot().groups[0].itinerary.map {
      "\($0.day) \($0.title)" + ($0.state == .done ? " done" : "")
    }
  }

  /// The sample library with the stops `1 Start, 2 PATH, 2 Hotel`, and the keys of the path's
  /// points.
  private func library() async throws -> (library: Library, path: ItemID, points: [Int64]) {
    let library = try await Library.sample()
    let path = try #require(try await library.snapshot().paths.first).id
    _ = try await library.apply(.itinerary(of: trip, .add([.title("Start")], at: .end)))
    _ = try await library.apply(.itinerary(of: trip, .add([.item(path)], at: .day(2))))
    _ = try await library.apply(.itinerary(of: trip, .add([.title("Hotel")], at: .end)))
    return (library, path, try #require(try await library.geometry(path)).keys)
  }

  @Test func `the pieces of a split path follow its stop on the same day`() async throws {
    let (library, path, points) = try await library()
    let name = try #require(try await library.snapshot().paths.first).name
    let stops = try await library.snapshot().groups[0].itinerary
    _ = try await library.apply(.itinerary(of: trip, .setState([stops[1].id], .done)))
    let before = try await lines(library)
    let result = try await library.apply(.split(path, at: points[1]))
    #expect(result.changed.contains(trip))
    #expect(
      try await lines(library) == [
        "1 Start", "2 \(name) done", "2 \(name) (2) done", "2 Hotel",
      ])
    _ = try await library.undo()
    #expect(try await lines(library) == before)
  }

  @Test func `joining the pieces removes their stops`() async throws {
    let (library, path, points) = try await library()
    let before = try await lines(library)
    let split = try await library.apply(.split(path, at: points[1]))
    _ = try await library.apply(.join([path] + split.created))
    #expect(try await lines(library) == before)
  }

  @Test func `joining keeps the stops with notes and those on other days`() async throws {
    let (library, path, points) = try await library()
    let split = try await library.apply(.split(path, at: points[1]))
    var stops = try await library.snapshot().groups[0].itinerary
    _ = try await library.apply(.itinerary(of: trip, .setNote([stops[2].id], "Lunch here")))
    _ = try await library.apply(
      .itinerary(of: trip, .add([.item(split.created[0])], at: .day(3))))
    stops = try await library.snapshot().groups[0].itinerary
    _ = try await library.apply(.join([path] + split.created))
    #expect(try await library.snapshot().groups[0].itinerary.map(\.id) == stops.map(\.id))
  }
}
