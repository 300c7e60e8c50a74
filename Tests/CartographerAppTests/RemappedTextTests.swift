import CartographerPresentation
import TerminalUI
import Testing

@testable import CartographerApp

/// Texts on the screen that name keys which the user has changed.
@Suite struct RemappedTextTests {
  private func editor(_ text: String) -> EditorDriver {
    var configuration = Configuration(text: text)
    let keymap = Keymap(&configuration)
    #expect(configuration.problems == [])
    let editor = EditorDriver(size: Size(columns: 120, rows: 40))
    editor.state.preferences.apply([:], keymap)
    return editor
  }

  @Test func `the title of a pane begins with the key that moves the focus to the pane`() {
    #expect(editor("").text.contains(" 2 Map  z"))
    let changed = editor("[keys.any]\nf6 = \"focus-map\"\n2 = \"none\"\n3 = \"none\"\n")
    #expect(changed.text.contains(" f6 Map  z"))
    #expect(changed.text.contains("─ Detail ─"), "no key moves the focus to this pane")
    changed.press("f6")
    #expect(changed.state.focus == .map)
  }

  @Test func `the error about an unknown command names no key`() {
    let problems = keyProblems("[keys.list]\nx = \"bogus-command-name\"\n")
    #expect(
      problems == [
        "there is no command “bogus-command-name”; cartographer manual keymap lists all commands"
      ])
  }

  private func keyProblems(_ text: String) -> [String] {
    var configuration = Configuration(text: text)
    _ = Keymap(&configuration)
    return configuration.problems.map(\.message)
  }
}
