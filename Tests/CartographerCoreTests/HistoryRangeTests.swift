import Foundation
import Geodesy
import TestSupport
import Testing

@testable import CartographerCore

/// The differences made by several changes together, and the differences between two stores.
@Suite struct HistoryRangeTests {
  private let refuge = ItemID(.location, 1)
  private let track = ItemID(.path, 1)
  private let trip = ItemID(.group, 1)

  private func item(_ id: ItemID, _ diff: ChangeDiff) throws -> ChangeDiff.Item {
    try #require(diff.items.first { $0.id == id })
  }

  @Test func `a range shows the first and the last value of a field`() async throws {
    let library = try await Library.sample()
    let first = try #require(try await library.apply(.set(.name, of: [refuge], to: "A")).undo)
    _ = try await library.apply(.set(.name, of: [refuge], to: "B"))
    let last = try #require(try await library.apply(.set(.notes, of: [refuge], to: "x")).undo)
    let diff = try await library.diff(from: first, through: last)
    #expect(diff.changes.map(\.id) == [first, first + 1, last])
    #expect(
      try item(refuge, diff).fields == [
        ChangeDiff.Field(name: "name", before: .text("Refuge"), after: .text("B")),
        ChangeDiff.Field(name: "notes", before: nil, after: .text("x")),
      ])
    _ = try await library.apply(.set(.name, of: [refuge], to: "Refuge"))
    let back = try await library.diff(from: first, through: nil)
    #expect(try item(refuge, back).fields.map(\.name) == ["notes"])
  }

  @Test func `a range leaves out items that it created and purged, and undone changes`()
    async throws
  {
    let library = try await Library.sample()
    let position = Coordinate(latitude: 46, longitude: 7)
    let added = try await library.apply(
      .addPlace(name: "Brief", position, elevationMetres: nil, groups: []))
    let first = try #require(added.undo)
    _ = try await library.apply(.trash(added.created))
    _ = try await library.apply(.purge(added.created))
    _ = try await library.apply(.addToGroups([refuge], groups: [trip]))
    _ = try await library.apply(.removeFromGroups([refuge], groups: [trip]))
    _ = try await library.apply(.set(.name, of: [track], to: "Undone"))
    _ = try await library.undo()
    let diff = try await library.diff(from: first, through: nil)
    #expect(!diff.items.contains { added.created.contains($0.id) || $0.id == track })
    #expect(diff.items.filter { $0.id == refuge }.allSatisfy { $0.joined.isEmpty })
    await #expect(throws: LibraryError.self) { _ = try await library.diff(from: 999, through: nil) }
  }

  @Test func `the differences since a backup match items by their ids`() async throws {
    let folder = try TemporaryDirectory()
    let store = folder.file("a.store")
    let library = try await Library.sample(at: .file(store))
    let backup = try StoreMaintenance.backup(of: store, to: folder.file("b.store"))
    let copy = try await Library.open(at: .file(backup)) { Date.now }
    #expect(try await library.differences(since: copy).items == [])
    let keys = try #require(try await library.geometry(track)).keys
    _ = try await library.apply(
      .editPoints(of: track, .move(key: keys[1], to: Coordinate(latitude: 45.8, longitude: 6.7))))
    _ = try await library.apply(.editPoints(of: track, .delete(keys: [keys[0]])))
    _ = try await library.apply(.set(.name, of: [refuge], to: "Hut"))
    let made = try await library.apply(.createGroup(name: "New", members: [refuge])).created
    let diff = try await library.differences(since: copy)
    #expect(diff.items.map(\.id) == made + [refuge, track].sorted())
    let moved = try item(track, diff).points
    #expect((moved.added, moved.changed, moved.removed) == (0, 1, 1))
    #expect(try item(refuge, diff).fields.map(\.name) == ["name"])
    #expect(try item(refuge, diff).joined == made)
    #expect(try item(made[0], diff).action == .created)
  }

  @Test func `a reversed path differs from the backup in every point`() async throws {
    let folder = try TemporaryDirectory()
    let store = folder.file("a.store")
    let library = try await Library.sample(at: .file(store))
    let count = try #require(try await library.geometry(track)).keys.count
    let backup = try StoreMaintenance.backup(of: store, to: folder.file("b.store"))
    let copy = try await Library.open(at: .file(backup)) { Date.now }
    let reversal = try await library.apply(.editPoints(of: track, .reverseWithoutTimes))
    let reversed = try item(track, try await library.differences(since: copy)).points
    #expect((reversed.added, reversed.changed, reversed.removed) == (0, count, 0))
    _ = try await library.undo(reversal.undo)
    #expect(try await library.differences(since: copy).items == [])
  }

  @Test func `stores that are not copies of each other are not compared`() async throws {
    let (library, other) = (try await Library.sample(), try await Library.sample())
    await #expect {
      _ = try await library.differences(since: other)
    } throws: {
      "\($0)".contains("not copies")
    }
  }
}
