import Foundation
import TestSupport
import Testing

@testable import TerminalUI

struct DotCanvasTests {
  private func picture(_ glyphs: GlyphSet) -> Surface {
    var canvas = DotCanvas(columns: 30, rows: 10, glyphs: glyphs)
    let circle = (0...60).map { step -> DotPoint in
      let angle = Double(step) / 60 * 2 * .pi
      return DotPoint(
        x: Int32((30 + 18 * cos(angle)).rounded()), y: Int32((20 + 18 * sin(angle)).rounded()))
    }
    canvas.line(
      from: DotPoint(x: -400, y: -300), to: DotPoint(x: 400, y: 300), style: Style(.graticule))
    canvas.line(from: DotPoint(x: 55, y: 2), to: DotPoint(x: 55, y: 36), style: Style(.water))
    canvas.line(from: DotPoint(x: 2, y: 38), to: DotPoint(x: 57, y: 38), style: Style(.water))
    canvas.polyline(circle, style: Style(.pathSelected))
    var screen = Surface(size: Size(columns: 30, rows: 10))
    canvas.draw(into: &screen, at: .zero)
    return screen
  }

  @Test(arguments: GlyphSet.allCases)
  func `the picture matches its golden file`(glyphs: GlyphSet) throws {
    let screen = picture(glyphs)
    try Golden.compare(
      screen.text + screen.roleMap.map { $0 + "\n" }.joined(),
      with: "terminal/canvas-\(glyphs.rawValue).txt")
  }

  @Test(arguments: GlyphSet.allCases)
  func `the picture covers the same cells in every glyph set`(glyphs: GlyphSet) {
    let (screen, dots) = (picture(glyphs), picture(.braille))
    #expect(screen.roleMap == dots.roleMap)
    for row in 0..<screen.rows {
      for column in 0..<screen.columns {
        let isBlank = [" ", "⠀"].contains(screen[column, row]?.text)
        #expect(isBlank == [" ", "⠀"].contains(dots[column, row]?.text), "\(column), \(row)")
      }
    }
    // The circle is drawn last, around (30, 20) with a radius of 18 dots. A cell is two dots wide
    // and four dots high. Only the cells on the circle have its style, not those inside or outside
    // it.
    for (column, row) in [(6, 5), (24, 4), (15, 0), (15, 9)] {
      #expect(screen[column, row]?.style.role == .pathSelected)
    }
    for (column, row) in [(15, 4), (13, 3), (3, 5), (26, 3)] {
      #expect(screen[column, row]?.style.role != .pathSelected)
    }
  }

  @Test func `a canvas drawn on another looks as if its dots had been drawn there`() {
    var random = SplitMix64.forTest()
    func line() -> (DotPoint, DotPoint, Style) {
      func point() -> DotPoint {
        DotPoint(x: .random(in: -20...80, using: &random), y: .random(in: -20...60, using: &random))
      }
      return (point(), point(), Style(.path(Int.random(in: 0..<30, using: &random))))
    }
    let lines = (0..<60).map { _ in line() }
    func canvas(_ lines: ArraySlice<(DotPoint, DotPoint, Style)>) -> DotCanvas {
      var canvas = DotCanvas(columns: 30, rows: 10, glyphs: .braille)
      for (start, end, style) in lines { canvas.line(from: start, to: end, style: style) }
      return canvas
    }
    func picture(_ canvas: DotCanvas) -> Surface {
      var screen = Surface(size: Size(columns: 30, rows: 10))
      canvas.draw(into: &screen, at: .zero)
      return screen
    }
    for split in [0, 1, 25, 59, 60] {
      var together = canvas(lines[..<split])
      together.draw(canvas(lines[split...]))
      #expect(picture(together) == picture(canvas(lines[...])), "\(split)")
    }
  }

  @Test func `each dot of a cell sets its Braille bit`() {
    for y in 0..<4 {
      for x in 0..<2 {
        var canvas = DotCanvas(columns: 1, rows: 1, glyphs: .braille)
        canvas.dot(x: x, y: y, style: .text)
        let bits: [[UInt8]] = [[0x01, 0x08], [0x02, 0x10], [0x04, 0x20], [0x40, 0x80]]
        #expect(canvas.masks == [bits[y][x]])
      }
    }
  }

  @Test func `a line has the same dots even if it extends beyond the canvas`() {
    var random = SplitMix64(seed: 4)
    for _ in 0..<400 {
      let ends = (0..<4).map { _ in Int32.random(in: -90...150, using: &random) }
      let start = DotPoint(x: ends[0], y: ends[1])
      let end = DotPoint(x: ends[2], y: ends[3])
      var small = DotCanvas(columns: 20, rows: 10, glyphs: .braille)
      small.line(from: start, to: end, style: .text)
      // The same line, moved right and down by a hundred dots, on a canvas that contains all of it.
      var large = DotCanvas(columns: 130, rows: 65, glyphs: .braille)
      large.line(
        from: DotPoint(x: start.x + 100, y: start.y + 100),
        to: DotPoint(x: end.x + 100, y: end.y + 100), style: .text)
      for row in 0..<10 {
        for column in 0..<20 {
          #expect(
            small.masks[row * 20 + column] == large.masks[(row + 25) * 130 + column + 50],
            "\(start) to \(end), seed \(random.seed)")
        }
      }
    }
  }

  @Test func `lines of extreme length do not trap`() {
    var canvas = DotCanvas(columns: 4, rows: 4, glyphs: .braille)
    let extremes: [Int32] = [.min, .min + 1, -1, 0, 5, .max - 1, .max]
    for x in extremes {
      for y in extremes {
        canvas.line(
          from: DotPoint(x: x, y: y), to: DotPoint(x: y, y: x), style: .text)
        canvas.polyline(
          [DotPoint(x: x, y: y), DotPoint(x: .max, y: .min), DotPoint(x: y, y: x)], style: .text)
      }
    }
    #expect(canvas.isSet(column: 0, row: 0))
  }

  @Test func `a polyline has the same dots as its separate lines`() {
    var random = SplitMix64(seed: 12)
    for _ in 0..<100 {
      let points = (0..<12).map { _ in
        DotPoint(
          x: Int32.random(in: -20...60, using: &random),
          y: Int32.random(in: -20...60, using: &random))
      }
      var whole = DotCanvas(columns: 20, rows: 10, glyphs: .braille)
      whole.polyline(points, style: .text)
      var parts = DotCanvas(columns: 20, rows: 10, glyphs: .braille)
      for (start, end) in zip(points, points.dropFirst()) {
        parts.line(from: start, to: end, style: .text)
      }
      #expect(whole.masks == parts.masks, "seed \(random.seed)")
    }
  }

  @Test func `the last style in a cell wins, and blank cells keep the text below`() {
    var canvas = DotCanvas(columns: 2, rows: 1, glyphs: .braille)
    canvas.dot(x: 0, y: 0, style: Style(.water))
    canvas.dot(x: 1, y: 3, style: Style(.pathSelected))
    var screen = Surface(size: Size(columns: 2, rows: 1))
    screen.put("ab", at: .zero)
    canvas.draw(into: &screen, at: .zero)
    #expect(screen.lines == ["⢁b"])
    #expect(screen[0, 0]?.style.role == .pathSelected)
  }

  @Test func `bars grow upwards from their cell`() {
    var screen = Surface(size: Size(columns: 3, rows: 3))
    screen.bar(at: Point(column: 0, row: 2), eighths: 20, glyphs: .braille)
    screen.bar(at: Point(column: 1, row: 2), eighths: 3, glyphs: .braille)
    screen.bar(at: Point(column: 2, row: 2), eighths: 15, glyphs: .ascii)
    #expect(screen.lines == ["▄", "█ #", "█▃#"])
  }
}
