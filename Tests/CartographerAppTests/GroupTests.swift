import CartographerCore
import Geodesy
import TerminalUI
import Testing

@testable import CartographerApp

/// Memberships of what is selected, and what a group is shown to amount to.
@Suite struct GroupTests {
  let editor = EditorDriver()

  private var writes: [Write] {
    editor.effects.compactMap { if case .write(let write, _, _) = $0 { write } else { nil } }
  }

  private typealias Mark = GroupPickerState.Mark

  @Test(arguments: [
    (GroupPickerState.Mark.all, [GroupPickerState.Mark.nobody, .all, .nobody]),
    (.nobody, [.all, .nobody, .all]), (.some, [.all, .nobody, .some]),
  ])
  func `space goes through the marks a group can have`(
    _ initial: GroupPickerState.Mark, _ marks: [GroupPickerState.Mark]
  ) {
    let group = SampleLibrary.alps
    var picker = GroupPickerState(items: [ItemID(.path, 1)], initial: [group: initial])
    for mark in marks {
      picker.toggle(group)
      #expect(picker.mark(of: group) == mark)
      #expect((picker.changes[group] == nil) == (mark == initial))
    }
  }

  @Test(arguments: ["d", "e", "R", "m"])
  func `in the column of groups no key acts on what the list has selected`(key: String) {
    editor.press("0 j \(key)")
    #expect(writes.isEmpty)
    #expect(editor.state.overlay == nil)
    #expect(editor.text.contains("acts on the list"))
  }

  @Test func `several memberships of all that is marked are one change, and esc leaves them`() {
    editor.press("a m space down space esc")
    #expect(writes.isEmpty)
    let marked = editor.state.list.marks
    editor.press("m")
    #expect(editor.text.contains("[-] Alps 2026"))
    #expect(editor.text.contains("[-] TMB"))
    editor.press("space down space space enter")
    guard case .together(let edits)? = writes.first, writes.count == 1, edits.count == 2,
      case .addToGroups(let added, let joined) = edits[0],
      case .removeFromGroups(let removed, let left) = edits[1]
    else {
      Issue.record("\(writes)")
      return
    }
    #expect(Set(added) == marked)
    #expect(Set(removed) == marked)
    #expect(joined == [SampleLibrary.alps])
    #expect(left == [SampleLibrary.tmb])
    editor.press("u")
    #expect(writes.last == .undo)
  }

  @Test func `the group that is selected is set off on the map in its colour`() throws {
    editor.press("g r")
    if editor.state.list.selected != SampleLibrary.alps { editor.press("j") }
    let scene = editor.state.mapScene
    #expect(scene.marked == Set(editor.state.index.members(of: SampleLibrary.alps)))
    #expect(scene.marked.count > 3)
    let blue = try #require(RGBColour(hexadecimal: "#2F6FDE"))
    #expect(scene.markedRole == .custom(blue))
    editor.press("g p")
    #expect(editor.state.mapScene.marked.isEmpty)
    #expect(editor.state.mapScene.markedRole == .marked)
  }

  @Test(arguments: [Size(columns: 80, rows: 24), Size(columns: 120, rows: 40)])
  func `the details of a group tell what its members amount to`(size: Size) {
    let editor = EditorDriver(size: size)
    editor.press("g r")
    if editor.state.list.selected != SampleLibrary.alps { editor.press("j") }
    let members = editor.state.index.members(of: SampleLibrary.alps)
      .compactMap { editor.state.paths[$0]?.measures }
    let length = editor.state.settings.units.length(
      metres: members.reduce(0) { $0 + $1.lengthMetres })
    let ascent = editor.state.settings.units.elevation(
      metres: members.compactMap(\.ascentMetres).reduce(0, +))
    #expect(editor.text.contains(length))
    #expect(editor.text.contains("↑\(ascent)"))
  }
}
