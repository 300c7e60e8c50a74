import CartographerCore
import CartographerPresentation
import Foundation
import TerminalUI
import TestSupport
import Testing

@testable import CartographerApp

/// Filters that are typed letter by letter, compared with the same filters applied at once.
@Suite struct FilterTypingTests {
  let editor = EditorDriver()

  /// Returns the paths that match a filter applied to all candidates at once.
  private func matches(_ filter: String) -> [ItemID] {
    editor.state.index.matches(
      filter, among: editor.state.list.candidates, in: editor.state.settings.zone)
  }

  @Test(arguments: [
    "2026", "2026-07", "2026-07-0", "haute 2026", "2026 haute", "alps 2026-07", "202", "20267",
    "d1 2026-07-1",
  ])
  func `a date typed letter by letter finds the same paths as the date given at once`(
    filter: String
  ) {
    editor.press("/")
    editor.type(filter)
    #expect(editor.state.list.rows == matches(filter))
  }

  @Test func `a year typed in the filter finds the paths that were recorded in that year`() {
    let paths = editor.state.list.rows
    editor.press("/")
    editor.type("202")
    #expect(editor.state.list.rows.count < paths.count, "only the name of a group contains 202")
    editor.type("6")
    #expect(editor.state.list.rows == paths)
    editor.type("-07-99")
    #expect(editor.state.list.rows.isEmpty)
  }

  @Test func `random filters typed letter by letter find the same as at once`() {
    var random = SplitMix64.forTest()
    let letters = Array("2026-0712 ahdeüi富ß")
    for _ in 0..<200 {
      editor.press("/")
      var typed = ""
      for _ in 0..<Int.random(in: 1...12, using: &random) {
        if !typed.isEmpty, Int.random(in: 0..<5, using: &random) == 0 {
          editor.press("backspace")
          typed.removeLast()
        } else {
          // Some words are typed as a whole, because random letters rarely form a date or a name.
          let text =
            Int.random(in: 0..<3, using: &random) > 0
            ? String(letters.randomElement(using: &random) ?? " ")
            : ["2026", "-07-", "haute", " alps", "Zür"].randomElement(using: &random) ?? ""
          editor.type(text)
          typed += text
        }
        #expect(editor.state.list.filter == typed)
        #expect(editor.state.list.rows == matches(typed), "“\(typed)”")
      }
      editor.press("esc")
    }
  }

  @Test(arguments: [
    ("ha", "h", true), ("hau d", "hau", true), ("2026", "202", false), ("2026", "2026", true),
    ("2026-07", "2026", true), ("20267", "2026", true), ("2026", "2026-07", false),
    ("x 2026-07-1", "2026", true), ("ab", "b", true), ("ac", "b", false), ("h", "ha", false),
  ])
  func `a filter narrows another one only if it cannot match more items`(
    longer: String, shorter: String, narrows: Bool
  ) {
    let zone = editor.state.settings.zone
    #expect(FilterWords(longer, in: zone).narrow(FilterWords(shorter, in: zone)) == narrows)
  }
}
