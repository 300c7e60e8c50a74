import CartographerCore
import CartographerPresentation
import Foundation
import Geodesy
import TerminalUI
import Testing

@testable import CartographerApp

/// The table of a path's points: walking, searching, marking, editing in place.
@Suite struct PointTableTests {
  let editor = EditorDriver()
  let path = ItemID(.path, 1)

  private var edit: PathEditState? {
    if case .pathEdit(let edit) = editor.state.mode { edit } else { nil }
  }

  @Test func `the table takes the place of the lists and shows what the path has`() {
    editor.press("enter T")
    #expect(editor.state.layout.rect(of: .list) == nil)
    for title in ["way", "height", "time", "speed", "slope"] {
      #expect(editor.text.contains(title), "\(title)")
    }
    editor.press("j j down k")
    #expect(edit?.point == 2)
    #expect(editor.state.mapScene.pointCursor == 2)
    editor.press("T")
    #expect(editor.state.layout.rect(of: .list) != nil)
  }

  @Test func `sensors have columns where the path has them and there is room`() {
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

  @Test func `searching goes to the first that is so, and n and N to the others`() {
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
    #expect(edit?.point == high.last, "round the end")
    #expect(editor.text.contains("The search continued from the path's other end"))
  }

  @Test func `escape goes back to where the search began`() {
    editor.press("enter j /")
    editor.type("dist>5km")
    #expect(edit?.point != 10)
    editor.press("esc")
    #expect(edit?.point == 10)
    #expect(editor.state.pathEditing.search == nil)
  }

  @Test func `what cannot be searched is said while it is typed`() {
    editor.press("enter /")
    editor.type("speed>")
    #expect(editor.state.pathEditing.search == nil)
    editor.press("enter")
    #expect(editor.state.modeName == "SEARCH")
    editor.press("ctrl-u")
    editor.type("summit")
    #expect(editor.text.contains("compare"))
  }

  @Test func `keys typed after a search wait for what it finds`() {
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

  @Test func `what was found is marked together and deleted as one entry`() {
    editor.press("enter /")
    editor.type(">2000m")
    editor.press("enter *")
    let marked = edit?.marks.count ?? 0
    #expect(marked > 2)
    editor.press("x")
    #expect(editor.library.content.points[path]?.count == 40 - marked)
    #expect(editor.library.done.count == 1)
    #expect(edit?.marks == [])
    #expect(editor.state.pathEditing.search?.found == [], "it is searched anew")
  }

  @Test func `points are marked one by one, and escape takes the marks away first`() {
    editor.press("enter space l space")
    #expect(edit?.marks == [0, 2])
    editor.press("esc")
    #expect(edit?.marks == [])
    #expect(editor.state.modeName == "EDIT")
  }

  @Test func `elevation, time and position of a point are edited, each with its unit`() {
    editor.press("enter l enter")
    #expect(editor.text.contains("Edit point 2"))
    editor.press("tab ctrl-u")
    editor.type("6000ft")
    editor.press("tab ctrl-u")
    editor.type("2026-07-01 10:00")
    editor.press("enter")
    #expect(abs((editor.library.content.elevations[path]?[1] ?? 0) - 1828.8) < 1e-6)
    let time = Date(timeIntervalSinceReferenceDate: editor.library.content.times[path]?[1] ?? 0)
    #expect(Times.minute(time, in: .gmt) == "2026-07-01 08:00 +00:00")
    #expect(editor.library.done.count == 1)
    editor.press("e tab ctrl-u tab ctrl-u enter")
    #expect(editor.library.content.elevations[path]?[1].isNaN == true)
    #expect(editor.library.content.times[path]?[1].isNaN == true)
  }

  @Test func `what is no height and no time is refused in the form`() {
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

  @Test func `several points get one elevation`() {
    editor.press("enter v l l e")
    #expect(editor.text.contains("Edit 3 points"))
    editor.type("1500")
    editor.press("enter")
    #expect(editor.library.content.elevations[path]?.prefix(3).allSatisfy { $0 == 1_500 } == true)
  }

  @Test func `a click in the table goes to the point`() throws {
    editor.press("enter T")
    let rows = try #require(editor.state.layout.pointRows)
    editor.click(rows.column + 4, rows.row + 5)
    #expect(edit?.point == 5)
  }

  @Test func `only the rows that show are made, however many points there are`() throws {
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
