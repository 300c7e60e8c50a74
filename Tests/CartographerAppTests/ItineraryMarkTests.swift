import CartographerCore
import TerminalUI
import Testing

@testable import CartographerApp

/// The marked stops of an itinerary, on which changes act together.
@Suite struct ItineraryMarkTests {
  @Test(arguments: [
    ("space j space J", ["1 B", "1 A", "2 D", "2 C", "2 E"]),
    ("j space space J", ["1 A", "2 B", "2 D", "2 C", "2 E"]),
    ("j j space space K", ["1 A", "1 B", "1 C", "1 D", "2 E"]),
    ("space space >", ["2 A", "2 B", "2 C", "2 D", "2 E"]),
    ("j space space >", ["1 A", "2 B", "2 D", "2 E", "3 C"]),
    ("j j space space <", ["1 A", "1 B", "1 C", "1 D", "2 E"]),
    ("space j space x", ["1 B", "2 D", "2 E"]),
  ])
  func `a change of marked stops is one change, which u undoes`(_ keys: String, _ stops: [String]) {
    let editor = EditorDriver.planning(days: [1, 1, 2, 2, 2])
    editor.press(keys)
    #expect(editor.plannedStops == stops)
    #expect(editor.writes.count == 1)
    editor.press("u")
    #expect(editor.plannedStops == ["1 A", "1 B", "2 C", "2 D", "2 E"])
  }

  @Test func `marks are shown and counted, and stay when the marked stops move`() {
    let editor = EditorDriver.planning(days: [1, 1, 1, 1])
    editor.press("space space")
    #expect(editor.state.selectedStop?.title == "C")
    #expect(editor.text.contains("2 marked"))
    #expect(editor.text.contains("* 1 A") && editor.text.contains("* 2 B"), "\(editor.text)")
    #expect(!editor.text.contains("* 3 C"))
    editor.press("J J")
    #expect(editor.plannedStops == ["1 C", "1 D", "1 A", "1 B"])
    editor.press("J")
    #expect(
      editor.state.toast?.text == "The last stop is marked, so the marked stops cannot move down")
    #expect(editor.writes.count == 2)
    editor.press("space")
    #expect(editor.state.targetStops.map(\.title) == ["C", "A", "B"])
  }

  @Test func `space unmarks a marked stop, and esc first unmarks all stops`() {
    let editor = EditorDriver.planning(days: [1, 1, 1])
    editor.press("space k space")
    #expect(editor.state.itinerary?.marks.isEmpty == true)
    editor.press("space esc")
    #expect(editor.state.itinerary?.marks.isEmpty == true)
    #expect(editor.state.modeName == "ITINERARY")
    editor.press("x")
    #expect(editor.plannedStops == ["1 A", "1 B"], "the selected stop is removed")
    editor.press("esc")
    #expect(editor.state.mode == .browse)
  }

  @Test func `after a removal of marked stops, the next remaining stop is selected`() {
    let editor = EditorDriver.planning(days: [1, 1, 1, 1, 1])
    editor.press("space space space k x")
    #expect(editor.plannedStops == ["1 D", "1 E"])
    #expect(editor.state.selectedStop?.title == "D")
    #expect(editor.state.itinerary?.marks.isEmpty == true)
    editor.press("j space x")
    #expect(editor.state.selectedStop?.title == "D")
  }

  @Test func `marked stops cannot leave the valid days`() {
    let editor = EditorDriver.planning(days: [1, 2, 9_999])
    editor.press("space space <")
    #expect(editor.text.contains("Day 1 is the first day"))
    editor.press("space >")
    #expect(editor.text.contains("An itinerary cannot have more than 9999 days"))
    #expect(editor.writes.isEmpty)
  }

  @Test func `D sets all marked stops to done, and back to planned only if all are done`() {
    let editor = EditorDriver.planning(days: [1, 1, 1])
    func done() -> Int {
      editor.state.library.plan(of: SampleLibrary.alps)?.total.done ?? 0
    }
    editor.press("D space space space D")
    #expect(done() == 3)
    editor.press("D")
    #expect(done() == 0)
  }

  @Test func `the form of marked stops sets their day in one change`() {
    let editor = EditorDriver.planning(days: [1, 1, 2, 3])
    editor.press("space j space e")
    #expect(editor.text.contains("Day of 2 stops"))
    #expect(editor.text.contains("now on days 1–2"))
    editor.press("0 enter")
    #expect(editor.text.contains("a number from 1 to 9999"))
    editor.press("ctrl-u 3 enter")
    #expect(editor.plannedStops == ["1 B", "3 A", "3 C", "3 D"])
    #expect(editor.writes.count == 1)
    editor.press("u e enter")
    #expect(editor.text.contains("Nothing was changed"))
  }

  @Test func `stops can be marked in a store that is read-only, but not in the column of groups`() {
    let editor = EditorDriver.planning(days: [1, 1], size: Size(columns: 200, rows: 60))
    editor.press("0 space")
    #expect(editor.state.itinerary?.marks.isEmpty == true)
    #expect(editor.text.contains("this command acts on the stops"))
    var content = SampleLibrary.content()
    content.snapshot.isWritable = false
    content.snapshot.groups[0].itinerary = [StopSnapshot(id: StopID(500), day: 1, title: "A")]
    let readOnly = EditorDriver(content)
    readOnly.press("g r g i space")
    #expect(readOnly.text.contains("1 marked"))
  }

  @Test func `a stop that another change removes is no longer marked`() {
    let editor = EditorDriver.planning(days: [1, 1])
    editor.press("a")
    editor.type("Ferry")
    editor.press("enter space u")
    #expect(editor.state.itinerary?.marks.isEmpty == true)
    #expect(!editor.text.contains("marked"))
  }
}
