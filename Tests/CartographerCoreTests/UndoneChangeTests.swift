import Geodesy
import LogicalDump
import TestSupport
import Testing

@testable import CartographerCore

/// A single change undone while later changes are kept.
@Suite struct UndoneChangeTests {
  private let refuge = ItemID(.location, 1)
  private let track = ItemID(.path, 1)
  private let route = ItemID(.path, 2)
  private let trip = ItemID(.group, 1)

  /// Applies edits as one change, changes another item, undoes the first change alone, and expects
  /// the state without it.
  private func check(_ edits: [LibraryEdit], then later: LibraryEdit) async throws {
    let library = try await Library.sample()
    _ = try await library.apply(later)
    let expected = try await library.dump()
    _ = try await library.undo()
    let number = try #require(try await library.apply(together: edits).undo)
    _ = try await library.apply(later)
    let changed = try await library.dump()
    let result = try await library.apply(.undoChange(number))
    #expect(result.undo != nil)
    #expect(try await library.dump() == expected, "\(edits)")
    _ = try await library.undo()
    #expect(try await library.dump() == changed, "\(edits)")
    _ = try await library.redo()
    #expect(try await library.dump() == expected, "\(edits)")
  }

  @Test func `an edit of fields, positions, groups and the trash is undone alone`() async throws {
    let later = LibraryEdit.set(.notes, of: [route], to: "later")
    try await check([.set(.name, of: [refuge, track], to: "Hut")], then: later)
    try await check([.movePlace(refuge, to: Coordinate(latitude: 5, longitude: 6))], then: later)
    try await check([.removeFromGroups([refuge, track], groups: [trip])], then: later)
    try await check([.trash([refuge, trip])], then: later)
    try await check(
      [.editPoints(of: route, .reverse)], then: .set(.notes, of: [track], to: "later"))
  }

  @Test func `the items of a purge come back with their IDs`() async throws {
    let library = try await Library.sample()
    let expected = try await library.dump()
    _ = try await library.apply(.trash([track]))
    let number = try #require(try await library.apply(.purge([track])).undo)
    _ = try await library.apply(.set(.notes, of: [refuge], to: "x"))
    let result = try await library.apply(.undoChange(number))
    #expect(result.created == [track])
    _ = try await library.apply(.restore([track]))
    _ = try await library.apply(.set(.notes, of: [refuge], to: nil))
    #expect(try await library.dump() == expected)
  }

  @Test func `the pieces of a split become one path again, and a joined path is divided`()
    async throws
  {
    let library = try await Library.sample()
    let whole = try #require(try await library.geometry(route)).columns
    let keys = try #require(try await library.geometry(route)).keys
    let split = try await library.apply(.split(route, at: keys[1]))
    let piece = try #require(split.created.first)
    _ = try await library.apply(.set(.notes, of: [refuge], to: "x"))
    let result = try await library.apply(.undoChange(try #require(split.undo)))
    #expect(result.deleted == [piece] && result.changed == [route])
    #expect(try #require(try await library.geometry(route)).columns.longitudes == whole.longitudes)
    #expect(try await library.snapshot().paths.count == 2)
    let other = try #require(try await library.geometry(track)).columns
    let join = try #require(try await library.apply(.join([route, track])).undo)
    _ = try await library.apply(.set(.notes, of: [refuge], to: "y"))
    _ = try await library.apply(.undoChange(join))
    #expect(try #require(try await library.geometry(route)).columns.longitudes == whole.longitudes)
    #expect(try #require(try await library.geometry(track)).columns.longitudes == other.longitudes)
  }

  @Test func `adding an item is not undone alone if a later change added a stop at the item`()
    async throws
  {
    let library = try await Library.sample()
    let addition = try await library.apply(
      .addPlace(
        name: "Hut", Coordinate(latitude: 5, longitude: 6), elevationMetres: nil, groups: [trip]))
    let hut = try #require(addition.created.first)
    let stop = try await library.apply(.itinerary(of: trip, .add([.item(hut)], at: .end)))
    let number = try #require(addition.undo)
    let before = try await library.dump()
    await #expect { _ = try await library.apply(.undoChange(number)) } throws: { error in
      let error = error as? LibraryError
      return error?.code == .changedMeanwhile && error?.ids == [hut]
        && error?.message.contains(": \(stop.undo ?? 0) (") == true
    }
    #expect(try await library.dump() == before)
    // The addition of the stop is undone alone, and afterwards that of the item.
    _ = try await library.apply(.set(.notes, of: [refuge], to: "x"))
    _ = try await library.apply(.undoChange(try #require(stop.undo)))
    _ = try await library.apply(.undoChange(number))
    #expect(try await library.snapshot().groups[0].itinerary.isEmpty)
    #expect(try await library.snapshot().place(hut) == nil)
  }

  @Test func `a change of a group and its members is undone for all of them`() async throws {
    let library = try await Library.sample()
    let edits: [LibraryEdit] = [
      .itinerary(of: trip, .add([.item(route)], at: .end)), .set(.notes, of: [trip], to: "x"),
    ]
    let number = try #require(try await library.apply(together: edits).undo)
    _ = try await library.apply(.set(.notes, of: [refuge], to: "x"))
    let result = try await library.apply(.undoChange(number))
    #expect(Set(result.changed) == [route, trip])
  }

  @Test func `a change is not undone alone if later changes affected its items`() async throws {
    let library = try await Library.sample()
    let creation = try await library.apply(.createGroup(name: "Huts", members: []))
    let (first, group) = (try #require(creation.undo), try #require(creation.created.first))
    let second = try #require(
      try await library.apply(.addToGroups([refuge], groups: [group])).undo)
    let third = try #require(try await library.apply(.set(.notes, of: [refuge], to: "x")).undo)
    let before = try await library.dump()
    for (number, later, id) in [(first, second, group), (second, third, refuge)] {
      await #expect { _ = try await library.apply(.undoChange(number)) } throws: { error in
        let error = error as? LibraryError
        return error?.code == .changedMeanwhile && error?.ids == [id]
          && error?.message.contains(": \(later) (") == true
      }
    }
    _ = try await library.undo()
    await #expect(throws: LibraryError.self) { try await library.apply(.undoChange(third)) }
    await #expect(throws: LibraryError.self) { try await library.apply(.undoChange(99)) }
    _ = try await library.redo()
    #expect(try await library.dump() == before)
  }
}
