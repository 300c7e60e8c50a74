import Foundation
import LogicalDump
import TestSupport
import Testing

@testable import CartographerCore

/// Several edits recorded as one change.
@Suite struct ScriptTests {
  private let refuge = ItemID(.location, 1)
  private let track = ItemID(.path, 1)

  @Test func `a script is one change, and its later edits can use the items it created`()
    async throws
  {
    let library = try await Library.sample()
    let before = try await library.dump()
    let count = try await library.history().count
    try await library.beginScript(title: ChangeTitle(stored: "Run a.txt"))
    let made = try await library.apply(.createGroup(name: "New", members: [])).created
    _ = try await library.apply(.addToGroups([track, refuge], groups: made))
    _ = try await library.importText(
      GPXText.file(GPXText.track("T", GPXText.latitudes(from: 46))), options: ImportOptions())
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

  @Test func `a rejected edit in a script keeps the others, and abandoning reverts them all`()
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
