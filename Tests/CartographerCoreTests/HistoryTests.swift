import Foundation
import Geodesy
import LogicalDump
import TestSupport
import Testing

@testable import CartographerCore

/// What an entry did, item by item, and items brought back from before one.
@Suite struct HistoryTests {
  private let refuge = ItemID(.location, 1)
  private let track = ItemID(.path, 1)
  private let route = ItemID(.path, 2)
  private let trip = ItemID(.group, 1)

  private func item(_ id: ItemID, _ diff: ChangeDiff) throws -> ChangeDiff.Item {
    try #require(diff.items.first { $0.id == id })
  }

  // MARK: Differences

  @Test func `a field that changed is told before and after`() async throws {
    let library = try await Library.sample()
    _ = try await library.apply(.set(.notes, of: [refuge], to: "Open in June"))
    _ = try await library.apply(.set(.name, of: [refuge], to: "Hut"))
    let diff = try await library.diff(of: nil)
    #expect(diff.entry.title.imperative == "Rename Refuge to Hut")
    #expect(
      try item(refuge, diff).fields == [
        ChangeDiff.Field(name: "name", before: .text("Refuge"), after: .text("Hut"))
      ])
    let older = try await library.diff(of: diff.entry.id - 1)
    #expect(
      try item(refuge, older).fields == [
        ChangeDiff.Field(name: "notes", before: nil, after: .text("Open in June"))
      ])
  }

  @Test func `a moved place is told by its position`() async throws {
    let library = try await Library.sample()
    _ = try await library.apply(.movePlace(refuge, to: Coordinate(latitude: 46, longitude: 6.9)))
    let moved = try item(refuge, try await library.diff(of: nil))
    #expect(
      moved.fields == [
        ChangeDiff.Field(name: "latitude", before: .number(45.9), after: .number(46))
      ])
  }

  @Test func `points are told by their numbers and the first of them`() async throws {
    let library = try await Library.sample()
    let keys = try #require(try await library.geometry(track)).keys
    _ = try await library.apply(
      .editPoints(of: track, .move(key: keys[1], to: Coordinate(latitude: 45.8, longitude: 6.7))))
    let moved = try item(track, try await library.diff(of: nil)).points
    #expect(moved.changed == 1)
    #expect(moved.samples.first?.before?.coordinate.latitude == 45.71)
    #expect(moved.samples.first?.after?.coordinate.latitude == 45.8)
    _ = try await library.apply(.editPoints(of: track, .delete(keys: [keys[0]])))
    let removed = try item(track, try await library.diff(of: nil)).points
    #expect((removed.added, removed.changed, removed.removed) == (0, 0, 1))
    let split = try await library.apply(
      .split(route, at: try #require(try await library.geometry(route)).keys[1]))
    let diff = try await library.diff(of: nil)
    #expect(try item(route, diff).points.removed == 2)
    #expect(try item(try #require(split.created.first), diff).points.added == 3)
  }

  @Test func `what was made and who joined which group is told as it was then`() async throws {
    let library = try await Library.sample()
    let made = try await library.apply(
      .addPlace(
        name: "Col", Coordinate(latitude: 45, longitude: 7), elevationMetres: 1, groups: [trip]))
    let (id, entry) = (try #require(made.created.first), try #require(made.undo))
    _ = try await library.apply(.set(.name, of: [id], to: "Pass"))
    let diff = try await library.diff(of: entry)
    let told = try item(id, diff)
    #expect(told.action == .created)
    #expect(told.name == "Col")
    #expect(told.joined == [trip])
    #expect(
      told.fields.contains(ChangeDiff.Field(name: "latitude", before: nil, after: .number(45))))
    _ = try await library.apply(.removeFromGroups([id], groups: [trip]))
    #expect(try item(id, try await library.diff(of: nil)).left == [trip])
  }

  @Test func `the first day of an itinerary is told before and after`() async throws {
    let library = try await Library.sample()
    _ = try await library.apply(.itinerary(of: trip, .setFirstDay("2026-07-11")))
    #expect(
      try item(trip, try await library.diff(of: nil)).fields == [
        ChangeDiff.Field(name: "first day", before: nil, after: .text("2026-07-11"))
      ])
  }

  @Test func `a place that was made after many points is told with its position`() async throws {
    let library = try await Library.sample()
    let points = (0..<1_100).map { Coordinate(latitude: 46 + Double($0) / 10_000, longitude: 7) }
    let made = try await library.apply(together: [
      .addPath(name: "Long", kind: .track, points: points, groups: []),
      .addPlace(
        name: "Hut", Coordinate(latitude: 47, longitude: 8), elevationMetres: nil, groups: []),
    ]).created
    let names = try item(made[1], try await library.diff(of: nil)).fields.map(\.name)
    #expect(names == ["name", "latitude", "longitude"])
  }

  @Test func `what an entry made and took away again is told by nobody`() async throws {
    let library = try await Library.sample()
    try await library.beginScript(title: ChangeTitle(stored: "Script"))
    let made = try await library.apply(
      .addPlace(
        name: "X", Coordinate(latitude: 47, longitude: 8), elevationMetres: nil, groups: []))
    _ = try await library.apply(.trash(made.created))
    _ = try await library.apply(.purge(made.created))
    _ = try await library.apply(.set(.notes, of: [refuge], to: "Open"))
    let done = try await library.endScript(title: ChangeTitle(stored: "Script"), isKept: true)
    let undone = try await library.undo()
    let redone = try await library.redo()
    for result in [done, undone, redone] {
      #expect(result.changed == [refuge] && result.created.isEmpty && result.deleted.isEmpty)
    }
    let summary = try #require(try await library.changeSummaries(limit: 1).first)
    #expect((summary.created, summary.changed, summary.deleted) == (0, 1, 0))
  }

  @Test func `an entry that is not there is named`() async throws {
    let library = try await Library.sample()
    await #expect { _ = try await library.diff(of: 4_711) } throws: { error in
      (error as? LibraryError)?.code == .notFound && "\(error)".contains("4711")
    }
  }

  @Test func `summaries count items by what became of them`() async throws {
    let library = try await Library.sample()
    _ = try await library.apply(.set(.colour, of: [track, route], to: "#102030"))
    _ = try await library.apply(.trash([route]))
    _ = try await library.apply(.purge([route]))
    let told = try await library.changeSummaries(limit: 3)
    #expect(told.map(\.changed) == [0, 1, 2])
    #expect(told.map(\.deleted) == [1, 0, 0])
    #expect(told[2].ids == [track, route])
    let first = try #require(try await library.changeSummaries().last)
    #expect(first.created == 1)
    #expect(first.ids == [trip])
    #expect(try await library.historyBounds().isCut == false)
  }

  @Test func `as many changes are kept as was asked for, the newest whatever it has`() async throws
  {
    let library = try await Library.open(
      at: .memory, history: HistoryLimits(entries: 3, rows: 5_000_000), clock: { testTime })
    for number in 1...5 {
      _ = try await library.apply(.createGroup(name: "\(number)", members: []))
    }
    #expect(try await library.history().map(\.id) == [3, 4, 5])
    let bounds = try await library.historyBounds()
    #expect(bounds.isCut && bounds.maximumEntries == 3 && bounds.maximumImages == 5_000_000)
    for _ in 0..<3 { _ = try await library.undo() }
    await #expect(throws: LibraryError.self) { _ = try await library.undo() }
    #expect(try await library.snapshot().groups.map(\.name) == ["1", "2"])
  }

  @Test func `changes of more rows than may be kept go, but for the newest`() async throws {
    let library = try await Library.open(
      at: .memory, history: HistoryLimits(entries: 100, rows: 4), clock: { testTime })
    let made = try await library.apply(.createGroup(name: "a", members: [])).created
    for name in ["b", "c", "d", "e"] {
      _ = try await library.apply(.set(.name, of: made, to: name))
    }
    #expect(try await library.historyBounds().images <= 4)
    #expect(try await library.history().count < 5)
    _ = try await library.undo()
    #expect(try await library.snapshot().groups.map(\.name) == ["d"])
  }

  // MARK: Restoring

  @Test func `an item is what it was before an entry, and one undo takes that back`() async throws {
    let library = try await Library.sample()
    let before = try await library.dump()
    let first = try #require(
      try await library.apply(.set(.name, of: [refuge], to: "Hut")).undo)
    _ = try await library.apply(.movePlace(refuge, to: Coordinate(latitude: 1, longitude: 2)))
    _ = try await library.apply(.removeFromGroups([refuge], groups: [trip]))
    _ = try await library.apply(.trash([refuge]))
    let changed = try await library.dump()
    let result = try await library.apply(.revert([refuge], toBefore: first))
    #expect(result.changed == [refuge])
    #expect(try await library.dump() == before)
    _ = try await library.undo()
    #expect(try await library.dump() == changed)
    _ = try await library.redo()
    #expect(try await library.dump() == before)
  }

  @Test func `only the item asked for comes back`() async throws {
    let library = try await Library.sample()
    let entry = try #require(
      try await library.apply(.set(.colour, of: [track, route], to: "#102030")).undo)
    _ = try await library.apply(.revert([track], toBefore: entry))
    let paths = try await library.snapshot().paths
    #expect(paths.map(\.colour) == [nil, "#102030"])
  }

  @Test func `points that were moved, deleted, added and reordered come back`() async throws {
    let library = try await Library.sample()
    let before = try await library.dump()
    let keys = try #require(try await library.geometry(route)).keys
    let entry = try #require(
      try await library.apply(
        .editPoints(of: route, .insert(before: keys[1], Coordinate(latitude: 1, longitude: 1)))
      )
      .undo)
    _ = try await library.apply(
      .editPoints(of: route, .move(key: keys[2], to: Coordinate(latitude: 2, longitude: 2))))
    _ = try await library.apply(.editPoints(of: route, .delete(keys: [keys[0], keys[3]])))
    _ = try await library.apply(.editPoints(of: route, .reverse))
    let changed = try await library.dump()
    _ = try await library.apply(.revert([route], toBefore: entry))
    #expect(try await library.dump() == before)
    _ = try await library.undo()
    #expect(try await library.dump() == changed)
  }

  @Test func `points that a split gave away are copied back, and the piece keeps its own`()
    async throws
  {
    let library = try await Library.sample()
    let whole = try #require(try await library.geometry(route))
    let split = try await library.apply(.split(route, at: whole.keys[1]))
    let piece = try #require(split.created.first)
    let rest = try #require(try await library.geometry(piece))
    _ = try await library.apply(.revert([route], toBefore: try #require(split.undo)))
    let back = try #require(try await library.geometry(route)).columns
    #expect(back.longitudes == whole.columns.longitudes)
    #expect(back.segmentStarts == whole.columns.segmentStarts)
    let kept = try #require(try await library.geometry(piece)).columns
    #expect(kept.longitudes == rest.columns.longitudes)
    #expect(try await library.geometry(piece)?.keys == rest.keys)
  }

  @Test func `an item deleted for good comes back under its id`() async throws {
    let library = try await Library.sample()
    let before = try await library.dump()
    let entry = try #require(try await library.apply(.trash([track, refuge])).undo)
    _ = try await library.apply(.purge([track, refuge]))
    _ = try await library.apply(.revert([track, refuge], toBefore: entry))
    #expect(try await library.dump() == before)
  }

  @Test func `a group comes back with its members`() async throws {
    let library = try await Library.sample()
    let before = try await library.dump()
    let entry = try #require(
      try await library.apply(.removeFromGroups([track, refuge], groups: [trip])).undo)
    _ = try await library.apply(.set(.name, of: [trip], to: "Holiday"))
    _ = try await library.apply(.revert([trip], toBefore: entry))
    #expect(try await library.dump() == before)
  }

  @Test func `what was not there then, and what is no change, is said`() async throws {
    let library = try await Library.sample()
    let made = try await library.apply(
      .addPath(
        name: "New", kind: .track, points: [Coordinate(latitude: 1, longitude: 1)], groups: []))
    let (id, entry) = (try #require(made.created.first), try #require(made.undo))
    let before = try await library.dump()
    await #expect { _ = try await library.apply(.revert([id], toBefore: entry)) } throws: {
      ($0 as? LibraryError)?.code == .notFound && "\($0)".contains("did not exist before")
    }
    let nothing = try await library.apply(.revert([track], toBefore: entry))
    #expect(nothing.undo == nil)
    #expect(try await library.dump() == before)
  }

  // MARK: Scripts

  @Test func `what a script does is one entry, and what it made can be used in it`() async throws {
    let library = try await Library.sample()
    let before = try await library.dump()
    let count = try await library.history().count
    try await library.beginScript(title: ChangeTitle(stored: "Run a.txt"))
    let made = try await library.apply(.createGroup(name: "New", members: [])).created
    _ = try await library.apply(.addToGroups([track, refuge], groups: made))
    _ = try await library.importText(
      GPXText.file(GPXText.track("T", GPXText.way(from: 46))), options: ImportOptions())
    #expect(try await library.snapshot().groups.map(\.name) == ["Trip", "Empty", "New"])
    let result = try await library.endScript(title: ChangeTitle(stored: "Run a.txt"), isKept: true)
    #expect(result.created.contains(made[0]))
    #expect(Set(result.changed) == [track, refuge])
    #expect(try await library.history().count == count + 1)
    #expect(try await library.history().last?.title.imperative == "Run a.txt")
    let after = try await library.dump()
    _ = try await library.undo()
    #expect(try await library.dump() == before)
    _ = try await library.redo()
    #expect(try await library.dump() == after)
  }

  @Test func `a refused call of a script leaves the others, and abandoning leaves nothing`()
    async throws
  {
    let library = try await Library.sample()
    let before = try await library.dump()
    try await library.beginScript(title: ChangeTitle(stored: "Try"))
    _ = try await library.apply(.set(.name, of: [refuge], to: "Hut"))
    await #expect(throws: LibraryError.self) {
      try await library.apply(together: [
        .set(.name, of: [track], to: "Way"), .trash([ItemID(.path, 99)]),
      ])
    }
    await #expect(throws: LibraryError.self) { try await library.undo() }
    #expect(try await library.snapshot().places.first?.name == "Hut")
    #expect(try await library.snapshot().paths.first?.name == "Col du Bonhomme")
    try await library.abandonScript()
    #expect(try await library.dump() == before)
    let revision = try await library.revision()
    try await library.beginScript(title: ChangeTitle(stored: "Nothing"))
    #expect(
      try await library.endScript(title: ChangeTitle(stored: "Nothing"), isKept: true).undo == nil)
    #expect(try await library.revision() == revision)
    _ = try await library.apply(.set(.name, of: [refuge], to: "Hut"))
  }
}
