import TestSupport
import Testing

@testable import TerminalUI

struct TextFieldTests {
  /// Texts with `|` at the cursor, before and after edits.
  @Test(
    arguments: [
      ("|", [.insert("a"), .insert("b")], "ab|"), ("ab|", [.moveLeft, .insert("X")], "aX|b"),
      ("ab|", [.moveToStart, .insert("X")], "X|ab"), ("a|b", [.moveToEnd, .deleteBefore], "a|"),
      ("a|bc", [.deleteAfter], "a|c"), ("ab|cd", [.deleteToEnd], "ab|"),
      ("ab|cd", [.deleteToStart], "|cd"), ("one two |x", [.deleteWordBefore], "one |x"),
      ("one two|", [.deleteWordBefore, .deleteWordBefore], "|"),
      ("|ab", [.deleteBefore, .moveLeft], "|ab"), ("ab|", [.deleteAfter, .moveRight], "ab|"),
      ("one two|", [.moveWordLeft], "one |two"), ("|one two", [.moveWordRight], "one| two"),
      ("x|", [.insert(" "), .insert("y")], "x y|"), ("👩‍👩‍👧|", [.deleteBefore], "|"),
      ("Zu\u{308}|r", [.deleteBefore], "Z|r"),
    ] as [(String, [TextField.Edit], String)])
  func `edits act at the cursor`(before: String, edits: [TextField.Edit], after: String) {
    var field = field(at: before)
    for edit in edits { field.apply(edit) }
    #expect(marked(field) == after)
  }

  @Test func `a paste becomes a single line`() {
    var field = TextField("ab")
    field.insert("1\n2\t3\r\n4")
    #expect(field.text == "ab1 2 3 4")
  }

  @Test(arguments: ["x", "é", "\r\n", "e\u{301}"])
  func `a huge paste is truncated without a long delay`(piece: String) {
    var field = TextField("ab")
    field.apply(.moveLeft)
    let elapsed = ContinuousClock().measure {
      field.insert(String(repeating: piece, count: 200_000))
    }
    #expect(field.text.count == TextField.pasteLimitCharacters + 2)
    #expect(field.position == TextField.pasteLimitCharacters + 1)
    #expect(field.text.hasPrefix("a") && field.text.hasSuffix("b"))
    #expect(elapsed < .seconds(10))
  }

  @Test func `a paste of combining marks on one letter is truncated`() {
    var field = TextField()
    field.insert("a" + String(repeating: "\u{301}", count: 200_000))
    #expect(field.text.count == 1)
    #expect(field.text.unicodeScalars.count == TextField.pasteLimitCharacters * 4)
  }

  @Test func `a text field scrolls to its cursor and displays control characters`() {
    var screen = Surface(size: Size(columns: 8, rows: 1))
    TextField("abcdefghij").draw(into: &screen, in: screen.bounds, isFocused: true)
    #expect(screen.lines == ["defghij"])
    #expect(screen.cursor == Point(column: 7, row: 0))
    TextField("a\u{1B}").draw(into: &screen, in: screen.bounds, isFocused: true)
    #expect(screen.lines == ["a␛"])
    screen.cursor = nil
    TextField("abcdefghij").draw(into: &screen, in: screen.bounds, isFocused: false)
    #expect(screen.lines == ["abcdefg…"], "a field without focus shows its start")
    #expect(screen.cursor == nil)
  }

  @Test func `random edits keep the cursor inside the text`() {
    var random = SplitMix64(seed: 31)
    let edits: [TextField.Edit] = [
      .insert("a"), .insert("é"), .insert(" "), .moveLeft, .moveRight, .moveWordLeft,
      .moveWordRight, .moveToStart, .moveToEnd, .deleteBefore, .deleteAfter, .deleteWordBefore,
    ]
    var field = TextField()
    for _ in 0..<3_000 {
      if let edit = edits.randomElement(using: &random) { field.apply(edit) }
      if Int.random(in: 0..<20, using: &random) == 0 { field.insert("\u{301}👩‍👩‍👧\u{200D}") }
      #expect((0...field.text.count).contains(field.position), "seed \(random.seed)")
    }
  }

  private func field(at marked: String) -> TextField {
    let parts = marked.split(separator: "|", omittingEmptySubsequences: false)
    var field = TextField(String(parts[0]) + String(parts[1]))
    for _ in parts[1] { field.apply(.moveLeft) }
    return field
  }

  private func marked(_ field: TextField) -> String {
    String(field.text.prefix(field.position)) + "|" + String(field.text.dropFirst(field.position))
  }
}
