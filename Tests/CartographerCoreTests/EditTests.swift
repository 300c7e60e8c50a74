import CartographerCore
import Foundation
import Geodesy
import LogicalDump
import Testing

@Suite struct EditTests {
  let refuge = ItemID(.location, 1)
  let zurich = ItemID(.location, 2)
  let track = ItemID(.path, 1)
  let route = ItemID(.path, 2)
  let trip = ItemID(.group, 1)
  let empty = ItemID(.group, 2)

  @Test func `a snapshot of the sample library shows its items, counts and undo depth`()
    async throws
  {
    let snapshot = try await Library.sample().snapshot()
    #expect(snapshot.places.map(\.name) == ["Refuge", "Zürich"])
    #expect(snapshot.places[0].elevationMetres == 2_000)
    #expect(snapshot.places[1].elevationMetres == nil)
    #expect(snapshot.places.allSatisfy { $0.groups == [trip] && $0.created == testTime })
    #expect(snapshot.paths.map(\.pointCount) == [3, 4])
    #expect(snapshot.paths.map(\.kind) == [.track, .route])
    #expect(snapshot.groups.map(\.placeCount) == [2, 0])
    #expect(snapshot.groups.map(\.pathCount) == [1, 0])
    #expect(snapshot.undoCount == 6)
    #expect(snapshot.redoCount == 0)
    #expect(snapshot.isWritable)
  }

  @Test func `undo and redo restore the exact contents for every kind of edit`() async throws {
    let library = try await Library.sample()
    let points = try #require(try await library.geometry(track)).keys
    let here = Coordinate(latitude: 46, longitude: 7)
    let edits: [LibraryEdit] = [
      .set(.name, of: [refuge], to: "Hütte"),
      .set(.colour, of: [refuge, track, trip], to: "#12abEF"),
      .set(.symbol, of: [track, zurich], to: "Flag"), .set(.notes, of: [trip], to: "Long"),
      .addPlace(name: "New", here, elevationMetres: 3, groups: [trip, empty]),
      .movePlace(refuge, to: here), .setPlaceElevation(refuge, metres: 2_001.5),
      .setPlaceElevation(refuge, metres: nil), .setPlaceElevation(zurich, metres: 408),
      .setPlaceTime(refuge, Date(timeIntervalSince1970: 1_783_663_200)),
      .addPath(name: "Line", kind: .route, points: [here, here], groups: [empty]),
      .editPoints(of: track, .move(key: points[1], to: here)),
      .editPoints(of: track, .insert(before: points[1], here)),
      .editPoints(of: track, .insert(before: points[0], here)),
      .editPoints(of: track, .append(here)), .editPoints(of: track, .delete(keys: [points[1]])),
      .editPoints(of: track, .reverse), .split(track, at: points[1]), .join([track, route]),
      .createGroup(name: "Third", members: [refuge, track]),
      .addToGroups([refuge, route], groups: [empty]),
      .removeFromGroups([refuge, track], groups: [trip]), .trash([refuge, track, trip]),
      .itinerary(of: trip, .setFirstDay("2026-07-11")),
      .itinerary(of: empty, .add([.item(route), .title("Rest"), .item(route)], at: .day(2))),
    ]
    for edit in edits {
      let before = try await library.dump()
      let result = try await library.apply(edit)
      let after = try await library.dump()
      #expect(before != after, "\(edit) changed nothing")
      #expect(result.undo != nil, "\(edit)")
      #expect(!result.title.imperative.isEmpty)
      let undone = try await library.undo()
      #expect(try await library.dump() == before, "\(edit)")
      #expect(undone.title == result.title)
      #expect(Set(undone.deleted) == Set(result.created), "\(edit)")
      #expect(
        Set(undone.changed).isSuperset(of: result.changed.filter { $0.kind != .group }), "\(edit)")
      _ = try await library.redo()
      #expect(try await library.dump() == after, "\(edit)")
      _ = try await library.undo()
    }
  }

  @Test func `edits applied together are one change, and a failing edit rolls all of them back`()
    async throws
  {
    let library = try await Library.sample()
    let before = try await library.dump()
    let edits: [LibraryEdit] = [
      .set(.name, of: [track], to: "Way"), .set(.colour, of: [track], to: "#000000"),
      .set(.notes, of: [track], to: "Steep"),
    ]
    let result = try await library.apply(together: edits)
    #expect(result.title.imperative == "Edit Way")
    #expect(result.changed == [track])
    #expect(try await library.snapshot().paths[0].notes == "Steep")
    _ = try await library.undo()
    #expect(try await library.dump() == before)
    await #expect(throws: LibraryError.self) {
      try await library.apply(together: edits + [.split(route, at: 99)])
    }
    #expect(try await library.dump() == before)
  }

  @Test func `the title of an edit names the action and its items`() async throws {
    let library = try await Library.sample()
    let titles: [(LibraryEdit, String)] = [
      (.set(.name, of: [track], to: "Way"), "Rename Col du Bonhomme to Way"),
      (.set(.name, of: [refuge, zurich], to: "Hut"), "Rename 2 places to Hut"),
      (.set(.details, of: [refuge, track], to: "x"), "Change description of 2 items"),
      (.set(.colour, of: [track], to: "#abcdef"), "Colour Way #ABCDEF"),
      (.set(.colour, of: [track], to: "#f0a"), "Colour Way #FF00AA"),
      (.set(.colour, of: [track], to: "#d7263d"), "Colour Way red"),
      (.set(.colour, of: [track], to: nil), "Clear colour of Way"),
      (.addToGroups([refuge, zurich], groups: [empty]), "Add 2 places to Empty"),
      (.trash([track]), "Delete Way"), (.restore([track]), "Restore Way"),
    ]
    for (edit, title) in titles { #expect(try await library.apply(edit).title.imperative == title) }
    #expect(
      try await library.history().suffix(titles.count).map(\.title.imperative) == titles.map(\.1))
  }

  @Test func `an edit that changes nothing adds no change to the history`() async throws {
    let library = try await Library.sample()
    let count = try await library.snapshot().undoCount
    for edit: LibraryEdit in [
      .set(.name, of: [track], to: "Col du Bonhomme"), .addToGroups([track], groups: [trip]),
      .removeFromGroups([track], groups: [empty]), .restore([track]),
    ] {
      let result = try await library.apply(edit)
      #expect(result.undo == nil, "\(edit)")
      #expect(result.changed.isEmpty, "\(edit)")
    }
    #expect(try await library.snapshot().undoCount == count)
  }
}
