import Foundation
import TestSupport
import Testing

@Suite(.enabled(if: TerminalWindow.isAvailable, "\(TerminalWindow.absence)"))
struct EditorScreenTests {
  @Test(arguments: [(80, 24), (120, 40), (200, 60)])
  func `the screen of the sample trip matches the golden file at each size`(columns: Int, rows: Int)
    throws
  {
    let world = try EditorWorld.withTrip()
    let window = try world.editTrip(columns: columns, rows: rows)
    try compare(window, with: "screens/editor-\(columns)x\(rows).txt")
    #expect(try window.state("#{alternate_on} #{cursor_flag}") == "1 1")
  }

  @Test func `the screen of an empty store shows the first keys to press`() throws {
    let window = try EditorWorld().edit()
    let rows = try window.wait(for: "Nothing here yet").joined(separator: "\n")
    #expect(rows.contains("o i"))
    #expect(rows.contains("o l"))
    #expect(rows.contains("o p"))
  }

  @Test func `the screen adapts to its size, even after being too small`() throws {
    let world = try EditorWorld.withTrip()
    let window = try world.editTrip()
    try window.resize(columns: 30, rows: 8)
    try window.wait(for: "40")
    try window.resize(columns: 60, rows: 20)
    try window.wait(for: "After dinner")
    try window.resize(columns: 80, rows: 24)
    try window.wait(for: "3 Detail")
    try compare(window, with: "screens/editor-80x24.txt")
  }

  @Test func `q quits even if the screen is too small`() throws {
    let window = try EditorWorld.withTrip().editTrip()
    try window.resize(columns: 30, rows: 8)
    try window.wait(for: "40")
    try window.press("q")
    try window.wait(for: "ended 0")
  }

  @Test(arguments: [["--glyphs", "ascii"], []])
  func `in ASCII mode, only ASCII characters reach the terminal`(arguments: [String]) throws {
    let world = try EditorWorld.withTrip()
    let variables = arguments.isEmpty ? ["LANG": "C"] : [:]
    let window = try world.edit(arguments, variables: variables)
    try window.wait(for: "38.0 km")
    for key in ["?", "Escape", "j", "Enter", "Escape", "g", "l", "m", "Escape"] {
      try window.press(key)
      let rows = try window.wait(for: "an unchanged screen") { try window.screen() == $0 }
      #expect(rows.allSatisfy { $0.utf8.allSatisfy { $0 < 0x80 } }, "after \(key): \(rows)")
    }
  }

  @Test(arguments: [["--no-color"], []])
  func `without colours, no colour sequences are sent`(arguments: [String]) throws {
    let world = try EditorWorld.withTrip()
    let variables = arguments.isEmpty ? ["NO_COLOR": "1"] : [:]
    let window = try world.editTrip(arguments, variables: variables)
    #expect(try colours(in: window.styledScreen()).isEmpty)
  }

  @Test func `with colours, colour sequences are sent`() throws {
    let window = try EditorWorld.withTrip().editTrip()
    #expect(try !colours(in: window.styledScreen()).isEmpty)
  }

  /// Returns the codes of all escape sequences that set a colour other than the default.
  private func colours(in text: String) -> [Int] {
    text.matches(of: /\u{1B}\[([0-9;]*)m/).flatMap { match in
      match.1.split(separator: ";").compactMap { Int($0) }
        .filter { (30...38).contains($0) || (40...48).contains($0) || (90...107).contains($0) }
    }
  }

  /// Compares the screen with a golden file, and waits until they are equal.
  private func compare(_ window: TerminalWindow, with golden: String) throws {
    let kept = try? String(contentsOf: PackageFiles.golden(golden), encoding: .utf8)
    func text(_ rows: [String]) -> String { rows.map { "\($0)\n" }.joined() }
    var last = ""
    _ = try? window.wait(for: golden, seconds: Golden.isRecording ? 1 : 10) { rows in
      last = text(rows)
      return !Golden.isRecording && last == kept
    }
    try Golden.compare(last, with: golden)
  }
}
