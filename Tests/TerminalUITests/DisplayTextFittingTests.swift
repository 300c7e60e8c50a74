import TestSupport
import Testing

@testable import TerminalUI

struct DisplayTextFittingTests {
  @Test(arguments: [
    ("Col du Bonhomme", 20, "Col du Bonhomme"),
    ("Col du Bonhomme", 7, "Col du…"),
    ("日本アルプス", 5, "日本…"),
    ("日本アルプス", 6, "日本…"),
    ("Zürich", 1, "…"),
    ("Zürich", 0, ""),
  ])
  func `clipped text keeps its beginning and ends with an ellipsis`(
    text: String, columns: Int, clipped: String
  ) {
    #expect(DisplayText(text).clipped(to: columns).string == clipped)
  }

  @Test func `text clipped at the start keeps its end`() {
    #expect(DisplayText("/home/me/tour.gpx").clippedAtStart(to: 9).string == "…tour.gpx")
    #expect(DisplayText("abcdefghij").clippedInMiddle(to: 7).string == "abcd…ij")
    #expect(DisplayText("abc").clippedInMiddle(to: 3).string == "abc")
  }

  @Test func `padding aligns text on the left, on the right or in the centre`() {
    #expect(DisplayText("日本").padded(to: 6).string == "日本  ")
    #expect(DisplayText("日本").padded(to: 6, .trailing).string == "  日本")
    #expect(DisplayText("ab").padded(to: 5, .centre).string == " ab  ")
    #expect(DisplayText("long").padded(to: 2).string == "long")
  }

  @Test(arguments: [
    ("climbs 2 239 m in all", 11, ["climbs", "2 239 m in", "all"]),
    ("takes 5 h 11 min", 12, ["takes", "5 h 11 min"]), ("38 min", 4, ["38", "min"]),
    ("Deleted 3 paths", 10, ["Deleted 3", "paths"]),
  ])
  func `a number stays on one line with its unit`(text: String, columns: Int, lines: [String]) {
    #expect(DisplayText(text).wrapped(to: columns).map(\.string) == lines)
  }

  @Test func `wrapping breaks lines at spaces and splits only words that are too long`() {
    let lines = DisplayText("a bb ccc ddddddddd e").wrapped(to: 5).map(\.string)
    #expect(lines == ["a bb", "ccc", "ddddd", "dddd", "e"])
    #expect(DisplayText("").wrapped(to: 5) == [""])
  }

  @Test(arguments: [
    (
      "  zlib  MIT  gzip files and more archives", 24,
      ["  zlib  MIT  gzip files", "             and more", "             archives"]
    ),
    ("  zlib  MIT  gzip files", 14, ["  zlib  MIT ", "  gzip files"]),
    ("  one two three", 9, ["  one two", "  three"]), ("  short", 9, ["  short"]),
    ("no indent  at all", 9, ["no indent", "at all"]), ("", 9, [""]),
  ])
  func `wrapped rows of a table keep their indent and their last column`(
    text: String, columns: Int, lines: [String]
  ) {
    let wrapped = DisplayText(text).wrappedWithIndent(to: columns)
    #expect(wrapped.map(\.string) == lines)
    #expect(wrapped.allSatisfy { $0.width == DisplayText($0.string).width })
  }

  @Test func `fitted text has exactly the requested width`() {
    var random = SplitMix64(seed: 7)
    let alphabet: [Character] = ["a", "é", "日", "👍", "👩‍👩‍👧", "🇨🇭", "\u{202E}", "\u{301}", " "]
    for _ in 0..<500 {
      let text = String(
        (0..<Int.random(in: 0...12, using: &random)).map { _ in
          alphabet.randomElement(using: &random) ?? "a"
        })
      let columns = Int.random(in: 0...15, using: &random)
      let fitted = DisplayText(text).fitted(to: columns)
      #expect(fitted.width == columns, "\(DisplayText(text)) to \(columns), seed \(random.seed)")
      #expect(fitted.width == DisplayText(fitted.string).width)
    }
  }
}
