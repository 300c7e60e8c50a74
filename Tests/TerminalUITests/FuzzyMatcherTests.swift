import Testing

@testable import TerminalUI

struct FuzzyMatcherTests {
  @Test func `matching ignores case and accents`() {
    #expect(FuzzyMatcher("ZURICH").match("Zürich")?.positions == [0, 1, 2, 3, 4, 5])
    #expect(FuzzyMatcher("zü").match("Zurich") != nil)
    #expect(FuzzyMatcher("strasse").match("x") == nil)
  }

  @Test func `matches at the starts of words rank first`() {
    let commands = ["export", "reverse path", "redo", "import", "rename path", "edit path"]
    #expect(
      FuzzyMatcher("rp").ranked(commands) { $0 }.map(\.item) == ["rename path", "reverse path"])
    #expect(FuzzyMatcher("imp").ranked(commands) { $0 }.map(\.item) == ["import"])
    #expect(FuzzyMatcher("re").ranked(commands) { $0 }.map(\.item).first == "redo")
  }

  @Test func `adjacent letters rank above scattered letters`() {
    #expect(
      FuzzyMatcher("map").ranked(["move a place", "my map"]) { $0 }.map(\.item).first == "my map")
    #expect(FuzzyMatcher("abc").match("xaxbxabc")?.positions == [5, 6, 7])
  }

  @Test func `an empty query keeps all items in order`() {
    #expect(FuzzyMatcher(" ").ranked(["b", "a"]) { $0 }.map(\.item) == ["b", "a"])
  }

  @Test func `the letters of a query must occur in order`() {
    #expect(FuzzyMatcher("ba").match("ab") == nil)
    #expect(FuzzyMatcher("aa").match("a") == nil)
  }

  @Test func `folding replaces letters with strokes and ligatures`() {
    #expect(SearchFolding.folded("Øresund ﬁn Straße ŁÓDŹ") == "oresund fin strasse lodz")
  }
}
