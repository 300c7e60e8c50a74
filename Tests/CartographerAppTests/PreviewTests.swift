import CartographerPresentation
import Foundation
import Geodesy
import TerminalUI
import Testing

@testable import CartographerApp
@testable import CartographerCore

/// Operations on paths, which are previewed before they are applied.
@Suite struct PreviewTests {
  let editor = EditorDriver()
  let path = ItemID(.path, 1)

  var operation: OpenOperation? {
    if case .preview(let operation) = editor.state.mode { operation } else { nil }
  }

  var count: Int { editor.library.content.points[path]?.count ?? 0 }

  @Test func `simplifying shows the number of remaining points, and esc changes nothing`() {
    let before = editor.library.content.points
    editor.press("S")
    #expect(editor.state.modeName == "PREVIEW")
    #expect(operation?.preview?.before.points == 40)
    let first = operation?.preview?.after.points
    editor.press("j l l l l")
    #expect((operation?.preview?.after.points ?? 40) < (first ?? 0))
    #expect(editor.text.contains("before"))
    editor.press("esc")
    #expect(editor.state.mode == .browse)
    #expect(editor.library.content.points == before)
    #expect(editor.library.done.isEmpty)
  }

  @Test func `enter applies the preview as one change, which undo reverts`() {
    editor.press("S j l l l l")
    let shown = operation?.preview?.after.points
    editor.press("enter")
    #expect(count == shown)
    #expect(editor.library.done.count == 1)
    #expect(editor.state.paths[path]?.count == shown)
    editor.press("u")
    #expect(count == 40)
  }

  @Test func `a value can be typed with a unit, and an invalid value shows an error in the form`() {
    editor.press("S")
    editor.type("50m")
    #expect(operation?.plan == .perform(.simplify(toleranceMetres: 50)))
    editor.press("backspace")
    editor.type("x")
    #expect(editor.text.contains("a length such as"))
    editor.press("enter")
    #expect(operation != nil)
    #expect(editor.library.done.isEmpty)
    editor.press("e ctrl-u")
    editor.type("2km")
    editor.press("esc")
    #expect(operation?.form.text(.tolerance) == "50x", "esc only reverts the typed text")
  }

  @Test func `simplifying a range keeps the points outside the range`() {
    editor.press("enter j v j")
    editor.press("S")
    #expect(operation?.range == 10..<21)
    editor.press("j l l l l l l l l l enter")
    let points = editor.library.content.points[path] ?? []
    #expect(points.count == 31)
    #expect(editor.state.modeName == "EDIT")
  }

  @Test func `cropping starts with the selected range, and point numbers start at one`() {
    editor.press("enter j v j t c")
    #expect(operation?.form.text(.firstPoint) == "11")
    #expect(operation?.form.text(.lastPoint) == "21")
    editor.press("enter")
    #expect(count == 11)
  }

  @Test func `cropping by distance starts with the whole path`() {
    editor.press("t c k l")
    #expect(operation?.form.text(.part) == "distance")
    #expect(editor.text.contains("nothing would change"))
    editor.press("j l")
    #expect(operation?.preview?.edits.count == 1)
  }

  @Test func `cropping by distance applies the unit of the end to a start without a unit`() {
    editor.press("t c k l j")
    editor.type("1")
    editor.press("tab")
    editor.type("3km")
    #expect(operation?.plan == .perform(.crop(.metres(1_000...3_000))))
    editor.press("backtab")
    editor.type("1km")
    editor.press("tab")
    editor.type("3")
    #expect(operation?.plan == nil)
    #expect(editor.text.contains("enter this distance with a unit"))
  }

  @Test func `splitting shows the pieces and the cuts before it is applied`() {
    editor.press("t s")
    #expect(operation?.preview?.pieces.count == 2)
    #expect(editor.text.contains("2 pieces"))
    editor.press("k l l")
    #expect(operation?.form.text(.by) == "every distance")
    editor.press("j")
    editor.type("3km")
    #expect(operation?.preview?.cuts.count == (operation?.preview?.pieces.count ?? 0) - 1)
    let pieces = operation?.preview?.pieces.count ?? 0
    editor.press("enter enter")
    #expect(editor.library.content.snapshot.paths.count == 14 + pieces - 1)
  }

  @Test func `the form shows why an operation is refused, and enter changes nothing`() {
    editor.press("t s l")
    #expect(operation?.form.text(.by) == "at gaps")
    #expect(operation?.refusal?.contains("not be split") == true)
    #expect(editor.text.contains("not be split"))
    editor.press("enter")
    #expect(editor.state.modeName == "PREVIEW")
    #expect(editor.library.done.isEmpty)
  }

  @Test func `an operation changes all marked paths in one change`() {
    editor.press("space space S")
    #expect(operation?.paths.count == 2)
    #expect(editor.text.contains("2 paths"))
    editor.type("300m")
    let after = operation?.preview?.after.points
    editor.press("enter enter")
    let left = (1...2).reduce(0) {
      $0 + (editor.library.content.points[ItemID(.path, Int64($1))]?.count ?? 0)
    }
    #expect(left == after)
    #expect(editor.library.done.count == 1)
  }

  @Test func `all marked paths are reversed in one change`() {
    let before = editor.library.content.points
    editor.press("space space R")
    for number in 1...2 as ClosedRange<Int64> {
      let id = ItemID(.path, number)
      #expect(editor.library.content.points[id] == before[id]?.reversed())
    }
    #expect(editor.library.done.count == 1)
  }

  @Test func `joining shows the joined path and asks how to order the paths and fill gaps`() {
    editor.press("j j space k k space J")
    #expect(operation?.paths == [ItemID(.path, 3), ItemID(.path, 2)])
    #expect(operation?.plan == .join(order: .given, gap: .shared))
    let sum = (2...3).reduce(0) { $0 + (editor.state.paths[ItemID(.path, Int64($1))]?.count ?? 0) }
    #expect(operation?.preview?.before.paths == 2)
    #expect(operation?.preview?.after.points == sum)
    let broken = operation?.preview?.after
    #expect(operation?.preview?.join?.seams.count == 1)
    editor.press("j l l")
    #expect(operation?.plan == .join(order: .given, gap: .line))
    #expect(operation?.preview?.after.segments == (broken?.segments ?? 0) - 1)
    #expect((operation?.preview?.after.lengthMetres ?? 0) > (broken?.lengthMetres ?? .infinity))
    #expect(operation?.preview?.cutsOfFirst == [editor.state.paths[ItemID(.path, 3)]?.count ?? 0])
    editor.press("esc")
    #expect(editor.library.done.isEmpty)
    #expect(editor.state.list.marks.count == 2)
    editor.press("J ctrl-g k l enter")
    #expect(editor.writes == [.edit(.join([ItemID(.path, 3), ItemID(.path, 2)], order: .time))])
    #expect(editor.state.list.marks.isEmpty)
  }

  @Test func `joining paths whose ends are far apart warns and says how far`() {
    editor.press("j space k k space J")
    #expect(operation?.paths == [ItemID(.path, 2), path])
    let seam = operation?.preview?.join?.seams.first
    #expect(seam?.isFar == true)
    #expect(editor.text.contains("The paths' ends are"))
    editor.press("j j l")
    #expect(editor.text.contains("The paths' ends are"))
    editor.press("esc")
    for second in [1.0, 600] {
      let near = JoinPreview.Seam(id: path, metres: second, seconds: second, isOnePoint: false)
      #expect(!near.isFar && !near.isLong)
    }
    let late = JoinPreview.Seam(id: path, metres: 0, seconds: 7_200, isOnePoint: false)
    #expect(late.isLong && !late.isFar)
  }

  @Test func `splitting at gaps and splitting every duration cannot be mistaken`() {
    editor.press("t s l")
    #expect(editor.text.contains("at gaps"))
    #expect(editor.text.contains("Gaps longer than (min)"))
    editor.press("l l")
    #expect(editor.text.contains("every duration"))
    editor.press("j")
    editor.type("20min")
    #expect(editor.text.contains("a new piece every 20 min"), "\(editor.text)")
  }

  @Test func `a crop fits the map to the rest of the path`() throws {
    editor.press("f t c")
    let before = editor.state.map.viewport
    editor.press("j j")
    editor.type("5")
    editor.press("enter enter")
    #expect(count == 5)
    #expect(editor.state.map.viewport.zoom > before.zoom)
    let shape = try #require(editor.state.index.outlines[path]?.bounds)
    let view = editor.state.map.viewport.visibleBounds(in: editor.state.layout.mapSize)
    #expect(view.intersects(shape))
  }

  @Test func `the join command accepts an order, and the form reports an invalid order`() {
    editor.press("j space space k :")
    editor.type("join time")
    editor.press("enter")
    #expect(operation?.plan == .join(order: .time, gap: .shared))
    editor.press("esc :")
    editor.type("join sideways")
    editor.press("enter")
    #expect(operation?.plan == nil)
    #expect(editor.text.contains("choose one of as marked, time"))
  }

  @Test func `joining a single path is refused`() {
    editor.press("J")
    #expect(operation == nil)
    #expect(editor.state.toast?.text.contains("mark the paths") == true)
  }

  @Test func `on a narrow terminal m switches between the form and the map`() {
    editor.send(.input(.resize(Size(columns: 60, rows: 20))))
    editor.press("S m")
    #expect(editor.text.contains("2 Map"))
    editor.press("m")
    #expect(editor.text.contains("Tolerance"))
  }

  @Test func `cropping several paths shows that point numbers work only for a single path`() {
    editor.press("space space t c")
    #expect(editor.text.contains("point numbers require"))
  }

  @Test(arguments: OperationKind.allCases)
  func `every operation opens with a valid preview and is closed by esc`(kind: OperationKind) {
    for size in ScreenGoldenTests.sizes + [Size(columns: 60, rows: 20)] {
      let editor = EditorDriver(size: size)
      editor.press(kind.keys)
      guard case .preview(let operation) = editor.state.mode else {
        Issue.record("\(kind) did not open")
        return
      }
      #expect(operation.plan != nil)
      #expect(operation.preview != nil, "\(operation.refusal ?? "")")
      #expect(editor.frame.surface.cursor != nil)
      for _ in 0..<12 { editor.press("j l space") }
      editor.press("esc")
      #expect(editor.state.mode == .browse)
      #expect(editor.library.done.isEmpty)
    }
  }

  @Test func `stepping goes to the next round number in the unit of the value`() {
    let stepper = OperationStepper(units: .imperial, zone: .gmt, places: [])
    let metric = OperationStepper(units: .metric, zone: .gmt, places: [])
    let field = { (text: String) in OperationField(.tolerance, "", .length(), text) }
    #expect(metric.text(after: field("10m"), by: 1) == "20m")
    #expect(metric.text(after: field("12m"), by: -1) == "10m")
    #expect(metric.text(after: field("500m"), by: 1) == "1km")
    #expect(stepper.text(after: field("20ft"), by: 1) == "50ft")
    #expect(stepper.text(after: field("500ft"), by: 1) == "1mi")
    #expect(OperationStepper.duration(5400) == "1h30min")
    #expect(OperationStepper.duration(-3600) == "-1h")
    for seconds in [1.0, 59, 90, 119, 120, 3600, 5430, 90_061] {
      #expect(try! Quantity.seconds(OperationStepper.duration(seconds)) == seconds)
    }
  }
}
