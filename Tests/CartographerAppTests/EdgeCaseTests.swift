import CartographerCore
import CartographerPresentation
import Foundation
import Geodesy
import TerminalUI
import Testing

@testable import CartographerApp

/// Edge cases, such as paths without points and very large numbers.
@Suite struct EdgeCaseTests {
  @Test func `selecting a range of a path without points shows a warning`() {
    var content = SampleLibrary.content()
    let path = ItemID(.path, 1)
    content.points[path] = []
    content.elevations[path] = []
    content.times[path] = []
    content.snapshot.paths[0].pointCount = 0
    let editor = EditorDriver(content)
    editor.press("enter v")
    #expect(editor.state.toast?.level == .warning)
    #expect(editor.text.contains("EDIT"))
  }

  @Test func `stepping a point number beyond the largest integer does not overflow`() {
    let editor = EditorDriver()
    editor.press("t c")
    editor.type("9223372036854775807")
    editor.press("tab k l")
    #expect(editor.text.contains("the path has points 1–40"))
    editor.press("h")
    #expect(editor.text.contains("9223372036854775806"))
  }

  @Test func `closing an itinerary resets the profile's point to the selected path`() {
    var content = SampleLibrary.content()
    content.snapshot.groups[0].itinerary = [
      StopSnapshot(
        id: StopID(500), day: 1, item: ItemID(.path, 13), title: "Zürich lakeside", note: "")
    ]
    let editor = EditorDriver(content)
    editor.press("g r enter g i")
    let profile = editor.state.layout.rect(of: .profile)
    let point = Point(column: (profile?.column ?? 0) + 4, row: (profile?.row ?? 0) + 2)
    editor.send(.input(.mouse(MouseEvent(.wheelUp, at: point))))
    #expect(editor.state.pathEditing.pointCursor == 183)
    editor.press("esc y")
    #expect(editor.state.selected == ItemID(.path, 1))
    let copied = editor.effects.compactMap { if case .copy(let text) = $0 { text } else { nil } }
    let first = editor.state.paths[ItemID(.path, 1)]?.coordinate(at: 0)
    #expect(copied == first.map { [editor.state.settings.notation.format($0)] })
  }

  @Test func `a range of rows ends after a command acts on it`() {
    let editor = EditorDriver()
    editor.press("g r enter v j x")
    #expect(editor.library.done.count == 1)
    #expect(editor.state.modeName == "NORMAL")
    editor.press("u")
    #expect(editor.state.modeName == "NORMAL")
    #expect(editor.state.list.range.isEmpty)
  }

  @Test func `a trashed group disappears from the search and details of its members`() {
    let editor = EditorDriver()
    let path = ItemID(.path, 1)
    let before = editor.state.index
    #expect(before.matches("alps", among: [path]) == [path])
    editor.press("g r d g p")
    #expect(editor.state.index.group(SampleLibrary.alps)?.trashed != nil)
    let after = LibraryIndex(
      LibraryUpdate(snapshot: editor.library.content.snapshot, changed: []), of: before)
    #expect(after.matches("alps", among: [path]).isEmpty)
    #expect(editor.selectedName == "Aletsch traverse")
    #expect(!editor.text.contains("Alps 2026"))
    #expect(editor.state.index.mapPlaces.allSatisfy { $0.role == .place })
  }

  @Test func `the ascent of an itinerary's path uses the configured threshold`() throws {
    let editor = EditorDriver()
    editor.press(":")
    editor.type("set threshold 100m")
    editor.press("enter")
    let path = ItemID(.path, 1)
    let measures = try #require(editor.state.library.measures(of: path))
    #expect(measures.thresholdMetres == 100)
    let ascent = try #require(measures.ascentMetres)
    #expect(editor.state.library.stretch(of: path)?.ascentMetres == ascent)
  }
}
