import CartographerCore
import CartographerPresentation
import TerminalUI
import Testing

@testable import CartographerApp

/// Marks gather what one change is to act on, and never act where they cannot be seen.
@Suite struct MarkTests {
  let editor = EditorDriver()

  private var writes: [Write] {
    editor.effects.compactMap { if case .write(let write, _, _) = $0 { write } else { nil } }
  }

  @Test func `marks of another list are left alone: the selection is acted on`() throws {
    editor.press("space space g l")
    let place = try #require(editor.state.selected)
    #expect(editor.text.contains("2 marked in Paths"))
    editor.press("d")
    #expect(writes == [.edit(.trash([place]))])
    #expect(editor.state.list.marks == [ItemID(.path, 1), ItemID(.path, 2)])
  }

  @Test func `marks of two lists go together once one of them shows`() throws {
    editor.press("space space g l")
    let place = try #require(editor.state.selected)
    editor.press("space")
    #expect(editor.text.contains("3 marked  "))
    editor.press("d")
    #expect(writes == [.edit(.trash([place, ItemID(.path, 1), ItemID(.path, 2)]))])
  }

  @Test func `marks that the filter hides are left alone`() {
    editor.press("space /")
    editor.type("eiger")
    editor.press("enter")
    #expect(editor.text.contains("1 marked out of sight"))
    editor.press("d")
    #expect(writes == [.edit(.trash([ItemID(.path, 5)]))])
  }

  @Test func `a new group takes marks in only where they show`() {
    editor.press("space g l o g")
    #expect(!editor.text.contains("New group with"))
    editor.press("esc g p o g")
    #expect(editor.text.contains("New group with 1 path"))
  }

  @Test(arguments: ["2", "3", "4", "5"])
  func `showing another list brings the keys there`(pane: String) {
    editor.press("\(pane) g l")
    #expect(editor.state.focus == .list)
  }

  @Test func `a box on the map shows what it marked, and verbs act on that`() {
    editor.press("g t 2 F v L L L J J J enter")
    #expect(!editor.state.list.marks.isEmpty)
    #expect(editor.state.list.actsOnMarks)
  }
}
