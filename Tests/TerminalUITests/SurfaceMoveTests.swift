import Foundation
import TestSupport
import Testing

@testable import TerminalUI

/// The movement of cells on the terminal when a picture is shown from another position.
struct SurfaceMoveTests {
  private static let rect = Rect(column: 6, row: 1, columns: 30, rows: 10)

  /// Returns a frame with texts on both sides of a picture whose cell at (x, y) has the given
  /// character.
  private func frame(
    at origin: Point, scale: Double = 1, _ character: (Int, Int) -> DisplayText
  ) -> Surface {
    var frame = Surface(size: Size(columns: 40, rows: 12))
    let rect = Self.rect
    for row in 0..<12 { frame.put("row \(row)", at: Point(column: 0, row: row)) }
    for row in rect.rowRange {
      for column in rect.columnRange {
        frame.put(
          character(column - rect.column + origin.column, row - rect.row + origin.row),
          at: Point(column: column, row: row))
      }
    }
    frame.window = PictureWindow(rect, showing: origin, scale: scale)
    return frame
  }

  private func letter(_ x: Int, _ y: Int) -> DisplayText {
    DisplayText(String(UnicodeScalar(UInt8(97 + (x * 7 + y * 3 + x * y) % 26))))
  }

  @Test(arguments: [
    (Point(column: 104, row: 100), SurfaceMove.Direction.left(4)),
    (Point(column: 99, row: 100), .right(1)), (Point(column: 100, row: 103), .up(3)),
    (Point(column: 100, row: 98), .down(2)),
  ])
  func `a picture that moves by cells is moved on the terminal`(
    origin: Point, direction: SurfaceMove.Direction
  ) throws {
    let last = frame(at: Point(column: 100, row: 100), letter)
    let next = frame(at: origin, letter)
    let move = try #require(next.move(from: last))
    #expect(move.direction == direction)
    var drawn = move.result
    let runs = next.runs(changedFrom: move.result)
    for run in runs { drawn.apply(run, from: next) }
    #expect(drawn.lines == next.lines)
    // Sideways, only the new columns of the picture are drawn; up and down, also the texts beside
    // the picture.
    let cells = runs.reduce(0) { $0 + $1.columns.count }
    #expect(cells <= 130, "\(cells) cells are drawn")
  }

  @Test func `another picture, a diagonal move and an unchanged picture are drawn as before`() {
    let last = frame(at: Point(column: 100, row: 100), letter)
    #expect(frame(at: Point(column: 104, row: 100), scale: 2, letter).move(from: last) == nil)
    #expect(frame(at: Point(column: 104, row: 101), letter).move(from: last) == nil)
    #expect(frame(at: Point(column: 130, row: 100), letter).move(from: last) == nil)
    #expect(last.move(from: last) == nil)
    var plain = last
    plain.window = nil
    #expect(plain.move(from: last) == nil)
    // A picture of equal cells needs no movement.
    let blank = frame(at: Point(column: 100, row: 100)) { _, _ in " " }
    #expect(frame(at: Point(column: 104, row: 100)) { _, _ in " " }.move(from: blank) == nil)
  }

  @Test func `rows with wide characters do not move sideways`() throws {
    let origin = Point(column: 100, row: 100)
    var last = frame(at: origin, letter)
    last.put("日本", at: Point(column: 9, row: 3))
    let next = frame(at: Point(column: 102, row: 100), letter)
    let move = try #require(next.move(from: last))
    #expect(move.rows == [1, 2, 4, 5, 6, 7, 8, 9, 10])
    #expect(move.result.brokenInvariant == nil)
  }

  @Test func `moved cells are not sent to the terminal again`() async throws {
    let terminal = try PseudoTerminal(columns: 40, rows: 12)
    await #expect(processExitsWith: .success) { [path = terminal.path as String] in
      PseudoTerminal.attachProcess(to: path)
      setenv("TERM", "xterm-256color", 1)
      let backend = try NcursesBackend(TerminalOptions())
      let tests = SurfaceMoveTests()
      for origin in [(100, 100), (104, 100), (103, 100), (103, 102), (103, 101)] {
        backend.present(
          tests.frame(at: Point(column: origin.0, row: origin.1), tests.letter))
        backend.copyToClipboard("")
      }
      backend.restore()
      exit(0)
    }
    let frames = terminal.output().components(separatedBy: "\u{1B}]52;c;\u{07}")
    try #require(frames.count == 6)
    // Each row is edited at one column, then each row at the other.
    func edits(_ edit: String) -> String {
      Array(repeating: "\u{1B}[\(edit)", count: 10).joined(separator: "\n")
    }
    #expect(frames[1].contains("\u{1B}[2;7H\(edits("4P"))\u{1B}[2;33H\(edits("4@"))"))
    #expect(frames[2].contains("\u{1B}[2;36H\(edits("1P"))\u{1B}[2;7H\(edits("1@"))"))
    #expect(frames[3].contains("\u{1B}[2;11r\u{1B}[2S\u{1B}[1;12r"))
    #expect(frames[4].contains("\u{1B}[2;11r\u{1B}[1T\u{1B}[1;12r"))
    for frame in frames[1...4] { #expect(!frame.contains("row 0")) }
  }
}
