import CartographerCore
import CartographerPresentation
import Foundation
import Geodesy
import TerminalUI
import Testing

@testable import CartographerApp

/// The table of a path's points: movement, search, marks and edits.
@Suite struct PointTableTests {
  let editor = EditorDriver()
  let path = ItemID(.path, 1)

  private var edit: PathEditState? {
    if case .pathEdit(let edit) = editor.state.mode { edit } else { nil }
  }

  @Test func `the point table replaces the lists and has a column for each quantity of the path`() {
    editor.press("enter T")
    #expect(editor.state.layout.rect(of: .list) == nil)
    for title in ["dist", "height", "time", "speed", "slope"] {
      #expect(editor.text.contains(title), "\(title)")
    }
    editor.press("j j down k")
    #expect(edit?.point == 2)
    #expect(editor.state.mapScene.pointCursor == 2)
    editor.press("T")
    #expect(editor.state.layout.rect(of: .list) != nil)
  }

  @Test func `sensor values have columns if the path contains them and the pane is wide enough`() {
    var content = SampleLibrary.content()
    content.sensors[path] = PathSensors(columns: [.heartRate: (0..<40).map { 100 + Double($0) }])
    let editor = EditorDriver(content, size: Size(columns: 200, rows: 60))
    editor.press("enter T")
    #expect(editor.text.contains("heart"))
    #expect(editor.text.contains("139"))
    editor.press("/")
    editor.type("hr>130")
    #expect(editor.state.pathEditing.search?.found == Array(31..<40))
  }

  @Test func `a search goes to the first match, and n and N go to the next and the previous`() {
    editor.press("enter")
    let elevations = editor.library.content.elevations[path] ?? []
    let high = elevations.indices.filter { elevations[$0] > 2_000 }
    editor.press("/")
    editor.type(">2000m")
    #expect(edit?.point == high.first)
    #expect(editor.text.contains("\(high.count) points"))
    editor.press("enter n")
    #expect(edit?.point == high[1])
    editor.press("N N")
    #expect(edit?.point == high.last, "the search wraps around")
    #expect(editor.text.contains("The search wrapped around the end of the path"))
  }

  @Test func `esc returns to the point at which the search began`() {
    editor.press("enter j /")
    editor.type("dist>5km")
    #expect(edit?.point != 10)
    editor.press("esc")
    #expect(edit?.point == 10)
    #expect(editor.state.pathEditing.search == nil)
  }

  @Test func `an invalid search shows an error while it is being typed`() {
    editor.press("enter /")
    editor.type("speed>")
    #expect(editor.state.pathEditing.search == nil)
    editor.press("enter")
    #expect(editor.state.modeName == "SEARCH")
    editor.press("ctrl-u")
    editor.type("summit")
    #expect(editor.text.contains("compare"))
  }

  @Test func `keys typed after a search wait for its result`() {
    editor.press("enter")
    editor.answersReads = false
    editor.press("/")
    editor.type(">2000m")
    editor.press("enter n")
    editor.answer()
    let elevations = editor.library.content.elevations[path] ?? []
    let high = elevations.indices.filter { elevations[$0] > 2_000 }
    #expect(edit?.point == high[1])
  }

  @Test func `all matches of a search can be marked and deleted as one change`() {
    editor.press("enter /")
    editor.type(">2000m")
    editor.press("enter *")
    let marked = edit?.marks.count ?? 0
    #expect(marked > 2)
    editor.press("x")
    #expect(editor.library.content.points[path]?.count == 40 - marked)
    #expect(editor.library.done.count == 1)
    #expect(edit?.marks == [])
    #expect(
      editor.state.pathEditing.search?.found == [], "the search runs again after the deletion")
  }

  @Test func `space marks single points, and esc first removes the marks`() {
    editor.press("enter space l space")
    #expect(edit?.marks == [0, 2])
    editor.press("esc")
    #expect(edit?.marks == [])
    #expect(editor.state.modeName == "EDIT")
  }

  @Test func `a point's elevation and time can be edited in several units, and cleared`() {
    editor.press("enter l enter")
    #expect(editor.text.contains("Edit point 2"))
    editor.press("tab ctrl-u")
    editor.type("6000ft")
    editor.press("tab ctrl-u")
    editor.type("2026-07-01 10:00")
    editor.press("enter")
    #expect(abs((editor.library.content.elevations[path]?[1] ?? 0) - 1828.8) < 1e-6)
    let time = Date(timeIntervalSinceReferenceDate: editor.library.content.times[path]?[1] ?? 0)
    #expect(TimeText.minute(time, in: .gmt) == "2026-07-01 08:00 +00:00")
    #expect(editor.library.done.count == 1)
    editor.press("e tab ctrl-u tab ctrl-u enter")
    #expect(editor.library.content.elevations[path]?[1].isNaN == true)
    #expect(editor.library.content.times[path]?[1].isNaN == true)
  }

  @Test func `the form refuses an invalid elevation and an invalid time`() {
    editor.press("enter e tab ctrl-u")
    editor.type("high")
    editor.press("enter")
    #expect(editor.text.contains("a height such as 1840"))
    editor.press("ctrl-u tab ctrl-u")
    editor.type("noon")
    editor.press("enter")
    #expect(editor.text.contains("a time such as"))
    #expect(editor.library.done.isEmpty)
  }

  @Test func `one elevation can be set for several points`() {
    editor.press("enter v l l e")
    #expect(editor.text.contains("Edit 3 points"))
    editor.type("1500")
    editor.press("enter")
    #expect(editor.library.content.elevations[path]?.prefix(3).allSatisfy { $0 == 1_500 } == true)
  }

  @Test func `a click in the point table goes to the clicked point`() throws {
    editor.press("enter T")
    let rows = try #require(editor.state.layout.pointRows)
    editor.click(rows.column + 4, rows.row + 5)
    #expect(edit?.point == 5)
  }

  @Test func `a table of 100 000 points shows only the rows that fit on the screen`() throws {
    let count = 100_000
    var content = SampleLibrary.content()
    content.points[path] = (0..<count).map {
      Coordinate(latitude: 45 + Double($0) * 1e-6, longitude: 7)
    }
    content.elevations[path] = (0..<count).map { Double($0 % 1_000) }
    content.times[path] = nil
    content.snapshot.paths[0].pointCount = count
    let editor = EditorDriver(content)
    editor.press("enter T G")
    #expect(editor.text.contains("100 000"))
    #expect(editor.text.contains("99 999"))
    #expect(!editor.text.contains("99 900"))
  }
}
