import Foundation
import Geodesy
import LogicalDump
import TestSupport
import Testing

@testable import CartographerCore

/// Items restored to their state before a change.
@Suite struct HistoryRestoreTests {
  private let refuge = ItemID(.location, 1)
  private let track = ItemID(.path, 1)
  private let route = ItemID(.path, 2)
  private let trip = ItemID(.group, 1)

  @Test func `an item is restored to its state before a change, and one undo reverts that`()
    async throws
  {
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

  @Test func `restoring one item leaves the other items of the change unaffected`() async throws {
    let library = try await Library.sample()
    let entry = try #require(
      try await library.apply(.set(.colour, of: [track, route], to: "#102030")).undo)
    _ = try await library.apply(.revert([track], toBefore: entry))
    let paths = try await library.snapshot().paths
    #expect(paths.map(\.colour) == [nil, "#102030"])
  }

  @Test func `restoring a path reverts moved, deleted, inserted and reordered points`() async throws
  {
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

  @Test func `restoring a split path copies its points back, and the new piece keeps its own`()
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

  @Test func `restoring a purged item brings it back with its ID`() async throws {
    let library = try await Library.sample()
    let before = try await library.dump()
    let entry = try #require(try await library.apply(.trash([track, refuge])).undo)
    _ = try await library.apply(.purge([track, refuge]))
    _ = try await library.apply(.revert([track, refuge], toBefore: entry))
    #expect(try await library.dump() == before)
  }

  @Test func `restoring a group brings back its name and members`() async throws {
    let library = try await Library.sample()
    let before = try await library.dump()
    let entry = try #require(
      try await library.apply(.removeFromGroups([track, refuge], groups: [trip])).undo)
    _ = try await library.apply(.set(.name, of: [trip], to: "Holiday"))
    _ = try await library.apply(.revert([trip], toBefore: entry))
    #expect(try await library.dump() == before)
  }

  @Test func `restoring fails for an item that did not exist and skips an unchanged item`()
    async throws
  {
    let library = try await Library.sample()
    let made = try await library.apply(
      .addPath(
        name: "New", kind: .track, points: [Coordinate(latitude: 1, longitude: 1)], groups: []))
    let (id, entry) = (try #require(made.created.first), try #require(made.undo))
    let before = try await library.dump()
    await #expect { _ = try await library.apply(.revert([id], toBefore: entry)) } throws: {
      ($0 as? LibraryError)?.code == .notFound && "\($0)".contains("did not exist before")
    }
    let missing = ItemID(.path, 99)
    await #expect { _ = try await library.apply(.revert([missing], toBefore: entry)) } throws: {
      ($0 as? LibraryError)?.code == .notFound && "\($0)".contains("There is no path P99")
    }
    let nothing = try await library.apply(.revert([track], toBefore: entry))
    #expect(nothing.undo == nil)
    #expect(try await library.dump() == before)
  }
}
