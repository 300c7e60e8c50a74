import CartographerCore
import CartographerPresentation
import Geodesy
import TerminalUI
import Testing

@testable import CartographerApp

/// Texts can be scrolled to their ends, nothing overlaps, and the displayed values are current.
@Suite struct ReadabilityTests {
  private func editor(_ columns: Int, _ rows: Int, _ settings: Settings = EditorDriver.settings)
    -> EditorDriver
  {
    EditorDriver(size: Size(columns: columns, rows: rows), settings: settings)
  }

  @Test func `G scrolls a long message to its end, and k scrolls back up`() {
    let editor = editor(44, 12)
    let lines = (1...9).map { number in
      "\(number) " + String(repeating: "word ", count: 30) + "end\(number)"
    }
    editor.send(.answered(title: "Told", lines: lines))
    editor.press("G")
    #expect(editor.text.contains("end9"))
    #expect(!editor.text.contains("↓"))
    let bottom = editor.screen
    editor.press("k")
    #expect(editor.screen != bottom)
  }

  @Test(arguments: ["g s", "?"])
  func `statistics and help stop scrolling at their last line`(keys: String) {
    let editor = editor(80, 18)
    editor.press("\(keys) G")
    let bottom = editor.screen
    editor.press("j")
    #expect(editor.screen == bottom)
    editor.press("k")
    #expect(editor.screen != bottom)
  }

  @Test func `the focused pane is visible on a tall screen`() {
    let editor = editor(80, 50)
    editor.press("z p 3")
    #expect(editor.state.layout.rect(of: .detail) != nil)
    editor.press("1 enter 3")
    #expect(editor.state.layout.rect(of: .detail) != nil)
    editor.press("4")
    #expect(editor.state.layout.rect(of: .profile) != nil)
  }

  @Test func `the mouse wheel scrolls to the end of a stop's long note`() {
    var content = SampleLibrary.content()
    let note = String(repeating: "rain ", count: 200) + "sunshine"
    content.snapshot.groups[0].itinerary = [
      StopSnapshot(id: StopID(500), day: 1, title: "Rest", note: note)
    ]
    let editor = EditorDriver(content)
    editor.press("g r enter g i")
    #expect(!editor.text.contains("sunshine"))
    let detail = editor.state.layout.rect(of: .detail) ?? Rect(size: .zero)
    for _ in 0..<60 {
      editor.send(
        .input(
          .mouse(MouseEvent(.wheelDown, at: Point(column: detail.column + 3, row: detail.row + 2))))
      )
    }
    #expect(editor.text.contains("sunshine"))
  }

  @Test func `the parts of the header are separated by spaces`() {
    let editor = editor(80, 24)
    for _ in 0..<7 { editor.press("R") }
    editor.press("space /")
    editor.type("Haute Route d3")
    editor.press("enter")
    let header = editor.screen[0]
    #expect(header.contains("  undo:7"))
    #expect(header.contains("1 marked") && !header.contains("markedundo"), "\(header)")
    editor.send(.input(.resize(Size(columns: 40, rows: 10))))
    #expect(editor.screen[0].contains("  undo:7"))
  }

  @Test func `elevations in feet and their unit fit in the point table`() throws {
    let editor = editor(80, 24, Settings(units: .imperial))
    editor.press("enter T")
    let rows = try #require(editor.state.layout.pointRows)
    for row in rows.row..<rows.endRow {
      #expect(editor.screen[row].contains(/\d ft/), "\(editor.screen[row])")
      #expect(!editor.screen[row].prefix(38).contains("…"))
    }
    editor.press("esc g s")
    #expect(editor.text.contains("threshold 16.4 ft"))
  }

  @Test func `a preview does not show the numbers of the previous choice`() {
    let editor = editor(120, 40)
    editor.press("t e")
    #expect(editor.text.contains("Highest"))
    editor.press("k l")
    #expect(editor.text.contains("enter a folder"))
    #expect(!editor.text.contains("Highest"))
    editor.press("h")
    #expect(editor.text.contains("Highest"))
  }

  @Test func `the length shown at the crosshair is the length that a point there adds`() {
    let editor = editor(120, 40)
    // The second point must not snap to one of the paths around it.
    editor.press(", p o p a l")
    let line = zip(
      editor.state.mapScene.ruler?.points ?? [],
      (editor.state.mapScene.ruler?.points ?? []).dropFirst())
    let metres = line.map { Geodesic.distanceMetres(from: $0, to: $1) }
    #expect(metres.count == 1)
    let leg = metres.first.map { "leg " + editor.state.settings.units.length(metres: $0) }
    #expect(editor.state.mapScene.ruler?.label.string == leg)
    editor.press("a l")
    #expect(editor.state.mapScene.ruler?.points.count == 3)
    #expect(editor.state.mapScene.ruler?.label.string == leg)
  }

  @Test func `messages name the keys that the user configured`() {
    let keymap = Keymap([
      Keymap.Change(.any, [KeyStroke("Z")], "redo"),
      Keymap.Change(.browse, [KeyStroke("Q")], "import"),
    ])
    let editor = editor(120, 40)
    editor.state.preferences.apply([:], keymap)
    editor.press("d u")
    #expect(editor.state.toast?.hint == "Z does it again")
    let empty = EditorDriver.empty(size: Size(columns: 120, rows: 40))
    empty.state.preferences.apply([:], keymap)
    #expect(empty.text.contains("Q    import files"))
  }
}
