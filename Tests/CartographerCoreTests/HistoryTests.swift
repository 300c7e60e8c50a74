import Foundation
import Geodesy
import LogicalDump
import TestSupport
import Testing

@testable import CartographerCore

/// The differences made by each change, and the limits of the history.
@Suite struct HistoryTests {
  private let refuge = ItemID(.location, 1)
  private let track = ItemID(.path, 1)
  private let route = ItemID(.path, 2)
  private let trip = ItemID(.group, 1)

  private func item(_ id: ItemID, _ diff: ChangeDiff) throws -> ChangeDiff.Item {
    try #require(diff.items.first { $0.id == id })
  }

  @Test func `a diff shows a changed field before and after`() async throws {
    let library = try await Library.sample()
    _ = try await library.apply(.set(.notes, of: [refuge], to: "Open in June"))
    _ = try await library.apply(.set(.name, of: [refuge], to: "Hut"))
    let diff = try await library.diff(of: nil)
    let change = try #require(diff.changes.first)
    #expect(diff.changes.count == 1 && change.title.imperative == "Rename Refuge to Hut")
    #expect(
      try item(refuge, diff).fields == [
        ChangeDiff.Field(name: "name", before: .text("Refuge"), after: .text("Hut"))
      ])
    let older = try await library.diff(of: change.id - 1)
    #expect(
      try item(refuge, older).fields == [
        ChangeDiff.Field(name: "notes", before: nil, after: .text("Open in June"))
      ])
  }

  @Test func `a diff shows a moved place by its coordinates`() async throws {
    let library = try await Library.sample()
    _ = try await library.apply(.movePlace(refuge, to: Coordinate(latitude: 46, longitude: 6.9)))
    let moved = try item(refuge, try await library.diff(of: nil))
    #expect(
      moved.fields == [
        ChangeDiff.Field(name: "latitude", before: .number(45.9), after: .number(46))
      ])
  }

  @Test func `a diff shows changes of points as counts with samples`() async throws {
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

  @Test func `a diff shows a created item with the name and groups it had then`() async throws {
    let library = try await Library.sample()
    let made = try await library.apply(
      .addPlace(
        name: "Col", Coordinate(latitude: 45, longitude: 7), elevationMetres: 1, groups: [trip]))
    let (id, entry) = (try #require(made.created.first), try #require(made.undo))
    _ = try await library.apply(.set(.name, of: [id], to: "Pass"))
    let diff = try await library.diff(of: entry)
    let difference = try item(id, diff)
    #expect(difference.action == .created)
    #expect(difference.name == "Col")
    #expect(difference.joined == [trip])
    #expect(
      difference.fields.contains(
        ChangeDiff.Field(name: "latitude", before: nil, after: .number(45)))
    )
    _ = try await library.apply(.removeFromGroups([id], groups: [trip]))
    #expect(try item(id, try await library.diff(of: nil)).left == [trip])
  }

  @Test func `a diff shows the first day of an itinerary before and after`() async throws {
    let library = try await Library.sample()
    _ = try await library.apply(.itinerary(of: trip, .setFirstDay("2026-07-11")))
    #expect(
      try item(trip, try await library.diff(of: nil)).fields == [
        ChangeDiff.Field(name: "first day", before: nil, after: .text("2026-07-11"))
      ])
  }

  @Test func `a diff with many points still shows the coordinates of a new place`() async throws {
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

  @Test func `an item created and purged within one change is not reported`() async throws {
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

  @Test func `a diff of an unknown change fails with an error that names it`() async throws {
    let library = try await Library.sample()
    await #expect { _ = try await library.diff(of: 4_711) } throws: { error in
      (error as? LibraryError)?.code == .notFound && "\(error)".contains("4711")
    }
  }

  @Test func `change summaries count created, changed and deleted items`() async throws {
    let library = try await Library.sample()
    _ = try await library.apply(.set(.colour, of: [track, route], to: "#102030"))
    _ = try await library.apply(.trash([route]))
    _ = try await library.apply(.purge([route]))
    let summaries = try await library.changeSummaries(limit: 3)
    #expect(summaries.map(\.changed) == [0, 1, 2])
    #expect(summaries.map(\.deleted) == [1, 0, 0])
    #expect(summaries[2].ids == [track, route])
    let first = try #require(try await library.changeSummaries().last)
    #expect(first.created == 1)
    #expect(first.ids == [trip])
    #expect(try await library.historyBounds().isCut == false)
  }

  @Test func `the history keeps as many changes as its limit allows`() async throws {
    let library = try await Library.open(
      at: .memory, history: HistoryLimits(changes: 3, rows: 5_000_000), clock: { testTime })
    for number in 1...5 {
      _ = try await library.apply(.createGroup(name: "\(number)", members: []))
    }
    #expect(try await library.history().map(\.id) == [3, 4, 5])
    let bounds = try await library.historyBounds()
    #expect(bounds.isCut && bounds.maximumChanges == 3 && bounds.maximumImages == 5_000_000)
    for _ in 0..<3 { _ = try await library.undo() }
    await #expect(throws: LibraryError.self) { _ = try await library.undo() }
    #expect(try await library.snapshot().groups.map(\.name) == ["1", "2"])
  }

  @Test func `the row limit of the history discards old changes but keeps the newest one`()
    async throws
  {
    let library = try await Library.open(
      at: .memory, history: HistoryLimits(changes: 100, rows: 4), clock: { testTime })
    let made = try await library.apply(.createGroup(name: "a", members: [])).created
    for name in ["b", "c", "d", "e"] {
      _ = try await library.apply(.set(.name, of: made, to: name))
    }
    #expect(try await library.historyBounds().images <= 4)
    #expect(try await library.history().count < 5)
    _ = try await library.undo()
    #expect(try await library.snapshot().groups.map(\.name) == ["d"])
  }
}
