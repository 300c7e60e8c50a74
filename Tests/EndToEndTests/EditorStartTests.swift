import Foundation
import TestSupport
import Testing

/// Tests of the editor's start in terminals that cannot show it, or only in part.
@Suite(.enabled(if: TerminalWindow.isAvailable, "\(TerminalWindow.absence)"))
struct EditorStartTests {
  @Test(arguments: [
    ("dumb", ["cannot move the cursor", "Use another terminal"]),
    ("no-such-terminal", ["no terminfo entry", "ncurses-term", "xterm-256color"]),
    ("", ["TERM is not set", "xterm-256color"]),
  ])
  func `an unusable terminal type is explained, and no store is created`(
    terminal: String, texts: [String]
  ) throws {
    let world = try EditorWorld()
    let window = try world.edit(columns: 200, variables: ["TERM": terminal])
    let rows = try window.wait(for: "ended 64")
    for text in texts {
      #expect(rows.contains { $0.contains(text) }, "\(text) is missing: \(rows)")
    }
    #expect(try window.state("#{alternate_on}") == "0")
    #expect(!FileManager.default.fileExists(atPath: world.store.path))
  }

  @Test func `without a terminal, the editor refers to the commands and creates no store`() throws {
    let program = try CLIProgram()
    let result = try program.run("open", environment: ["TERM": "xterm-256color"])
    #expect(result.exitCode == 64)
    #expect(result.output.isEmpty)
    #expect(result.errors.contains("needs a terminal"))
    #expect(result.errors.contains("cartographer --help"))
    #expect(!FileManager.default.fileExists(atPath: program.store.path))
  }

  @Test func `without a UTF-8 locale, the editor draws ASCII and says how to change that`() throws {
    let world = try EditorWorld()
    let rows = try world.edit(variables: ["LANG": "C"]).wait(for: "LC_ALL=C.UTF-8")
    #expect(rows.contains { $0.contains("only ASCII is drawn") })
    #expect(rows.allSatisfy { $0.allSatisfy(\.isASCII) })
    // The message does not appear if ASCII characters were chosen.
    let chosen = try world.edit(["--glyphs", "ascii"], variables: ["LANG": "C"])
    #expect(try !chosen.wait(for: "No").contains { $0.contains("LC_ALL") })
  }

  @Test func `in a window that is too small, the editor asks for a larger one`() throws {
    let window = try EditorWorld().edit(columns: 39, rows: 9)
    let rows = try window.wait(for: "Enlarge the window")
    #expect(rows.contains { $0.contains("39x9, needs") })
    try window.resize(columns: 80, rows: 24)
    try window.wait(for: "1 Paths")
    try window.press("q")
    try window.wait(for: "ended 0")
  }
}
