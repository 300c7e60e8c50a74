import TestSupport
import Testing

@testable import TerminalUI

/// Texts far longer than a screen.
@Suite struct LongTextTests {
  /// Characters of one and two columns, of several scalars, and invisible ones.
  static let pieces = [
    "a", "bc ", " ", "é", "e\u{301}", "日", "👨‍👩‍👧", "🇨🇭", "\u{200D}", "\u{202E}", "\u{7}", "\r\n",
    "☀\u{FE0F}",
    "नि", "\u{301}\u{302}\u{303}\u{304}\u{305}\u{306}", "\u{E0100}", "👍🏽", "\u{10FFFF}",
  ]

  @Test func `clipping the beginning of a text equals clipping the whole text`() {
    var random = SplitMix64.forTest()
    for _ in 0..<2_000 {
      let text = (0..<Int.random(in: 0...60, using: &random))
        .map { _ in Self.pieces.randomElement(using: &random) ?? "" }.joined()
      let columns = Int.random(in: 0...30, using: &random)
      let whole = DisplayText(text)
      let beginning = DisplayText(text, columns: columns)
      #expect(beginning.clipped(to: columns) == whole.clipped(to: columns))
      #expect((beginning.width > columns) == (whole.width > columns))
    }
  }

  @Test func `only the needed beginning of a long text is processed`() {
    let long = String(repeating: "ab é", count: 25_000)
    #expect(DisplayText(long, columns: 80).width < 200)
    #expect(DisplayText(String(repeating: "\u{301}", count: 100_000), columns: 80).width == 1)
  }

  @Test func `wrapping with a line limit returns the first lines of the wrapped text`() {
    var random = SplitMix64.forTest()
    for _ in 0..<1_000 {
      let text = DisplayText(
        (0..<Int.random(in: 0...80, using: &random))
          .map { _ in Self.pieces.randomElement(using: &random) ?? "" }.joined())
      let columns = Int.random(in: 2...20, using: &random)
      let lines = text.wrapped(to: columns)
      #expect(lines.allSatisfy { $0.width <= columns })
      for most in 1...4 {
        #expect(text.wrapped(to: columns, most: most) == Array(lines.prefix(most)))
      }
    }
  }

  @Test func `a word longer than a line is split into full lines`() {
    let word = DisplayText(String(repeating: "x", count: 25))
    #expect(word.wrapped(to: 10).map(\.width) == [10, 10, 5])
    #expect(DisplayText("ab " + word.string).wrapped(to: 10).map(\.width) == [2, 10, 10, 5])
  }

  @Test func `a text field shows the text around its cursor`() {
    var field = TextField(String(repeating: "a", count: 50) + "日本é")
    var surface = Surface(size: Size(columns: 10, rows: 1))
    field.draw(into: &surface, in: surface.bounds, isFocused: true)
    #expect(surface.text == "aaaa日本é\n")
    #expect(surface.cursor == Point(column: 9, row: 0))
    field.apply(.moveToStart)
    surface = Surface(size: Size(columns: 10, rows: 1))
    field.draw(into: &surface, in: surface.bounds, isFocused: true)
    #expect(surface.text == "aaaaaaaaaa\n")
    #expect(surface.cursor == .zero)
  }
}
