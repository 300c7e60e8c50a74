import CartographerCore
import Foundation
import TerminalUI
import Testing

@testable import CartographerApp

/// The order of the list's rows, and the selection after filtering.
@Suite struct ListOrderTests {
  private static let day = Date(timeIntervalSinceReferenceDate: 805_000_000)

  @Test func `the trash lists the latest deletion first, in any sort order`() {
    var content = SampleLibrary.content()
    for (position, hours) in [(0, 2.0), (1, 5), (2, 1)] {
      content.snapshot.paths[position].trashed = Self.day + hours * 3_600
    }
    content.snapshot.places[0].trashed = Self.day + 3 * 3_600
    let editor = EditorDriver(content)
    editor.press("g t")
    let expected = ["Bernina morning", "Les Contamines", "Aletsch traverse", "Col du Bonhomme"]
    #expect(editor.rowNames == expected)
    for keys in [", n", ", d", ", r"] {
      editor.press(keys)
      #expect(editor.rowNames == expected)
      #expect(editor.state.toast?.text.contains("the last deleted item is always first") == true)
    }
    #expect(editor.state.list.sort == SortOrder())
    editor.press("g p , l g t")
    #expect(editor.rowNames == expected)
  }

  @Test func `numbers in names are sorted by their value, in the list and the groups`() {
    var content = SampleLibrary.content()
    for (position, number) in [1, 10, 2].enumerated() {
      content.snapshot.paths[position].name = "Alp \(number)"
      content.snapshot.groups.append(
        GroupSnapshot(
          id: ItemID(.group, Int64(50 + position)), name: "Tour \(number)", created: Self.day))
    }
    let editor = EditorDriver(content)
    #expect(editor.rowNames.filter { $0.hasPrefix("Alp ") } == ["Alp 1", "Alp 2", "Alp 10"])
    editor.press("g r")
    #expect(editor.rowNames.filter { $0.hasPrefix("Tour ") } == ["Tour 1", "Tour 2", "Tour 10"])
  }

  @Test func `paths without times come last by date, and show when they were added`() {
    var content = SampleLibrary.content()
    content.times[ItemID(.path, 2)] = nil
    content.snapshot.paths[1].created = Self.day + 400 * 86_400
    let editor = EditorDriver(content)
    editor.press(", d")
    #expect(editor.rowNames.last == "Bernina morning")
    #expect(editor.rowNames.first == "富士山 walk")
    editor.press(", d")
    #expect(editor.rowNames.last == "Bernina morning")
    editor.press("G")
    #expect(editor.screen.contains { $0.contains("Bernina morning") && $0.contains("added 2027-") })
    #expect(editor.text.components(separatedBy: "added ").count == 2, "\(editor.text)")
  }

  @Test(arguments: ["esc", "enter esc", "backspace esc"])
  func `the selection returns after a filter without a match`(keys: String) {
    let editor = EditorDriver()
    editor.press("j j j j j /")
    editor.type("zzz")
    #expect(editor.rowNames.isEmpty)
    editor.press(keys)
    #expect(editor.rowNames.count == 14)
    #expect(editor.selectedName == "Faulhorn ridge")
  }

  @Test func `the selection returns after a filter that first matched another item`() {
    let editor = EditorDriver()
    editor.press("j j j j j /")
    editor.type("zurichx")
    editor.press("esc")
    #expect(editor.selectedName == "Faulhorn ridge")
  }

  @Test func `n and N wrap around at the ends of a filtered list`() {
    let editor = EditorDriver()
    editor.press("/")
    editor.type("haute")
    editor.press("enter n n")
    #expect(editor.selectedName == "Haute Route d3")
    editor.press("n")
    #expect(editor.selectedName == "Haute Route d1")
    #expect(editor.state.toast?.text == "The selection wrapped around to the start of the list")
    editor.press("N")
    #expect(editor.selectedName == "Haute Route d3")
  }

  @Test func `the sort order of another store is not restored`() {
    let editor = EditorDriver()
    editor.press(", l")
    var session = editor.state.session
    var same = AppState(size: Size(columns: 80, rows: 24))
    same.restore(session)
    #expect(same.list.sort == SortOrder(.length))
    session.store = "/tmp/other.store"
    var other = AppState(size: Size(columns: 80, rows: 24))
    other.restore(session)
    #expect(other.list.sort == SortOrder())
  }
}
