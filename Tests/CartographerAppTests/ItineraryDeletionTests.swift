import CartographerCore
import Testing

@testable import CartographerApp

/// An open itinerary whose group is deleted.
@Suite struct ItineraryDeletionTests {
  private let editor = EditorDriver()

  /// Simulates another program that deletes the group.
  private func deleteGroupElsewhere() {
    editor.library.content.snapshot.groups.removeAll { $0.id == SampleLibrary.alps }
    editor.library.content.snapshot.revision += 1
    editor.send(.loaded(editor.library.index))
  }

  @Test(arguments: ["", "a space space", "a f1", "g", "/"])
  func `if another program deletes the group, a box receives the next keys`(_ keys: String) {
    editor.press("g r")
    if editor.state.list.selected != SampleLibrary.alps { editor.press("j") }
    editor.press("g i a space space space enter g g")
    if !keys.isEmpty { editor.press(keys) }
    deleteGroupElsewhere()
    #expect(editor.state.mode == .browse && editor.state.list.tab == .groups)
    #expect(editor.text.contains("“Alps 2026” was deleted by another program"))
    #expect(editor.text.contains("Its itinerary is closed"))
    let writes = editor.writes.count
    editor.press("x d J space")
    #expect(editor.writes.count == writes && editor.state.list.marks.isEmpty)
    #expect(editor.state.overlay is MessageBox)
    if keys == "a f1" { editor.press("esc") }
    editor.press("esc")
    #expect(editor.state.overlays.isEmpty)
    #expect(editor.state.list.tab == .groups)
  }

  @Test func `undoing the creation of the group closes the itinerary and shows the groups`() {
    editor.press("g r o g")
    editor.type("Dolomites")
    editor.press("enter g i")
    #expect(editor.state.modeName == "ITINERARY")
    editor.press("u")
    #expect(editor.state.mode == .browse && editor.state.overlays.isEmpty)
    #expect(editor.state.list.tab == .groups && editor.state.list.scope == nil)
    #expect(editor.text.contains("Undid: "))
  }
}
