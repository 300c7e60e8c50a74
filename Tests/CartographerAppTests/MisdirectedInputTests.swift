import CartographerCore
import CartographerPresentation
import Geodesy
import TerminalUI
import Testing

@testable import CartographerApp

/// A key, a click or a paste meant for one thing does not change or discard another.
@Suite struct MisdirectedInputTests {
  let editor = EditorDriver()

  private var drawnPointCount: Int? {
    if case .draw(let drawing) = editor.state.mode { drawing.points.count } else { nil }
  }

  @Test(arguments: ["box-select", "open", "move-place", "simplify"])
  func `a drawing is kept by every command that leaves it`(command: String) {
    editor.press("o p a l a l a :")
    editor.type(command)
    editor.press("enter")
    for _ in 0..<4 where drawnPointCount == nil { editor.press("esc") }
    if drawnPointCount == nil { editor.press("o p") }
    #expect(drawnPointCount == 3)
  }

  @Test func `keys typed after an export command do not answer its question`() {
    editor.answersReads = false
    editor.press(":")
    editor.type("export out.gpx")
    editor.press("enter g r")
    editor.send(.exportExists(job: 1, ids: [ItemID(.path, 1)], path: "out.gpx"))
    #expect(editor.state.modeName == "CONFIRM")
    #expect(editor.state.input.chord.isEmpty)
    let isReplaced = editor.effects.contains {
      if case .export(_, _, _, _, let replacing, _, _) = $0 { replacing } else { false }
    }
    #expect(!isReplaced)
    editor.press("esc")
    #expect(editor.state.list.tab == .paths)
  }

  @Test func `keys typed after an export command take effect once the export has begun`() {
    editor.answersReads = false
    editor.press(":")
    editor.type("export out.gpx")
    editor.press("enter g r")
    #expect(editor.state.list.tab == .paths)
    editor.send(.jobProgress(id: 1, JobProgress(fraction: nil, detail: "")))
    #expect(editor.state.list.tab == .groups)
  }

  @Test func `a click waits for the keys before it`() {
    editor.answersWrites = false
    editor.press("R d")
    editor.click(5, 8)
    editor.answer()
    #expect(editor.library.index.path(ItemID(.path, 1))?.trashed != nil)
    #expect(editor.library.content.snapshot.paths.count { $0.trashed != nil } == 1)
    #expect(editor.state.list.cursor.selected > 1)
  }

  @Test func `in an itinerary, commands act on the selected stop, not on hidden marks`() {
    editor.press("g r enter j space g i a enter :")
    let item = editor.state.selected
    #expect(item != nil)
    #expect(editor.state.list.marks.count == 1)
    editor.state.list.removeMarks()
    editor.state.list.mark([ItemID(.path, 7)])
    editor.type("delete")
    editor.press("enter")
    #expect(editor.library.index.path(ItemID(.path, 7))?.trashed == nil)
    #expect(item.flatMap { editor.library.index[$0]?.trashed } != nil)
  }

  @Test func `opening a path shows that path even if another path is marked`() throws {
    editor.press("space enter")
    #expect(editor.state.targets == [ItemID(.path, 2)])
    let box = try #require(editor.state.index.outlines[ItemID(.path, 2)]?.bounds)
    let fitted = MapViewport.fitting(box, in: editor.state.layout.mapSize, maximumZoom: 14)
    #expect(editor.state.map.viewport == fitted)
  }

  @Test func `the open history is reloaded after several changes are undone one by one`() {
    editor.press("d d d d g h j j j t")
    editor.answersWrites = false
    editor.press("y")
    editor.answer()
    guard let history = editor.state.overlays.top(as: HistoryList.self) else {
      Issue.record("the history is not open")
      return
    }
    #expect(history.changes?.count == 1)
    editor.press("t")
    #expect(editor.state.toast?.text.contains("there are no changes after") == true)
  }

  @Test func `keys typed in the history wait until the history is reloaded`() {
    editor.press("d d d g h")
    editor.answersWrites = false
    editor.press("u G t")
    #expect(editor.state.modeName == "HISTORY")
    editor.answer()
    #expect(
      editor.state.modeName == "HISTORY",
      "two changes are left: only one follows the oldest, so no question is asked")
    #expect(editor.library.done.count == 1)
  }

  @Test func `a sensor search works before the sensor data arrives and after an edit`() {
    var content = SampleLibrary.content()
    let path = ItemID(.path, 1)
    content.sensors[path] = PathSensors(columns: [.heartRate: (0..<40).map { 100 + Double($0) }])
    let editor = EditorDriver(content)
    editor.answersReads = false
    editor.press("enter /")
    editor.type("hr>130")
    editor.press("enter")
    editor.answer()
    #expect(editor.state.pathEditing.search?.found == Array(31..<40))
    #expect(editor.state.shownPoint == 31)
    content.sensors[path] = PathSensors(columns: [.heartRate: (0..<39).map { 101 + Double($0) }])
    editor.library.content.sensors = content.sensors
    editor.press("x")
    #expect(editor.state.pathEditing.search?.found == Array(30..<39))
  }

  @Test func `pasted text selects the first match even if the cursor was moved`() {
    editor.press("j m down down")
    editor.send(.input(.paste("TMB")))
    editor.press("enter")
    #expect(editor.library.index.path(ItemID(.path, 2))?.groups == [SampleLibrary.tmb])
    editor.press("esc : down down")
    editor.send(.input(.paste("history")))
    editor.press("enter")
    #expect(editor.state.modeName == "HISTORY")
    editor.press("esc ? /")
    editor.send(.input(.paste("trash")))
    #expect(editor.text.contains("Show the trash"))
    #expect(!editor.text.contains("Show the places"))
  }

  @Test func `escape clears the filter before it clears the marks`() {
    editor.press("space /")
    editor.type("a")
    editor.press("enter esc")
    #expect(editor.state.list.filter.isEmpty)
    #expect(editor.state.list.marks.count == 1)
    editor.press("esc")
    #expect(editor.state.list.marks.isEmpty)
  }
}
