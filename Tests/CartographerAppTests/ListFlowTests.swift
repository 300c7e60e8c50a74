import CartographerCore
import CartographerPresentation
import Geodesy
import TerminalUI
import Testing

@testable import CartographerApp

/// Work in the list: renaming under a filter, elevations, exports, the mouse and the redo of
/// several changes.
@Suite struct ListFlowTests {
  let editor = EditorDriver()

  private var hints: String { editor.screen.last ?? "" }

  private var lastExport: (path: String, creatingFolder: Bool)? {
    editor.effects.lazy.reversed().compactMap { effect -> (path: String, creatingFolder: Bool)? in
      guard case .export(_, _, let path, _, _, let createsFolder, _) = effect else { return nil }
      return (path, createsFolder)
    }.first
  }

  // MARK: The filter

  @Test func `an item renamed under a filter stays selected, also without the filter`() {
    editor.press("/")
    editor.type("midi")
    editor.press("enter e ctrl-u")
    editor.type("Zinal")
    editor.press("enter")
    #expect(editor.rowNames == ["Zinal"])
    #expect(editor.selectedName == "Zinal")
    editor.press("esc")
    #expect(editor.rowNames.count == 14)
    #expect(editor.selectedName == "Zinal")
    editor.press("/")
    editor.type("midi")
    #expect(editor.rowNames.isEmpty, "another filter no longer lists the item")
  }

  @Test func `the hints of an empty list name keys that work there`() {
    editor.press("/")
    editor.type("qqq")
    editor.press("enter")
    #expect(hints.contains("esc clear filter"))
    #expect(!hints.contains("e edit") && !hints.contains("mark") && !hints.contains("open"))
  }

  @Test func `at 80 columns the hints show the keys for operations, moving and exporting`() {
    let editor = EditorDriver(size: Size(columns: 80, rows: 24))
    #expect(editor.screen.last?.contains("t operations  o x export") == true)
    editor.press("]")
    #expect(editor.screen.last?.contains("M move  o x export") == true)
    editor.press("[ enter")
    #expect(editor.screen.last?.contains("s split  R reverse") == true)
  }

  // MARK: Places

  @Test func `a place's elevation can be changed and removed in its form`() {
    editor.press("] e tab tab tab")
    editor.type("1234")
    editor.press("enter")
    let id = editor.state.selected
    #expect(id.flatMap { editor.state.index.place($0)?.elevationMetres } == 1_234)
    editor.press("e tab tab tab ctrl-u enter")
    #expect(id.flatMap { editor.state.index.place($0) } != nil)
    #expect(id.flatMap { editor.state.index.place($0)?.elevationMetres } == nil)
  }

  @Test func `a place moves by a typed distance and direction, and the focus returns`() throws {
    editor.press("]")
    let id = try #require(editor.state.selected)
    let before = try #require(editor.state.index.place(id)?.coordinate)
    editor.press("M")
    editor.type("1.5km ne")
    editor.press("enter")
    #expect(editor.state.modeName == "GRAB")
    #expect(editor.text.contains("moved 1.5 km"))
    editor.press("enter")
    let after = try #require(editor.state.index.place(id)?.coordinate)
    let line = Geodesic.inverse(from: before, to: after)
    #expect(abs(line.distanceMetres - 1_500) < 1)
    #expect(abs(line.initialBearingDegrees - 45) < 0.1)
    #expect(editor.state.focus == .list)
  }

  @Test func `a distance without a direction is asked again`() {
    editor.press("] M 2 enter")
    #expect(editor.text.contains("Enter a distance and a direction"))
    #expect(MoveStep("200nne")?.bearingDegrees == 22.5)
    #expect(MoveStep("5nm s")?.metres == 9_260)
    #expect(MoveStep("north") == nil && MoveStep("-5n") == nil)
  }

  // MARK: Exports

  @Test func `an export into a missing folder offers to create it`() {
    editor.press("o x")
    editor.type("missing/tour.gpx")
    editor.press("enter")
    #expect(editor.text.contains("Create the folder?"))
    #expect(lastExport?.creatingFolder == false)
    editor.press("y")
    #expect(lastExport?.path == "missing/tour.gpx" && lastExport?.creatingFolder == true)
    #expect(editor.state.overlay == nil)
  }

  @Test func `esc at the question about a missing folder returns to the typed path`() {
    editor.press("o x")
    editor.type("missing/tour.gpx")
    editor.press("enter esc")
    #expect(editor.state.overlays.top(as: CommandPrompt.self)?.text == "export missing/tour.gpx")
  }

  @Test func `w with one finished job opens its report`() {
    editor.press("o x enter w")
    #expect(editor.state.overlays.top(as: JobList.self) == nil)
    #expect(editor.state.overlays.top(as: MessageBox.self) != nil)
    #expect(editor.text.contains("Exported Aletsch traverse.gpx"))
  }

  // MARK: The mouse

  @Test func `a click focuses a field of a form`() throws {
    let screen = Size(columns: 80, rows: 24)
    let editor = EditorDriver(size: screen)
    editor.press("e")
    let row = try #require(editor.screen.firstIndex { $0.contains("Symbol") })
    editor.click(40, row)
    editor.type("Summit")
    #expect(
      editor.state.overlays.top(as: FormState.self)?.text(of: .text(.symbol)) == "Summit")
  }

  @Test func `two clicks on a row open it, unless there is other input between them`() throws {
    let rows = try #require(editor.state.layout.listRows)
    editor.click(rows.column + 4, rows.row + 2)
    #expect(editor.selectedName == "Col du Bonhomme")
    editor.press("j k")
    editor.click(rows.column + 4, rows.row + 2)
    #expect(editor.state.mode == .browse)
    editor.click(rows.column + 4, rows.row + 2)
    #expect(editor.state.mode.isPathEdit)
  }

  // MARK: Small things

  @Test func `the delete key deletes like d`() {
    editor.press("delete")
    #expect(editor.rowNames.count == 13)
  }

  @Test func `changes undone together are redone together`() {
    editor.press("d d d d g h G t y")
    #expect(editor.library.done.count == 1)
    editor.press("esc ctrl-r")
    #expect(editor.library.done.count == 4)
    editor.press("u u ctrl-r")
    #expect(editor.library.done.count == 3, "changes undone one by one are redone one by one")
    editor.press("u u ctrl-r")
    #expect(editor.library.done.count == 2, "changes were undone together only the first time")
  }

  @Test func `q does not quit on a screen that is too small while a form is open`() {
    editor.press("e X")
    editor.send(.input(.resize(Size(columns: 39, rows: 9))))
    editor.press("q")
    #expect(!editor.wantsToQuit)
    editor.send(.input(.resize(Size(columns: 120, rows: 40))))
    #expect(editor.state.overlays.top(as: FormState.self)?.text(of: .text(.name)) == "X")
  }

  @Test func `at 40 columns the header and the coordinates are not cut`() {
    let editor = EditorDriver(size: Size(columns: 40, rows: 12))
    editor.press("e X esc")
    editor.press("]")
    #expect(!editor.screen[0].contains("…"), "\(editor.screen[0])")
    editor.press("2")
    let status = editor.screen[10]
    #expect(status.contains("E") || !status.contains("°"), "\(status)")
  }

  @Test func `the arrow keys scroll a list of chords that is higher than the screen`() {
    let editor = EditorDriver(size: Size(columns: 80, rows: 12))
    editor.press("g")
    let first = editor.text
    #expect(first.contains("↓"))
    editor.press("down down down down down down down down down down down down")
    #expect(editor.text != first)
    #expect(editor.state.input.chord.count == 1, "the chord is still incomplete")
    editor.press("t")
    #expect(editor.state.list.tab == .trash)
  }

  @Test func `typing continues the text of a restored draft at its end`() {
    editor.press("e X Y home tab A home esc e")
    #expect(editor.text.contains("Restored draft; stored: Name “Aletsch traverse”"))
    editor.press("Z tab B")
    let form = editor.state.overlays.top(as: FormState.self)
    #expect(form?.text(of: .text(.name)) == "XYZ" && form?.text(of: .text(.notes)) == "AB")
  }
}
