import CartographerPresentation
import TerminalUI
import Testing

@testable import CartographerApp

/// Texts on the screen that name keys which the user has changed.
@Suite struct RemappedTextTests {
  @Test func `the title of a pane begins with the key that moves the focus to the pane`() {
    #expect(ConfiguredEditor.driver("").text.contains(" 2 Map  z"))
    let changed = ConfiguredEditor.driver(
      "[keys.any]\nf6 = \"focus-map\"\n2 = \"none\"\n3 = \"none\"\n")
    #expect(changed.text.contains(" f6 Map  z"))
    #expect(changed.text.contains("─ Detail ─"), "no key moves the focus to this pane")
    changed.press("f6")
    #expect(changed.state.focus == .map)
  }

  @Test func `the error about an unknown command names no key`() {
    let problems = ConfiguredEditor.problems("[keys.list]\nx = \"bogus-command-name\"\n")
    #expect(
      problems == [
        "2: there is no command “bogus-command-name”; cartographer manual keymap lists all commands"
      ])
  }
}
