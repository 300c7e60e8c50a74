import CartographerCore
import Foundation
import Geodesy
import LogicalDump
import TestSupport
import Testing

@Suite struct PointEditTests {
  let track = ItemID(.path, 1)
  let route = ItemID(.path, 2)
  let here = Coordinate(latitude: 46, longitude: 7)

  private func latitudes(_ library: Library, _ id: ItemID) async throws -> [Double] {
    try #require(try await library.geometry(id)).columns.latitudes
  }

  @Test func `inserting, appending and deleting points keeps their order`() async throws {
    let library = try await Library.sample()
    let keys = try #require(try await library.geometry(track)).keys
    _ = try await library.apply(.editPoints(of: track, .insert(before: keys[1], here)))
    #expect(try await latitudes(library, track) == [45.7, 46, 45.71, 45.72])
    _ = try await library.apply(.editPoints(of: track, .insert(before: keys[0], here)))
    #expect(try await latitudes(library, track) == [46, 45.7, 46, 45.71, 45.72])
    _ = try await library.apply(.editPoints(of: track, .append(here)))
    #expect(try await latitudes(library, track) == [46, 45.7, 46, 45.71, 45.72, 46])
    let deleted = try await library.apply(
      .editPoints(of: track, .delete(keys: [keys[0], keys[2]])))
    #expect(deleted.title.imperative == "Delete 2 points of Col du Bonhomme")
    #expect(try await latitudes(library, track) == [46, 46, 45.71, 46])
  }

  @Test func `a new path stores the known elevations of its points`() async throws {
    let library = try await Library.sample()
    let result = try await library.apply(
      .addPath(
        name: "To the hut", kind: .route, points: [here, here], elevations: [2_483, .nan],
        groups: []))
    let id = try #require(result.created.first)
    let elevations = try #require(try await library.geometry(id)).columns.elevations
    #expect(elevations.count == 2 && elevations[0] == 2_483 && elevations[1].isNaN)
  }

  @Test func `inserting at one position keeps the order even when no index gap is left`()
    async throws
  {
    let library = try await Library.sample()
    let keys = try #require(try await library.geometry(track)).keys
    for step in 1...40 {
      let point = Coordinate(latitude: Double(step), longitude: 0)
      _ = try await library.apply(.editPoints(of: track, .insert(before: keys[1], point)))
    }
    #expect(
      try await latitudes(library, track) == [45.7] + (1...40).map(Double.init) + [45.71, 45.72])
  }

  @Test func `all points at exactly one position move together`() async throws {
    let library = try await Library.sample()
    let first = try #require(try await library.geometry(track)).columns.coordinate(0)
    _ = try await library.apply(.editPoints(of: track, .append(first)))
    let moved = try await library.apply(.editPoints(of: track, .moveAll(from: first, to: here)))
    #expect(moved.title.imperative == "Move points of Col du Bonhomme")
    #expect(try await latitudes(library, track) == [46, 45.71, 45.72, 46])
    _ = try await library.undo()
    #expect(try await latitudes(library, track) == [45.7, 45.71, 45.72, 45.7])
  }

  @Test func `reversing a path reverses its points and segments`() async throws {
    let library = try await Library.sample()
    _ = try await library.apply(.join([track, route]))
    let before = try #require(try await library.geometry(track))
    #expect(before.columns.segmentStarts == [0, 3])
    _ = try await library.apply(.editPoints(of: track, .reverse))
    let after = try #require(try await library.geometry(track))
    #expect(after.columns.latitudes == before.columns.latitudes.reversed())
    #expect(after.keys == before.keys.reversed())
    #expect(after.columns.segmentStarts == [0, 4])
    #expect(abs(after.measures.lengthMetres - before.measures.lengthMetres) < 1e-6)
  }

  @Test func `splitting gives two paths that share a point and the path's colour and groups`()
    async throws
  {
    let library = try await Library.sample()
    _ = try await library.apply(.set(.colour, of: [route], to: "#112233"))
    _ = try await library.apply(.addToGroups([route], groups: [ItemID(.group, 1)]))
    let whole = try #require(try await library.geometry(route))
    let result = try await library.apply(.split(route, at: whole.keys[1]))
    let second = try #require(result.created.first)
    let first = try #require(try await library.geometry(route))
    let rest = try #require(try await library.geometry(second))
    #expect(first.keys == Array(whole.keys[0...1]))
    #expect(rest.keys.dropFirst() == whole.keys[2...])
    #expect(rest.columns.longitudes[0] == whole.columns.longitudes[1])
    let sum = first.measures.lengthMetres + rest.measures.lengthMetres
    #expect(abs(sum - whole.measures.lengthMetres) < 1e-6)
    let snapshot = try await library.snapshot()
    let path = try #require(snapshot.paths.first { $0.id == second })
    #expect(path.colour == "#112233")
    #expect(path.kind == .route)
    #expect(path.groups == [ItemID(.group, 1)])
    #expect(path.name == "Plan (2)")
  }

  @Test func `joining appends segments, combines groups and trashes the other paths`() async throws
  {
    let library = try await Library.sample()
    _ = try await library.apply(.addToGroups([route], groups: [ItemID(.group, 2)]))
    let result = try await library.apply(.join([track, route]))
    #expect(result.deleted == [route])
    let joined = try #require(try await library.geometry(track))
    #expect(joined.count == 7)
    #expect(joined.columns.segmentStarts == [0, 3])
    let snapshot = try await library.snapshot()
    #expect(snapshot.paths[0].groups == [ItemID(.group, 1), ItemID(.group, 2)])
    #expect(snapshot.paths[1].trashed == testTime)
    #expect(snapshot.paths[1].pointCount == 4)
    _ = try await library.apply(.restore([route]))
    let routed = try await library.apply(.join([route, track]))
    #expect(routed.title.imperative == "Join 2 paths as Plan")
    #expect(try #require(try await library.geometry(route)).columns.segmentStarts == [0])
  }

  @Test func `deleting a whole segment renumbers the segments after it`() async throws {
    let library = try await Library.sample()
    _ = try await library.apply(.join([track, route]))
    let keys = try #require(try await library.geometry(track)).keys
    _ = try await library.apply(.editPoints(of: track, .delete(keys: Array(keys[0..<3]))))
    let left = try #require(try await library.geometry(track))
    #expect(left.keys == Array(keys[3...]))
    #expect(left.columns.segmentStarts == [0])
  }

  @Test func `setting a point to its current value changes nothing`() async throws {
    let library = try await Library.temporary()
    let text = GPXText.file(
      "<trk><trkseg><trkpt lat=\"46.10\" lon=\"7\"><ele>500.0</ele>"
        + "<time>2026-07-11T06:00:00.000Z</time></trkpt></trkseg></trk>")
    let id = try #require(try await library.importText(text).paths.first)
    let key = try #require(try await library.geometry(id)?.keys.first)
    let written = try await library.exportedText([id])
    _ = try await library.apply(.set(.notes, of: [id], to: "Later"))
    _ = try await library.undo()
    let time = try Date("2026-07-11T06:00:00Z", strategy: .iso8601)
    for edit in [
      PointEdit.move(key: key, to: Coordinate(latitude: 46.1, longitude: 7)),
      .setElevation(keys: [key], metres: 500), .setTime(key: key, time), .reverse,
    ] {
      let result = try await library.apply(.editPoints(of: id, edit))
      #expect(result.undo == nil && result.changed.isEmpty, "\(edit)")
    }
    #expect(try await library.exportedText([id]) == written, "the original text is kept")
    #expect(try await library.redo().changed == [id], "redo is still possible")
  }

  @Test func `an invalid edit is rejected and changes nothing`() async throws {
    let library = try await Library.sample()
    let keys = try #require(try await library.geometry(track)).keys
    let other = try #require(try await library.geometry(route)).keys
    let before = try await library.dump()
    let nowhere = Coordinate(latitude: 91, longitude: 0)
    let invalidEdits: [(LibraryEdit, LibraryError.Code)] = [
      (.set(.name, of: [track], to: "  "), .invalid), (.set(.name, of: [], to: "x"), .nothingToDo),
      (.set(.colour, of: [track], to: "red"), .invalid),
      (.set(.colour, of: [track], to: "#12345"), .invalid),
      (.set(.symbol, of: [ItemID(.group, 1)], to: "Flag"), .invalid),
      (.set(.name, of: [ItemID(.path, 9)], to: "x"), .notFound),
      (.addPlace(name: "x", nowhere, elevationMetres: nil, groups: []), .invalid),
      (.addPlace(name: "x", here, elevationMetres: .nan, groups: []), .invalid),
      (.addPlace(name: "x", here, elevationMetres: 1e300, groups: []), .invalid),
      (.addPlace(name: "x", here, elevationMetres: nil, groups: [ItemID(.group, 9)]), .notFound),
      (.movePlace(track, to: here), .invalid),
      (.movePlace(ItemID(.location, 1), to: nowhere), .invalid),
      (.addPath(name: "x", kind: .track, points: [], groups: []), .invalid),
      (.split(track, at: keys[0]), .invalid), (.split(track, at: keys[2]), .invalid),
      (.split(track, at: other[1]), .notFound), (.join([track]), .invalid),
      (.join([track, track]), .invalid),
      (.editPoints(of: track, .delete(keys: keys)), .invalid),
      (.editPoints(of: track, .delete(keys: [other[0]])), .notFound),
      (.editPoints(of: track, .move(key: keys[0], to: nowhere)), .invalid),
      (.purge([track]), .invalid), (.createGroup(name: "", members: []), .invalid),
      (.createGroup(name: "x", members: [ItemID(.group, 1)]), .invalid),
      (.addToGroups([track], groups: [track]), .invalid),
    ]
    for (edit, code) in invalidEdits {
      do {
        _ = try await library.apply(edit)
        Issue.record("an invalid edit was accepted: \(edit)")
      } catch let error as LibraryError {
        #expect(error.code == code, "\(edit): \(error)")
        #expect(!error.message.isEmpty)
      }
      #expect(try await library.dump() == before, "\(edit)")
    }
  }
}
