import CartographerCore
import CartographerPresentation
import Geodesy
import TerminalUI
import Testing

@testable import CartographerApp

/// Point editing as its users see it: what a search reads, where points are inserted, and what is
/// deleted.
@Suite struct PointFlowTests {
  let editor = EditorDriver()
  let path = ItemID(.path, 1)

  private var count: Int { editor.library.content.points[path]?.count ?? 0 }

  // MARK: The point search

  @Test func `a gap in metres is read as a length, and minutes are suggested`() {
    editor.press("enter T /")
    editor.type("gap>10m")
    #expect(editor.text.contains("gap over 10 m: 39 points"))
    editor.press("enter")
    #expect(editor.state.toast?.text.contains("for minutes, write gap>10min") == true)
    #expect(editor.text.contains("gap over 10 m: 1 of 39"))
  }

  @Test func `a gap in time has a column of its own and no hint`() {
    editor.press("enter T /")
    editor.type("gap>1min")
    #expect(editor.text.contains("gap over 1 min: 39 points"))
    editor.press("enter")
    #expect(editor.state.toast == nil)
    #expect(editor.text.contains(" gap") && editor.text.contains("1 min 30 s"))
  }

  @Test(arguments: [
    (">2000m", "elevation over 2 000 m"), ("time>=14:30", "time from 14:30"),
    ("segment=2", "segment exactly 2"),
    ("slope<10% hr>150", "slope under 10.0 %, heart rate over 150"),
  ])
  func `a query is told in words`(text: String, words: String) throws {
    #expect(try PointQuery(text).words(in: .metric) == words)
  }

  @Test func `the table of points shows times at 80 columns`() {
    let editor = EditorDriver(size: Size(columns: 80, rows: 24))
    editor.press("enter T")
    #expect(editor.text.contains("dist  height     time"))
  }

  // MARK: Deleting and inserting

  @Test func `a deletion directly after opening a path is confirmed`() {
    editor.press("enter d")
    #expect(editor.text.contains("Delete point 1 of “Aletsch traverse”?"))
    #expect(editor.text.contains("press esc and then d in the list"))
    #expect(count == 40)
    editor.press("esc l d")
    #expect(count == 39, "after a movement, no question is asked")
  }

  @Test func `the answer y deletes the point, and the next deletion asks nothing`() {
    editor.press("enter d y")
    #expect(count == 39)
    editor.press("d")
    #expect(count == 38)
  }

  @Test func `deleting many points is reported as a warning`() {
    editor.press("enter l v j x")
    #expect(count == 29)
    #expect(editor.state.toast?.level == .warning)
    #expect(editor.state.toast?.text.contains("u to undo") == true)
  }

  @Test func `the status row shows where i and a insert`() {
    editor.press(", p enter")
    let centre = editor.state.settings.notation.format(editor.state.map.viewport.centreCoordinate)
    #expect(editor.screen[38].contains("i a insert at \(centre)"))
  }

  @Test func `the focused frame and the dimmed list show that points are edited`() {
    let before = editor.frame.surface
    editor.press("enter")
    let after = editor.frame.surface
    let row = editor.state.layout.listRows?.row ?? 0
    let name = Point(column: (editor.state.layout.listRows?.column ?? 0) + 2, row: row + 4)
    #expect(before[name]?.style.role != .dim && after[name]?.style.role == .dim)
    let map = editor.state.layout.rect(of: .map)?.origin ?? .zero
    #expect(after[map]?.style.role == .warning)
  }

  // MARK: Crop

  @Test func `a crop takes distances from the end of the path`() throws {
    editor.press("t c")
    guard case .preview(let operation) = editor.state.mode else { return }
    var form = operation.form
    form.set(.part, "distance")
    form.set(.keep, "the part")
    form.set(.fromMetres, "-2km")
    form.set(.toMetres, "-500m")
    let reading = OperationParsing(
      zone: editor.state.settings.zone, pointCount: 40, lengthMetres: 10_000, isOfSeveral: false,
      place: { _ in nil })
    #expect(try form.plan(reading) == .perform(.crop(.metres(8_000...9_500))))
  }

  @Test func `typing replaces a parameter's value after e`() {
    editor.press("S j e 7 m enter")
    guard case .preview(let operation) = editor.state.mode else {
      Issue.record("enter ended the operation")
      return
    }
    #expect(operation.form.text(.tolerance) == "7m")
  }
}
