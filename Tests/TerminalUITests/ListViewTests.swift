import TestSupport
import Testing

@testable import TerminalUI

struct ListViewTests {
  @Test func `the visible rows follow the selection`() {
    var cursor = ListCursor()
    cursor.move(by: 5, count: 20, height: 4)
    #expect(cursor.visible(count: 20, height: 4) == 2..<6)
    cursor.move(by: -4, count: 20, height: 4)
    #expect(cursor.visible(count: 20, height: 4) == 1..<5)
    cursor.move(by: 100, count: 20, height: 4)
    #expect(cursor.selected == 19)
    #expect(cursor.visible(count: 20, height: 4) == 16..<20)
    cursor.settle(count: 3, height: 4)
    #expect(cursor.selected == 2)
    #expect(cursor.visible(count: 3, height: 4) == 0..<3)
    cursor.settle(count: 0, height: 4)
    #expect(cursor.visible(count: 0, height: 4).isEmpty)
  }

  @Test func `scrolling moves the selection only at the edge of the view`() {
    var cursor = ListCursor(selected: 3)
    cursor.scroll(by: 2, count: 20, height: 4)
    #expect(cursor.selected == 3)
    cursor.scroll(by: 5, count: 20, height: 4)
    #expect(cursor.selected == 7)
    #expect(cursor.visible(count: 20, height: 4) == 7..<11)
  }

  @Test func `random movement and scrolling keep the selection in view`() {
    var random = SplitMix64(seed: 5)
    var cursor = ListCursor()
    for _ in 0..<2_000 {
      let count = Int.random(in: 0...30, using: &random)
      let height = Int.random(in: 0...10, using: &random)
      let offset = Int.random(in: -40...40, using: &random)
      if Bool.random(using: &random) {
        cursor.move(by: offset, count: count, height: height)
      } else {
        cursor.scroll(by: offset, count: count, height: height)
      }
      let visible = cursor.visible(count: count, height: height)
      #expect(visible.lowerBound >= 0 && visible.upperBound <= max(count, visible.lowerBound))
      if count > 0, height > 0 {
        #expect(visible.contains(cursor.selected), "seed \(random.seed)")
      }
    }
  }

  @Test(arguments: [
    ("Morning walk along the lake (2)", 16, "Morning wal… (2)"),
    ("Morning walk along the lake", 16, "Morning walk al…"),
    ("Tour du Mont Blanc, stage 12", 20, "Tour du Mont Bla… 12"), ("Short (2)", 16, "Short (2)"),
    ("A walk in 2026-07-11T10:22:33Z", 16, "A walk in 2026-…"), ("(2)", 2, "(…"),
    ("日本アルプスの長い散歩 (2)", 15, "日本アルプ… (2)"), ("Walk (2)", 1, "…"), ("Walk (2)", 0, ""),
  ])
  func `a shortened label keeps a last word with a number`(
    label: String, columns: Int, shown: String
  ) {
    let clipped = ClippedLabel(DisplayText(label), columns: columns)
    #expect(clipped.text.string == shown)
    #expect(clipped.text.width <= columns)
  }

  @Test func `matches in a shortened label are highlighted at their place`() {
    let label = ClippedLabel("Morning walk along the lake (2)", columns: 16)
    #expect(label.shown(0..<7) == 0..<7)
    #expect(label.shown(8..<20) == 8..<12, "the ellipsis stands for the rest of the match")
    #expect(label.shown(23..<27).isEmpty)
    #expect(label.shown(28..<31) == 13..<16)
  }

  @Test func `the widgets match their golden file`() throws {
    var screen = Surface(size: Size(columns: 60, rows: 16))
    let (left, right) = screen.bounds.splitLeft(30)
    let names = ["Aletsch traverse", "Bernina", "Col du Bonhomme and a long tail", "日本アルプス"]
    let list = ListView(count: names.count, cursor: ListCursor(selected: 2), isFocused: true) {
      ListRow(
        DisplayText(names[$0]), detail: "\($0 * 7).4 km", isMarked: $0 == 1, matches: [0..<3])
    }
    let inside = screen.box(left, title: "1 Paths", note: "3/4", weight: .heavy)
    list.draw(into: &screen, in: inside)
    let text = screen.box(right, title: "Help")
    TextView(
      wrapping: ["Move with hjkl or the arrows, and open with enter.", "", "More."],
      columns: text.columns
    )
    .draw(into: &screen, in: text, top: 0)
    let popup = screen.popup(
      size: Size(columns: 24, rows: 5), in: screen.bounds, title: "Import")
    ProgressBar(fraction: 0.64).draw(into: &screen, in: popup)
    TextField("tour.gpx").draw(into: &screen, in: popup.line(1), isFocused: true)
    HintBar([
      Hint(key: "enter", label: "open"), Hint(key: "space", label: "mark", isPromoted: true),
      Hint(key: "/", label: "filter"), Hint(key: "ctrl-r", label: "redo what was undone"),
    ]).draw(into: &screen, in: screen.bounds.splitBottom(1).bottom.splitLeft(40).left)
    let cursor = screen.cursor.map { "cursor \($0.column),\($0.row)\n" } ?? "no cursor\n"
    try Golden.compare(
      screen.text + screen.roleMap.map { $0 + "\n" }.joined() + cursor,
      with: "terminal/widgets.txt")
  }

  @Test func `a position on the screen is mapped to its list item or hint`() {
    let cursor = ListCursor(selected: 6)
    let rect = Rect(column: 2, row: 1, columns: 10, rows: 4)
    #expect(cursor.item(at: Point(column: 3, row: 1), in: rect, count: 9) == 3)
    #expect(cursor.item(at: Point(column: 1, row: 1), in: rect, count: 9) == nil)
    #expect(cursor.item(at: Point(column: 3, row: 3), in: rect, count: 2) == nil)
    let bar = HintBar([Hint(key: "a", label: "bc"), Hint(key: "d", label: "ef")])
    let line = Rect(column: 0, row: 0, columns: 20, rows: 1)
    #expect(bar.index(at: Point(column: 7, row: 0), in: line) == 1)
    #expect(bar.index(at: Point(column: 4, row: 0), in: line) == nil)
  }
}
