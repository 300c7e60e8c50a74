import TestSupport
import Testing

@testable import TerminalUI

struct SurfaceTests {
  private func surface(_ columns: Int, _ rows: Int) -> Surface {
    Surface(size: Size(columns: columns, rows: rows))
  }

  @Test func `text is clipped at the edges of the surface`() {
    var screen = surface(5, 1)
    screen.put("abcdefgh", at: Point(column: -2, row: 0))
    #expect(screen.lines == ["cdefg"])
    let end = screen.put("xy", at: Point(column: 0, row: 9))
    #expect(end == 2)
  }

  @Test func `a wide character that does not fit is omitted`() {
    var screen = surface(3, 1)
    screen.put("日本", at: .zero)
    #expect(screen.lines == ["日"])
  }

  @Test func `overwriting half of a wide character blanks its other half`() {
    var screen = surface(6, 1)
    screen.put("日本語", at: .zero)
    screen.put("x", at: Point(column: 1, row: 0))
    screen.put("y", at: Point(column: 4, row: 0))
    #expect(screen.lines == [" x本y"])
    #expect(screen[5, 0]?.text == " ")
  }

  @Test func `clipping limits all drawing to the clip rectangle`() {
    var screen = surface(6, 3)
    screen.clipped(to: Rect(column: 1, row: 1, columns: 3, rows: 1)) { screen in
      screen.fill(screen.bounds, with: "#")
      screen.put("日日日", at: Point(column: 0, row: 1))
    }
    #expect(screen.lines == ["", " #日", ""])
    #expect(screen.clip == screen.bounds)
  }

  @Test func `a box has its title and its note in the border`() {
    var screen = surface(16, 4)
    let inside = screen.box(screen.bounds, title: "1 Paths and more", note: "3/42", weight: .heavy)
    #expect(inside == Rect(column: 1, row: 1, columns: 14, rows: 2))
    #expect(
      screen.lines == [
        "┏━ 1 Paths a… ━┓", "┃              ┃", "┃              ┃", "┗━━━━━━━ 3/42 ━┛",
      ])
  }

  @Test func `a box that is too small draws nothing outside its rectangle`() {
    for columns in 0...4 {
      for rows in 0...4 {
        var screen = surface(6, 6)
        let rect = Rect(column: 1, row: 1, columns: columns, rows: rows)
        let inside = screen.box(rect, title: "title", note: "note")
        #expect(inside.columns == max(columns - 2, 0))
        for row in 0..<6 {
          for column in 0..<6 where !rect.contains(Point(column: column, row: row)) {
            #expect(screen[column, row]?.text == " ")
          }
        }
      }
    }
  }

  @Test func `the role map shows the role of each cell, in capitals if reversed`() {
    var screen = surface(8, 1)
    screen.put("ab", at: .zero, style: Style(.error))
    screen.put("cd", at: Point(column: 3, row: 0), style: Style(.accent, .reverse))
    #expect(screen.roleMap == ["ee AA"])
  }

  @Test func `the ASCII version of a surface keeps every column`() {
    var screen = surface(20, 1)
    screen.put("│é日─⠁█…x", at: .zero)
    #expect(screen.asciiOnly.lines == ["|e? -'#~x"])
  }

  @Test func `applying the changed runs to a frame gives the new frame`() {
    var random = SplitMix64(seed: 20_261)
    for _ in 0..<300 {
      let before = randomFrame(&random)
      let after = randomFrame(&random, over: Bool.random(using: &random) ? before : nil)
      var rebuilt = before
      let runs = after.runs(changedFrom: before)
      for run in runs { rebuilt.apply(run, from: after) }
      #expect(rebuilt.cells == after.cells, "seed \(random.seed)")
      for run in runs {
        #expect(after[run.columns.lowerBound, run.row]?.isContinuation == false)
        if run.columns.upperBound < after.columns {
          #expect(after[run.columns.upperBound, run.row]?.isContinuation == false)
        }
      }
    }
  }

  @Test func `an unchanged frame has no changed runs, and a new size changes all rows`() {
    var screen = surface(4, 2)
    screen.put("日x", at: .zero)
    #expect(screen.runs(changedFrom: screen).isEmpty)
    #expect(screen.runs(changedFrom: surface(5, 2)).count == 2)
    #expect(screen.runs(changedFrom: nil).map(\.columns) == [0..<4, 0..<4])
  }

  @Test func `random drawing never splits a wide character`() {
    var random = SplitMix64(seed: 99)
    for _ in 0..<200 {
      let frame = randomFrame(&random)
      #expect(frame.brokenInvariant == nil, "seed \(random.seed)")
      #expect(frame.asciiOnly.brokenInvariant == nil, "seed \(random.seed)")
    }
  }

  @Test func `a broken invariant is described with its position`() {
    var screen = surface(3, 1)
    screen.put("日", at: .zero)
    screen.cells[1].text = "\u{1B}"
    screen.cells[1].width = 1
    #expect(screen.brokenInvariant == "column 0, row 0: half of a wide character is missing")
    screen.cells[0] = .blank
    #expect(screen.brokenInvariant == "column 1, row 0: the cell contains a control character")
    screen.cells[1] = .blank
    screen.cursor = Point(column: 3, row: 0)
    #expect(screen.brokenInvariant == "the cursor is outside the surface, at column 3, row 0")
    screen.cursor = nil
    #expect(screen.brokenInvariant == nil)
  }

  private func randomFrame(_ random: inout SplitMix64, over base: Surface? = nil) -> Surface {
    var frame = base ?? surface(17, 4)
    let texts: [DisplayText] = ["abc", "日本語", "é", "👩‍👩‍👧", "long text that runs over", "🇨🇭x"]
    for _ in 0..<Int.random(in: 1...8, using: &random) {
      let column = Int.random(in: -4...18, using: &random)
      let row = Int.random(in: 0...3, using: &random)
      let text = texts.randomElement(using: &random) ?? "x"
      frame.put(text, at: Point(column: column, row: row), style: Style(.path(column)))
    }
    return frame
  }

  @Test func `the Linux console gets only characters of its fonts, and keeps letters`() {
    var surface = Surface(size: Size(columns: 24, rows: 1))
    surface.put("┏━ ▖▝▀▙ ▁▄▇█ ○◆✓ é 日", in: surface.bounds)
    let console = surface.forLinuxConsole
    #expect(console.lines == ["┏━ .'\"# ._▒█ o*v é 日"])
    #expect(
      console.lines[0].unicodeScalars.allSatisfy { !"▖▝▀▙▁▄▇○◆✓".unicodeScalars.contains($0) })
  }
}
