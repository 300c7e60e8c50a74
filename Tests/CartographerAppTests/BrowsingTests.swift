import CartographerCore
import CartographerPresentation
import Foundation
import Geodesy
import TerminalUI
import Testing

@testable import CartographerApp

/// Moving in the lists, filtering, sorting and marking rows, and opening groups.
@Suite struct BrowsingTests {
  let editor = EditorDriver()

  @Test func `the filter also finds items by their symbol`() throws {
    var content = SampleLibrary.content()
    content.snapshot.places[0].symbol = "Campground"
    let editor = EditorDriver(content)
    editor.press("] /")
    editor.type("campgr")
    #expect(editor.state.list.rows == [content.snapshot.places[0].id])
  }

  @Test func `the cursor moves and stays inside the list`() {
    editor.press("k")
    #expect(editor.selectedName == "Aletsch traverse")
    editor.press("j j")
    #expect(editor.selectedName == "Col du Bonhomme")
    editor.press("G j")
    #expect(editor.state.list.cursor.selected == 13)
    editor.press("g g")
    #expect(editor.selectedName == "Aletsch traverse")
  }

  @Test(arguments: [
    ("zurich", ["Zürich lakeside"]), ("ZÜRICH", ["Zürich lakeside"]), ("tmb", ["Col du Bonhomme"]),
    ("haute d2", ["Haute Route d2"]), ("富士", ["富士山 walk"]), ("no such thing", []),
  ])
  func `the filter ignores case and accents and searches group names`(
    text: String, names: [String]
  ) {
    editor.press("/")
    editor.type(text)
    #expect(editor.rowNames == names)
  }

  @Test func `the filter finds places by their notes`() {
    editor.press("g l /")
    editor.type("two nights")
    #expect(editor.rowNames == ["Hôtel du Col"])
  }

  @Test func `enter keeps the filter, and escape clears it and keeps the selected item`() {
    editor.press("/")
    editor.type("haute")
    #expect(editor.text.contains("3 of 14"))
    editor.press("enter j")
    #expect(editor.rowNames.count == 3)
    #expect(editor.selectedName == "Haute Route d2")
    editor.press("esc")
    #expect(editor.rowNames.count == 14)
    #expect(editor.selectedName == "Haute Route d2", "the selection stays on the item")
  }

  @Test func `lengthening the filter searches only the rows that already match`() {
    editor.press("/ h")
    let after = editor.rowNames
    editor.state.list.setCandidates([])
    editor.press("a")
    #expect(!editor.rowNames.isEmpty)
    #expect(Set(editor.rowNames).isSubset(of: after))
    editor.press("backspace")
    #expect(editor.rowNames.isEmpty, "a shorter filter searches all candidates again")
  }

  @Test func `sorting by length puts the longest first, and sorting again reverses the order`() {
    editor.press(", l")
    let lengths = editor.state.list.rows.compactMap {
      editor.state.library.measures(of: $0)?.lengthMetres
    }
    #expect(lengths == lengths.sorted(by: >))
    editor.press(", l")
    #expect(editor.state.list.sort == SortOrder(.length, isDescending: false))
    #expect(editor.effects.contains { if case .saveSession = $0 { true } else { false } })
  }

  @Test func `sorting by name ignores case and accents`() {
    #expect(editor.rowNames.last == "富士山 walk")
    #expect(editor.rowNames.firstIndex(of: "Zürich lakeside") == 12)
  }

  @Test func `rows are marked one by one, as a range, by inversion and all at once`() {
    editor.press("space space")
    #expect(editor.state.list.marks.count == 2)
    editor.press("v j j v")
    #expect(editor.state.list.marks.count == 5)
    editor.press("*")
    #expect(editor.state.list.marks.count == 9)
    editor.press("a")
    #expect(editor.state.list.marks.count == 14)
    editor.press("a")
    #expect(editor.state.list.marks.isEmpty)
  }

  @Test func `opening a group shows its members, and h returns to the group`() {
    editor.press("g r enter")
    #expect(editor.state.list.scope == SampleLibrary.alps)
    #expect(
      editor.rowNames == [
        "Aletsch traverse", "Col du Bonhomme", "Dents du Midi", "Grimsel loop",
        "Haute Route d3", "Zürich lakeside",
      ])
    #expect(editor.state.map.contents.paths.count == 6)
    #expect(
      editor.state.map.contents.paths.allSatisfy {
        $0.role == .custom(RGBColour(red: 0x2F, green: 0x6F, blue: 0xDE))
      })
    editor.press("]")
    #expect(editor.rowNames.count == 3)
    editor.press("h")
    #expect(editor.state.list.scope == nil)
    #expect(editor.selectedName == "Alps 2026")
  }

  @Test func `each tab keeps its selection`() {
    editor.press("j j j ] j [")
    #expect(editor.selectedName == "Dents du Midi")
    editor.press("]")
    #expect(editor.selectedName == "Hôtel du Col")
  }

  @Test func `q goes back one level at a time, and quits at the top level without asking`() {
    editor.press("g r enter")
    editor.press("q")
    #expect(!editor.wantsToQuit)
    editor.press("q")
    #expect(editor.wantsToQuit)
    #expect(editor.state.overlays.isEmpty)
  }

  @Test func `a message reports an unbound key, or why a command is unavailable`() {
    editor.press("z x")
    #expect(editor.state.toast?.text.contains("z x does nothing here") == true)
    editor.press("x")
    #expect(editor.state.toast?.text.contains("open a group") == true)
    #expect(editor.library.done.isEmpty)
  }

  @Test func `a change by another program reloads the list and keeps the item selected`() {
    editor.press("j j")
    editor.library.content.snapshot.paths.removeFirst()
    editor.library.content.snapshot.revision += 1
    editor.send(.loaded(editor.library.index))
    #expect(editor.selectedName == "Col du Bonhomme")
    #expect(editor.state.list.cursor.selected == 1)
    #expect(editor.state.toast?.text.contains("Another program") == true)
  }

  @Test func `a snapshot older than the current one is ignored`() {
    let old = editor.library.index
    editor.press("d")
    editor.send(.loaded(old))
    #expect(editor.rowNames.count == 13)
  }

  @Test func `points changed by another program during a pending change are reloaded`() {
    editor.answersWrites = false
    editor.press("d")
    editor.library.content.points[ItemID(.path, 5)]?[0] = Coordinate(latitude: 45, longitude: 6)
    editor.library.content.snapshot.revision += 1
    editor.send(.loaded(editor.library.index))
    editor.answer()
    #expect(editor.state.index.outlines[ItemID(.path, 5)]?.start?.latitude == 45)
  }

  @Test func `filtering an index of fifty thousand places finds every match`() {
    var content = FakeLibrary.Content(snapshot: LibrarySnapshot(revision: 1))
    let day = Date(timeIntervalSinceReferenceDate: 0)
    content.snapshot.places = (1...50_000).map { number in
      PlaceSnapshot(
        id: ItemID(.location, Int64(number)), name: "Plätz \(number)",
        coordinate: Coordinate(latitude: 46, longitude: 7), created: day)
    }
    let index = LibraryIndex(content.snapshot)
    let all = content.snapshot.places.map(\.id)
    let first = index.matches("platz 4", among: all)
    #expect(first.count == all.count { "\($0.key)".contains("4") })
    #expect(index.matches("PLATZ 49999", among: first).count == 1)
  }

  @Test func `the map moves only if the selected item is outside the visible area`() {
    editor.press("g l")
    let place = editor.state.index.place(ItemID(.location, 5))?.coordinate
    editor.press("2 + + + + + + + + + + + + + +")
    editor.press("shift-left shift-left shift-left shift-left 1")
    let before = editor.state.map.viewport
    editor.press("j")
    #expect(editor.state.map.viewport != before)
    editor.press("k")
    let cell = place.flatMap {
      editor.state.map.viewport.visibleCell(at: $0, in: editor.state.layout.mapSize)
    }
    #expect(cell != nil)
    let viewport = editor.state.map.viewport
    editor.press("f")
    editor.press("k")
    #expect(editor.state.map.viewport.centre == viewport.centre)
  }

  @Test func `an updated index finds the same items as an index built from scratch`() {
    var snapshot = editor.library.content.snapshot
    let before = LibraryIndex(snapshot)
    snapshot.paths[3].name = "Zermatt"
    snapshot.places[0].notes = "closed on Mondays"
    snapshot.groups[1].name = "Tour du Mont Blanc"
    let all = snapshot.paths.map(\.id) + snapshot.places.map(\.id)
    let after = LibraryIndex(
      LibraryUpdate(
        snapshot: snapshot, changed: [snapshot.paths[3].id, snapshot.places[0].id]), of: before)
    for word in ["zermatt", "mondays", "mont blanc", "tmb", "alps", "dents"] {
      #expect(
        after.matches(word, among: all)
          == LibraryIndex(snapshot).matches(word, among: all), "\(word)")
    }
    #expect(after.matches("mont blanc", among: all).count == 1)
  }
}
