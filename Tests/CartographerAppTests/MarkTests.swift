import CartographerCore
import CartographerPresentation
import TerminalUI
import Testing

@testable import CartographerApp

/// Marks select the items for the next change. Marks that are not visible have no effect.
@Suite struct MarkTests {
  let editor = EditorDriver()

  @Test func `deleting acts on the selected item if only another list has marks`() throws {
    editor.press("space space g l")
    let place = try #require(editor.state.selected)
    #expect(editor.text.contains("2 marked in Paths"))
    editor.press("d")
    #expect(editor.writes == [.edit(.trash([place]))])
    #expect(editor.state.list.marks == [ItemID(.path, 1), ItemID(.path, 2)])
  }

  @Test func `marks in the shown list and in another list are deleted together`() throws {
    editor.press("space space g l")
    let place = try #require(editor.state.selected)
    editor.press("space")
    #expect(editor.text.contains("3 marked  "))
    editor.press("d")
    #expect(editor.writes == [.edit(.trash([place, ItemID(.path, 1), ItemID(.path, 2)]))])
  }

  @Test func `deleting acts on the selected item if the filter hides the marks`() {
    editor.press("space /")
    editor.type("eiger")
    editor.press("enter")
    #expect(editor.text.contains("1 marked but hidden"))
    editor.press("d")
    #expect(editor.writes == [.edit(.trash([ItemID(.path, 5)]))])
  }

  @Test func `the form for a new group offers marked items only in their own list`() {
    editor.press("space g l o g")
    #expect(!editor.text.contains("New group with"))
    editor.press("esc g p o g")
    #expect(editor.text.contains("New group with 1 path"))
  }

  @Test(arguments: ["2", "3", "4", "5"])
  func `showing another list moves the focus to the list`(pane: String) {
    editor.press("\(pane) g l")
    #expect(editor.state.focus == .list)
  }

  @Test func `a box selection on the map marks items, and commands act on them`() {
    editor.press("g t 2 F v L L L J J J enter")
    #expect(!editor.state.list.marks.isEmpty)
    #expect(editor.state.list.actsOnMarks)
  }
}
