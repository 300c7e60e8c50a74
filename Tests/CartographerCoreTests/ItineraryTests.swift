import CartographerCore
import Foundation
import Geodesy
import LogicalDump
import TestSupport
import Testing

@Suite struct ItineraryTests {
  private let refuge = ItemID(.location, 1)
  private let zurich = ItemID(.location, 2)
  private let track = ItemID(.path, 1)
  private let route = ItemID(.path, 2)
  private let trip = ItemID(.group, 1)

  /// The sample library with the stops `1 Refuge, 1 Col du Bonhomme, 2 Refuge, 3 Rest day`.
  private func libraryWithItinerary() async throws -> Library {
    let library = try await Library.sample()
    _ = try await library.apply(
      .itinerary(of: trip, .add([.item(refuge), .item(track)], at: .end)))
    _ = try await library.apply(.itinerary(of: trip, .add([.item(refuge)], at: .day(2))))
    _ = try await library.apply(.itinerary(of: trip, .add([.title("Rest day")], at: .day(3))))
    return library
  }

  private func lines(_ library: Library) async throws -> [String] {
    try await library.snapshot().groups[0].itinerary.map {
      "\($0.day) \($0.title)" + ($0.note.isEmpty ? "" : " (\($0.note))")
        + ($0.state == .done ? " done" : "")
    }
  }

  private func ids(_ library: Library) async throws -> [StopID] {
    try await library.snapshot().groups[0].itinerary.map(\.id)
  }

  @Test func `a place can be a stop on two days`() async throws {
    let library = try await libraryWithItinerary()
    #expect(
      try await lines(library) == [
        "1 Refuge", "1 Col du Bonhomme", "2 Refuge", "3 Rest day",
      ])
    let entries = try await library.snapshot().groups[0].itinerary
    #expect(entries.map(\.item) == [refuge, track, refuge, nil])
    #expect(Set(entries.map(\.id)).count == 4)
  }

  @Test func `adding stops reports their IDs, titles the change and adds members to the group`()
    async throws
  {
    let library = try await Library.sample()
    let result = try await library.apply(
      .itinerary(of: trip, .add([.item(route), .title("Rest")], at: .end)))
    #expect(result.title.imperative == "Add 2 stops to the itinerary of Trip")
    #expect(result.createdStops == [StopID(1), StopID(2)])
    #expect(Set(result.changed) == [route, trip])
    #expect(try await library.snapshot().paths[1].groups == [trip])
    let undone = try await library.undo()
    #expect(Set(undone.changed) == [route, trip])
    #expect(try await library.snapshot().paths[1].groups == [])
  }

  @Test func `a moved stop takes the day of the stop that it is moved next to`() async throws {
    let library = try await libraryWithItinerary()
    let ids = try await ids(library)
    _ = try await library.apply(.itinerary(of: trip, .move([ids[0]], to: .after(ids[3]))))
    #expect(
      try await lines(library) == [
        "1 Col du Bonhomme", "2 Refuge", "3 Rest day", "3 Refuge",
      ])
    _ = try await library.apply(.itinerary(of: trip, .move([ids[3], ids[2]], to: .before(ids[1]))))
    #expect(
      try await lines(library) == [
        "1 Refuge", "1 Rest day", "1 Col du Bonhomme", "3 Refuge",
      ])
    #expect(try await self.ids(library) == [ids[2], ids[3], ids[1], ids[0]])
  }

  @Test func `changing the day of a stop moves it no further than necessary`() async throws {
    let library = try await libraryWithItinerary()
    let ids = try await ids(library)
    _ = try await library.apply(.itinerary(of: trip, .setDay([ids[0]], 2)))
    #expect(
      try await lines(library) == [
        "1 Col du Bonhomme", "2 Refuge", "2 Refuge", "3 Rest day",
      ])
    #expect(try await self.ids(library) == [ids[1], ids[0], ids[2], ids[3]])
    _ = try await library.apply(.itinerary(of: trip, .setDay([ids[3]], 1)))
    #expect(try await self.ids(library) == [ids[1], ids[3], ids[0], ids[2]])
  }

  @Test func `many stops inserted at one position keep their order`() async throws {
    let library = try await libraryWithItinerary()
    let first = try await ids(library)[0]
    for number in 0..<40 {
      _ = try await library.apply(
        .itinerary(of: trip, .add([.title("Stop \(number)")], at: .after(first))))
    }
    #expect(
      try await lines(library)
        == ["1 Refuge"] + (0..<40).reversed().map { "1 Stop \($0)" }
        + ["1 Col du Bonhomme", "2 Refuge", "3 Rest day"])
  }

  @Test func `an itinerary edit that changes nothing is not recorded`() async throws {
    let library = try await libraryWithItinerary()
    let ids = try await ids(library)
    let edits: [ItineraryEdit] = [
      .setDay([ids[2]], 2), .move([ids[1]], to: .after(ids[0])), .setNote([ids[0]], ""),
      .setState([ids[0]], .planned), .setTitle([ids[3]], "Rest day"), .setFirstDay(nil),
    ]
    let before = try await library.dump()
    for edit in edits {
      #expect(try await library.apply(.itinerary(of: trip, edit)).undo == nil, "\(edit)")
    }
    #expect(try await library.dump() == before)
  }

  @Test func `undo and redo restore the exact contents for every itinerary edit`() async throws {
    let library = try await libraryWithItinerary()
    let ids = try await ids(library)
    let edits: [(ItineraryEdit, title: String)] = [
      (.add([.item(zurich)], at: .before(ids[1])), "Add Zürich to the itinerary of Trip"),
      (.remove([ids[0], ids[2]]), "Remove 2 stops from the itinerary of Trip"),
      (.move([ids[0]], to: .end), "Move Refuge in the itinerary of Trip"),
      (.setDay([ids[1]], 7), "Move Col du Bonhomme to day 7 of Trip"),
      (
        .setNote([ids[1]], "Start early"),
        "Change the note of Col du Bonhomme in the itinerary of Trip"
      ),
      (.setTitle([ids[3]], "Sleep"), "Rename Rest day in the itinerary of Trip"),
      (.setState([ids[0]], .done), "Mark Refuge as done in the itinerary of Trip"),
      (.setFirstDay("2026-07-11"), "Set the first day of Trip to 2026-07-11"),
    ]
    for (edit, title) in edits {
      let before = try await library.dump()
      let result = try await library.apply(.itinerary(of: trip, edit))
      #expect(result.title.imperative == title)
      let after = try await library.dump()
      #expect(before != after)
      #expect(try await library.undo().changed.contains(trip))
      #expect(try await library.dump() == before, "\(edit)")
      _ = try await library.redo()
      #expect(try await library.dump() == after, "\(edit)")
      _ = try await library.undo()
    }
  }

  @Test func `the stops of a purged place keep its last name`() async throws {
    let library = try await libraryWithItinerary()
    _ = try await library.apply(.set(.name, of: [refuge], to: "Hütte"))
    _ = try await library.apply(.trash([refuge]))
    #expect(try await lines(library)[0] == "1 Hütte")
    let before = try await library.dump()
    let result = try await library.apply(.purge([refuge]))
    #expect(result.changed == [trip])
    let entries = try await library.snapshot().groups[0].itinerary
    #expect(entries.map(\.title) == ["Hütte", "Col du Bonhomme", "Hütte", "Rest day"])
    #expect(entries.map(\.item) == [nil, track, nil, nil])
    _ = try await library.undo()
    #expect(try await library.dump() == before)
    #expect(try await library.snapshot().groups[0].itinerary[0].item == refuge)
  }

  @Test func `purging a group deletes its itinerary, and undo restores both`() async throws {
    let library = try await libraryWithItinerary()
    _ = try await library.apply(.trash([trip]))
    let before = try await library.dump()
    _ = try await library.apply(.purge([trip]))
    #expect(!(try await library.dump().lines.contains { $0.hasPrefix("E") }))
    _ = try await library.undo()
    #expect(try await library.dump() == before)
  }

  @Test func `stops keep the names of places that were deleted with their import`() async throws {
    let library = try await Library.ticking()
    let report = try await library.importText(GPXText.file(GPXText.place("Pass", 46)))
    let group = try await library.apply(.createGroup(name: "Tour", members: [])).created[0]
    let place = try #require(report.locations.first)
    _ = try await library.apply(.itinerary(of: group, .add([.title("Start")], at: .end)))
    _ = try await library.apply(.itinerary(of: group, .add([.item(place)], at: .end)))
    _ = try await library.apply(.removeFromGroups([place], groups: [group]))
    let record = try #require(report.importID)
    _ = try await library.apply(.removeImport(record))
    let entries = try await library.snapshot().groups[0].itinerary
    #expect(entries.map(\.title) == ["Start", "Pass"])
    #expect(entries.map(\.item) == [nil, nil])
  }

  @Test func `an invalid itinerary edit is rejected and changes nothing`() async throws {
    let library = try await libraryWithItinerary()
    let ids = try await ids(library)
    _ = try await library.apply(.trash([zurich]))
    let before = try await library.dump()
    let refused: [(ItineraryEdit, LibraryError.Code)] = [
      (.add([], at: .end), .invalid), (.add([.title(" ")], at: .end), .invalid),
      (.add([.item(trip)], at: .end), .invalid), (.add([.item(zurich)], at: .end), .invalid),
      (.add([.item(ItemID(.path, 99))], at: .end), .notFound),
      (.add([.item(track)], at: .day(0)), .invalid), (.setDay([ids[0]], 10_000), .invalid),
      (.add([.item(track)], at: .before(StopID(99))), .notFound),
      (.remove([StopID(99)]), .notFound), (.remove([]), .invalid),
      (.move([ids[0]], to: .after(ids[0])), .invalid), (.setTitle([ids[0]], "X"), .invalid),
      (.setFirstDay("2026-02-30"), .invalid), (.setFirstDay("11.7."), .invalid),
    ]
    for (edit, code) in refused {
      let error = await #expect(throws: LibraryError.self, "\(edit)") {
        try await library.apply(.itinerary(of: trip, edit))
      }
      #expect(error?.code == code, "\(edit)")
    }
    #expect(try await library.dump() == before)
  }

  @Test func `an itinerary edit based on an older revision is rejected`() async throws {
    let library = try await libraryWithItinerary()
    let revision = try await library.snapshot().revision
    let ids = try await ids(library)
    _ = try await library.apply(.itinerary(of: trip, .setDay([ids[0]], 2)))
    let error = await #expect(throws: LibraryError.self) {
      try await library.apply(
        .itinerary(of: trip, .move([ids[1]], to: .end)), basedOn: revision)
    }
    #expect(error?.code == .changedMeanwhile)
  }

  @Test func `a day's totals add up its paths and list straight-line distances separately`()
    async throws
  {
    let library = try await libraryWithItinerary()
    _ = try await library.apply(.itinerary(of: trip, .setFirstDay("2026-12-31")))
    let plan = try await library.itinerary(of: trip).plan
    #expect(plan.days.map(\.number) == [1, 2, 3])
    #expect(plan.days.map { $0.date?.description } == ["2026-12-31", "2027-01-01", "2027-01-02"])
    #expect(plan.lines.map(\.number) == [1, 2, 3, 4])
    let path = try #require(try await library.statistics(of: [track]).paths.first)
    let first = plan.days[0].totals
    #expect(first.lengthMetres == path.lengthMetres)
    #expect(first.ascentMetres == path.ascentMetres)
    // The estimate on level ground is 5 km/h.
    #expect(abs(first.estimatedSeconds - path.lengthMetres / 5_000 * 3_600) < 1e-6)
    let (hut, start, end) = (
      Coordinate(latitude: 45.9, longitude: 6.9), Coordinate(latitude: 45.7, longitude: 6.7),
      Coordinate(latitude: 45.72, longitude: 6.7)
    )
    #expect(first.straightMetres == Geodesic.distanceMetres(from: hut, to: start))
    #expect(plan.days[1].totals.straightMetres == Geodesic.distanceMetres(from: end, to: hut))
    #expect(plan.days[1].totals.lengthMetres == 0)
    #expect(plan.days[2].totals.stops == 1)
    #expect(plan.days[2].totals.straightMetres == 0)
    #expect(plan.total.lengthMetres == path.lengthMetres)
    #expect(plan.total.stops == 4)
  }

  @Test func `exporting a place reports that the itinerary of its group is not in the file`()
    async throws
  {
    let library = try await libraryWithItinerary()
    let report = try await library.exported([refuge]).report
    #expect(report.findings.map(\.code) == ["group.unwritable"])
    #expect(
      report.findings.first?.message.hasPrefix("the itinerary of G1 (Trip) was not") == true)
  }

  @Test func `a stop whose item is in the trash adds nothing to the totals`() async throws {
    let library = try await libraryWithItinerary()
    _ = try await library.apply(.trash([track]))
    let plan = try await library.itinerary(of: trip).plan
    #expect(plan.lines.map(\.isTrashed) == [false, true, false, false])
    #expect(plan.total.lengthMetres == 0)
    #expect(plan.total.straightMetres == 0)
  }

  @Test(arguments: [
    ("2026-07-11", 0, "2026-07-11", "Sat 11 Jul"), ("2024-02-28", 1, "2024-02-29", "Thu 29 Feb"),
    ("2026-12-31", 1, "2027-01-01", "Fri 1 Jan"), ("1999-01-01", 0, "1999-01-01", "Fri 1 Jan"),
    // The proleptic Gregorian calendar, as in ISO 8601.
    ("1066-10-14", 0, "1066-10-14", "Sun 14 Oct"), ("1500-02-28", 1, "1500-03-01", "Thu 1 Mar"),
    ("1582-10-04", 1, "1582-10-05", "Tue 5 Oct"),
  ])
  func `adding days to a date follows the Gregorian calendar`(
    _ text: String, _ days: Int, _ later: String, _ short: String
  ) throws {
    let day = try #require(CalendarDay(text)).adding(days: days)
    #expect(day.description == later)
    #expect(day.short == short)
  }

  @Test(arguments: [
    "", "2026-7-11", "2026-13-01", "2025-02-29", "1500-02-29", "0000-01-01", "2026-07-11T00",
    "٢٠٢٦-07-11",
  ])
  func `text that is not a valid calendar date is rejected`(_ text: String) {
    #expect(CalendarDay(text) == nil)
  }
}
