import TestSupport
import Testing

@testable import TerminalUI

struct TextFieldTests {
  /// Text with `|` at the cursor, keys, text after: as an editor's tests are tabled.
  @Test(arguments: [
    ("|", "a b", "ab|"), ("ab|", "left X", "aX|b"), ("ab|", "home X", "X|ab"),
    ("a|b", "end backspace", "a|"), ("a|bc", "delete", "a|c"), ("ab|cd", "ctrl-k", "ab|"),
    ("ab|cd", "ctrl-u", "|cd"), ("one two |x", "ctrl-w", "one |x"),
    ("one two|", "ctrl-w ctrl-w", "|"), ("|ab", "backspace left", "|ab"),
    ("ab|", "delete right", "ab|"), ("one two|", "ctrl-left", "one |two"),
    ("|one two", "ctrl-right", "one| two"), ("x|", "space y", "x y|"), ("ab|", "ctrl-a c", "c|ab"),
    ("👩‍👩‍👧|", "backspace", "|"), ("Zu\u{308}|r", "backspace", "Z|r"), ("a|b", "ctrl-d", "a|"),
  ])
  func keysEdit(before: String, keys: String, after: String) throws {
    var field = field(at: before)
    for stroke in try #require(KeyStroke.sequence(notation: keys)) {
      let wasUsed = field.handle(stroke)
      #expect(wasUsed)
    }
    #expect(marked(field) == after)
  }

  @Test func keysOfOthersAreLeftAlone() {
    var field = TextField("ab")
    for notation in ["enter", "esc", "up", "f1", "ctrl-r", "alt-x", "tab"] {
      let wasUsed = KeyStroke(notation: notation).map { field.handle($0) }
      #expect(wasUsed == false)
    }
    #expect(field == TextField("ab"))
  }

  @Test func aPasteIsOneLine() {
    var field = TextField("ab")
    field.insert("1\n2\t3\r\n4")
    #expect(field.text == "ab1 2 3 4")
  }

  @Test(arguments: ["x", "é", "\r\n", "e\u{301}"])
  func aHugePasteIsCutAndTakesNoTimeAtAll(piece: String) {
    var field = TextField("ab")
    _ = field.handle(KeyStroke(.left))
    let elapsed = ContinuousClock().measure {
      field.insert(String(repeating: piece, count: 200_000))
    }
    #expect(field.text.count == TextField.pasteLimitCharacters + 2)
    #expect(field.position == TextField.pasteLimitCharacters + 1)
    #expect(field.text.hasPrefix("a") && field.text.hasSuffix("b"))
    #expect(elapsed < .seconds(10))
  }

  @Test func aPasteOfMarksOnOneLetterIsCutToo() {
    var field = TextField()
    field.insert("a" + String(repeating: "\u{301}", count: 200_000))
    #expect(field.text.count == 1)
    #expect(field.text.unicodeScalars.count == TextField.pasteLimitCharacters * 4)
  }

  @Test func theFieldScrollsToItsCursorAndShowsHostileText() {
    var screen = Surface(size: Size(columns: 8, rows: 1))
    TextField("abcdefghij").draw(into: &screen, in: screen.bounds, isFocused: true)
    #expect(screen.lines == ["defghij"])
    #expect(screen.cursor == Point(column: 7, row: 0))
    TextField("a\u{1B}").draw(into: &screen, in: screen.bounds, isFocused: true)
    #expect(screen.lines == ["a␛"])
  }

  @Test func randomKeysKeepTheCursorInside() {
    var random = SplitMix64(seed: 31)
    let keys = ["a", "é", "left", "right", "home", "end", "backspace", "delete", "ctrl-w", "space"]
    var field = TextField()
    for _ in 0..<3_000 {
      let notation = keys.randomElement(using: &random) ?? "a"
      if let stroke = KeyStroke(notation: notation) { _ = field.handle(stroke) }
      if Int.random(in: 0..<20, using: &random) == 0 { field.insert("\u{301}👩‍👩‍👧\u{200D}") }
      #expect((0...field.text.count).contains(field.position), "seed \(random.seed)")
    }
  }

  private func field(at marked: String) -> TextField {
    let parts = marked.split(separator: "|", omittingEmptySubsequences: false)
    var field = TextField(String(parts[0]) + String(parts[1]))
    for _ in parts[1] { _ = field.handle(KeyStroke(.left)) }
    return field
  }

  private func marked(_ field: TextField) -> String {
    String(field.text.prefix(field.position)) + "|" + String(field.text.dropFirst(field.position))
  }
}
