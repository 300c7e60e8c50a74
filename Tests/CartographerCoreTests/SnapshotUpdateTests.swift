import CartographerCore
import Foundation
import TestSupport
import Testing

/// Updated snapshots, compared with snapshots that are read from scratch.
@Suite struct SnapshotUpdateTests {
  @Test func `an updated snapshot equals a new one after random edits, undo and redo`() async throws
  {
    let library = try await Library.sample()
    var random = SplitMix64.forTest()
    var known = try await library.snapshot(countingPoints: false)
    for step in 0..<150 {
      // Every fourth update follows several changes.
      for _ in 0..<[1, 1, 1, 3][step % 4] {
        switch Int.random(in: 0..<6, using: &random) {
        case 0: _ = try? await library.undo()
        case 1: _ = try? await library.redo()
        default:
          let edit = try await RandomEditTests.edit(
            library.snapshot(countingPoints: false), library, &random)
          _ = try? await library.apply(edit)
        }
      }
      known = try await library.update(after: known).snapshot
      let fresh = try await library.snapshot(countingPoints: false)
      #expect(known == fresh)
      if known != fresh { return }
    }
  }

  @Test func `an updated snapshot reflects changes that another library undid and discarded`()
    async throws
  {
    let folder = try TemporaryDirectory()
    let url = folder.url.appending(path: "a.store")
    let first = try await Library.file(url)
    let second = try await Library.file(url)
    let hut = try await first.apply(.createGroup(name: "Alps", members: [])).created
    _ = try await first.apply(.set(.name, of: hut, to: "Andes"))
    let known = try await second.snapshot(countingPoints: false)
    _ = try await first.undo()
    // This discards the undone change, which the history no longer lists.
    _ = try await first.apply(.createGroup(name: "Jura", members: []))
    let now = try await second.update(after: known).snapshot
    #expect(now == (try await first.snapshot(countingPoints: false)))
    #expect(now.groups.map(\.name) == ["Alps", "Jura"])
  }

  @Test func `updating a snapshot without changes returns the same snapshot`() async throws {
    let library = try await Library.sample()
    let known = try await library.snapshot(countingPoints: false)
    let update = try await library.update(after: known)
    #expect(update.snapshot == known)
    #expect(update.changed == [])
  }

  @Test func `updating a snapshot reads only the changed items`() async throws {
    let library = try await Library.sample()
    let known = try await library.snapshot(countingPoints: false)
    let (hut, way) = (known.places[0].id, known.paths[0].id)
    _ = try await library.apply(.movePlace(hut, to: known.places[1].coordinate))
    _ = try await library.apply(.addToGroups([way], groups: [known.groups[1].id]))
    #expect(try await library.update(after: known).changed == [hut, way])
  }
}
