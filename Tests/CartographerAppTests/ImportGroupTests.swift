import TestSupport
import Testing

@testable import CartographerApp
@testable import CartographerCore

/// The choice of a group for all imported items in the import prompt.
@Suite struct ImportGroupTests {
  private let editor: LiveEditor
  /// The keys that open the import prompt for all files.
  private let opening = ": \"import .\" enter "

  init() async throws {
    editor = try await LiveEditor()
    for (file, place) in [("a.gpx", "Hut"), ("b.gpx", "Lake")] {
      try editor.folder.write(
        GPXText.file("<wpt lat=\"45.\(place.count)\" lon=\"6\"><name>\(place)</name></wpt>"),
        to: "tracks/\(file)")
    }
  }

  /// The names of the places in each group.
  private var members: [String: [String]] {
    get async throws {
      let snapshot = try await editor.library.snapshot()
      let names = snapshot.groups.map { group in
        (group.name, snapshot.places.filter { $0.groups.contains(group.id) }.map(\.name).sorted())
      }
      return Dictionary(names) { $0 + $1 }
    }
  }

  @Test func `t names a new group, which is created by the import`() async throws {
    let question = try await editor.screen(after: opening)
    #expect(question.contains("t       add all items to the group: none"), "\(question)")
    let list = try await editor.screen(after: opening + "t \"Huts and lakes\"")
    #expect(list.contains("new group “Huts and lakes”"), "\(list)")
    let chosen = try await editor.screen(after: opening + "t \"Huts and lakes\" enter")
    #expect(chosen.contains("add all items to the group: Huts and lakes"), "\(chosen)")
    #expect(chosen.contains("in the group Huts and lakes"), "\(chosen)")
    #expect(try await members.isEmpty)
    _ = try await editor.screen(after: opening + "t \"Huts and lakes\" enter enter")
    #expect(try await members == ["Huts and lakes": ["Hut", "Lake"]])
  }

  @Test func `an existing group is chosen from the list, also if its name is not unique`()
    async throws
  {
    for _ in 1...2 {
      _ = try await editor.library.apply(.createGroup(name: "Alps", members: []))
    }
    _ = try await editor.screen(after: opening + "t \"alp\" down enter enter")
    let snapshot = try await editor.library.snapshot()
    #expect(snapshot.groups.count == 2, "no group was created")
    #expect(snapshot.places.map(\.groups.count) == [1, 1])
    #expect(Set(snapshot.places.flatMap(\.groups)).count == 1)
  }

  @Test func `the group can be removed from the import, and esc keeps it`() async throws {
    let kept = try await editor.screen(after: opening + "t \"Huts\" enter t esc")
    #expect(kept.contains("add all items to the group: Huts"), "\(kept)")
    _ = try await editor.screen(after: opening + "t \"Huts\" enter t enter enter")
    #expect(try await members.isEmpty)
    #expect(try await editor.library.snapshot().places.count == 2)
  }

  @Test func `files that are already in the store are added to the group`() async throws {
    _ = try await editor.screen(after: ": \"import tracks/a.gpx\" enter")
    let skipped = try await editor.screen(after: opening)
    #expect(skipped.contains("Import b.gpx?"), "\(skipped)")
    let grouped = try await editor.screen(after: opening + "t \"Huts\" enter")
    #expect(grouped.contains("Import 2 files?"), "\(grouped)")
    #expect(grouped.contains("already in the library; adds 1 item to the group"), "\(grouped)")
    let text = try await editor.screen(after: opening + "t \"Huts\" enter enter")
    #expect(text.contains("1 item added to groups"), "\(text)")
    #expect(try await members == ["Huts": ["Hut", "Lake"]])
    let again = try await editor.screen(after: opening + "t \"Huts\" enter")
    #expect(again.contains("Nothing to import"), "\(again)")
  }

  @Test func `an unknown ID of a group is an error, as on the command line`() async throws {
    let text = try await editor.screen(after: opening + "t \"G9\" enter")
    #expect(text.contains("Nothing to import"), "\(text)")
    #expect(text.contains("There is no group G9"), "\(text)")
    #expect(text.contains("t       add all items to the group: G9"), "\(text)")
  }
}
