import CartographerCore
import CartographerPresentation
import Geodesy
import TerminalUI
import Testing

@testable import CartographerApp

/// Measuring along a line on the map.
@Suite struct MeasuringTests {
  private let editor = EditorDriver()

  private var status: String { editor.screen[editor.screen.count - 2] }
  private var hints: String { editor.screen.last ?? "" }
  private var ruler: MapRuler? { editor.state.mapScene.ruler }
  private var label: String? { ruler?.label.string }
  private var total: String? { ruler?.total.string }
  private var points: [Coordinate] { editor.state.mode.line?.points ?? [] }
  private var message: String? { editor.state.toast?.text }

  /// Moves the map to coordinates.
  private func go(to text: String) {
    editor.press("/")
    editor.type(text)
    editor.press("enter")
  }

  /// Measures along a line of points, and moves the map to the given coordinates afterwards.
  private func measure(_ points: [String], then last: String) {
    editor.press("2")
    for (number, point) in points.enumerated() {
      go(to: point)
      editor.press(number == 0 ? "g m" : "enter")
    }
    go(to: last)
  }

  // MARK: Labels

  @Test func `the first leg has a live length and bearing`() {
    editor.press(", p 2 g m")
    #expect(label == "0 m" && total == "")
    editor.press("l")
    #expect(label?.contains("E") == true && ruler?.points.count == 2)
    #expect(editor.text.contains(label ?? "?"))
    editor.press("j")
    #expect(label?.contains("SE") == true)
  }

  @Test(arguments: [
    (["0 179", "0 -179"], "1 -179", "111 km 000° N", "total 333 km", "223 km 090° E"),
    (["89 0", "89 180"], "88 180", "112 km 180° S", "total 335 km", "223 km 000° N"),
    (["45 7", "46 7"], "45 7", "111 km 180° S", "total 222 km", "111 km 000° N"),
  ])
  func `several legs are added up, across the 180° meridian and a pole`(
    points: [String], last: String, leg: String, sum: String, result: String
  ) {
    measure(points, then: last)
    #expect(label == leg && total == sum)
    #expect(ruler?.points.count == 3)
    #expect(editor.text.contains(leg) && editor.text.contains(sum))
    editor.press("esc")
    #expect(message == "Measured \(result)", "the leg to the crosshair has no end point")
  }

  // MARK: Points

  @Test(arguments: ["enter", "a", "space"])
  func `a key adds a point at the crosshair, and backspace removes it`(key: String) {
    editor.press(", p 2 g m l \(key)")
    #expect(points.count == 2 && points.last == editor.state.map.viewport.centreCoordinate)
    editor.press("j \(key)")
    #expect(points.count == 3)
    editor.press("backspace")
    #expect(points.count == 2)
    editor.press("backspace backspace backspace")
    #expect(points.isEmpty && editor.state.modeName == "MEASURE")
    #expect(editor.text.contains("move the map; enter adds a point"))
    editor.press("enter l")
    #expect(points.count == 1 && ruler?.points.count == 2)
  }

  @Test func `undo keys remove the last point and do not undo a change`() {
    editor.press("d , p 2 g m l enter u")
    #expect(points.count == 1)
    #expect(editor.writes.count == 1)
  }

  @Test func `a second point at the same position is refused`() {
    editor.press("2 g m enter")
    #expect(points.count == 1)
    #expect(message?.contains("move the map first") == true)
  }

  @Test func `a click on the map adds a point at the pointer`() throws {
    editor.press(", p 2 g m")
    let content = try #require(editor.state.layout.content(of: .map))
    let cell = Point(column: 6, row: 4)
    editor.click(content.column + cell.column, content.row + cell.row)
    let size = editor.state.layout.mapSize
    #expect(points.count == 2)
    #expect(points.last == editor.state.map.viewport.coordinate(at: cell, in: size))
  }

  @Test func `points snap to places, which the status row names`() {
    let refuge = Coordinate(latitude: 45.726, longitude: 6.715)
    let view = MapViewport(centre: refuge, zoom: 14)
    editor.press("2")
    editor.state.map.show(view.centred(on: view.moved(refuge, dotsRight: 3, dotsDown: 0)))
    editor.press("g m")
    #expect(points == [refuge])
    #expect(status.contains("enter snaps to Refuge de la Croix"), "\(status)")
  }

  // MARK: The list of legs

  @Test func `a key lists the legs with bearings and walking times, and the total`() throws {
    measure(["45 7", "45.1 7", "45.1 7.1"], then: "45.2 7.1")
    #expect(hints.contains("T legs"), "\(hints)")
    editor.press("T")
    let rows = Array(editor.screen.drop { !$0.contains("walking time") }.prefix(4))
    try #require(rows.count == 4)
    #expect(rows[1].contains("11.1 km  000° N") && rows[1].contains("≥2 h 13 min"), "\(rows[1])")
    #expect(rows[2].contains("7.9 km  090° E") && rows[2].contains("≥1 h 34 min"), "\(rows[2])")
    #expect(rows[3].contains("Total") && rows[3].contains("19.0 km"), "\(rows[3])")
    #expect(rows[3].contains("≥3 h 48 min"), "\(rows[3])")
    #expect(editor.text.contains("The walking times assume flat ground."))
    editor.press("esc")
    #expect(editor.state.overlay == nil && points.count == 3, "measuring goes on")
  }

  @Test func `with terrain tiles, the times of the legs include the climb`() {
    editor.press(", p 2 g m l enter :")
    editor.type("set tiles ~/srtm")
    editor.press("enter j enter T")
    #expect(editor.text.contains("≈1 h") && editor.text.contains("≈2 h"))
    #expect(editor.text.contains("Climb  ↑500 m  ↓80 m"))
    #expect(!editor.text.contains("flat ground"))
  }

  @Test func `a list of many legs scrolls to the total on a small screen`() {
    let editor = EditorDriver(size: Size(columns: 80, rows: 24))
    editor.press(", p 2 g m" + String(repeating: " l enter", count: 30))
    editor.press("T")
    #expect(editor.text.contains("in 30 legs") && editor.text.contains("walking time"))
    #expect(!editor.text.contains("Total"))
    editor.press("G")
    #expect(editor.text.contains("Total"))
  }

  @Test func `without a second point, there are no legs to list`() {
    editor.press("2 g m T")
    #expect(editor.state.overlay == nil && message?.contains("second point") == true)
    editor.press("esc :")
    editor.type("legs")
    editor.press("enter")
    #expect(message?.contains("measuring on the map first") == true)
  }

  // MARK: Ending

  @Test func `the mode, the status row and the key hints say how to go on and how to end`() {
    editor.press(", p 2 g m l enter")
    #expect(status.hasPrefix(" MEASURE  2 points"), "\(status)")
    #expect(status.contains("enter adds a point"), "\(status)")
    let texts = [
      "enter add point", "esc end", "backspace remove last", "h j k l pan",
    ]
    for text in texts { #expect(hints.contains(text), "\(hints)") }
    #expect(!hints.contains("enter pick"))
    editor.press("esc")
    #expect(status.hasPrefix(" NORMAL") && hints.contains("enter pick"))
  }

  @Test func `on a narrow screen, the hints name the most important keys`() {
    let editor = EditorDriver(size: Size(columns: 80, rows: 24))
    editor.press(", p 2 g m l enter l")
    let hints = editor.screen.last ?? ""
    for text in ["enter add point", "esc end", "backspace remove last"] {
      #expect(hints.contains(text), "\(hints)")
    }
    #expect(editor.screen[22].contains("enter adds a point"))
    let ruler = editor.state.mapScene.ruler
    for text in [ruler?.label.string, ruler?.total.string] {
      #expect(editor.text.contains(text ?? "?"))
    }
  }

  @Test func `esc ends measuring on the map and changes nothing`() {
    editor.press("2 g m l esc")
    #expect(editor.state.mode == .browse && editor.state.focus == .map)
    #expect(message == nil, "a line with one point has no length")
    #expect(ruler == nil && editor.writes.isEmpty)
    editor.press("esc")
    #expect(editor.state.focus == .list)
  }

  @Test func `the key that starts measuring ends it as esc does, without a leg to the crosshair`() {
    let results = ["g m", "esc"].map { key in
      let editor = EditorDriver()
      editor.press(", p 2 g m l enter j enter h \(key)")
      #expect(editor.state.mode == .browse)
      return editor.state.toast?.text
    }
    #expect(results[0]?.hasSuffix(" in 2 legs") == true)
    #expect(results[0] == results[1])
  }

  // MARK: Drawing the line

  @Test func `a measured line becomes a drawing, and an unfinished drawing becomes a draft`() {
    editor.press(", p o p a l l a esc 2 g m l enter j enter")
    let line = points
    #expect(line.count == 3 && hints.contains("o p draw as path"))
    editor.press("o p")
    #expect(editor.state.mode == .draw(DrawState(points: line)))
    #expect(message?.contains("Began a drawing with the 3 measured points") == true)
    editor.press("esc o d")
    #expect(editor.text.contains("A path with 3 points"))
    #expect(editor.text.contains("A path with 2 points"))
  }

  @Test func `missing terrain tiles are reported once, and do not hide the length`() {
    let failure = EditorFailure("There is no folder /nonexist.")
    editor.press(", p 2 g m l enter :")
    editor.type("set tiles /nonexist")
    editor.press("enter")
    editor.send(.climbFailed(points, failure))
    #expect(status.contains("There is no folder /nonexist."), "\(status)")
    for count in 3...4 {
      editor.press("j enter")
      editor.send(.climbFailed(points, failure))
      #expect(status.contains("\(count) points") && status.contains("no elevation"), "\(status)")
    }
    editor.press("esc g m l enter")
    editor.send(.climbFailed(points, failure))
    #expect(status.contains("There is no folder /nonexist."), "a new line, a new message")
  }

  @Test func `with terrain tiles, the status row shows the climb along the line`() {
    editor.press(", p 2 g m l enter :")
    editor.type("set tiles ~/srtm")
    editor.press("enter j enter")
    #expect(status.contains("↑500 m  ↓80 m"), "\(status)")
    editor.press("backspace")
    #expect(status.contains("↑250 m  ↓40 m"), "\(status)")
  }
}
