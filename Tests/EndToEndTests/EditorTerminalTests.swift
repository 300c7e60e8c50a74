import Foundation
import TestSupport
import Testing

/// Tests that need a real terminal: changing sizes, wide characters, few colours and slow lines.
@Suite(.enabled(if: TerminalWindow.isAvailable, "\(TerminalWindow.absence)"))
struct EditorTerminalTests {
  @Test func `each mode shows its name, and Esc leaves it`() throws {
    let window = try EditorWorld.withTrip().editTrip()
    let modes: [(keys: String, names: [String])] = [
      ("v", ["RANGE"]), ("/", ["FILTER"]), (":", ["COMMAND"]), ("?", ["HELP"]), ("e", ["FORM"]),
      ("m", ["GROUPS"]), ("w", ["JOBS"]), ("gh", ["HISTORY"]), ("gs", ["STATISTICS"]),
      ("gd", ["MESSAGE"]), ("S", ["PREVIEW"]), ("op", ["DRAW"]), ("2v", ["BOX"]),
      ("1\r", ["EDIT"]), ("1\rm", ["GRAB", "EDIT"]), ("1\r/", ["SEARCH", "EDIT"]),
      ("1grgi", ["ITINERARY"]), ("gia", ["ADD", "ITINERARY"]), ("gpdgtD", ["CONFIRM"]),
    ]
    for mode in modes {
      try window.type(mode.keys)
      for name in mode.names {
        try window.wait(for: "\(name) after \(mode.keys)") { rows in
          rows.contains { $0.hasPrefix(" \(name) ") || $0 == " \(name)" }
        }
        try window.press("Escape")
      }
      try window.wait(for: "NORMAL mode after \(mode.names)") { rows in
        rows.contains { $0.hasPrefix(" NORMAL") }
      }
    }
  }

  @Test func `the window can be resized while the map is dragged`() throws {
    let world = try EditorWorld.withTrip()
    let window = try world.editTrip()
    try window.hold(column: 60, row: 10)
    try window.move(column: 62, row: 10)
    try window.wait(for: "▸ After dinner")
    try window.resize(columns: 120, rows: 40)
    try window.wait(for: "4 Profile")
    try window.move(column: 70, row: 12)
    try window.resize(columns: 30, rows: 8)
    try window.wait(for: "needs")
    try window.move(column: 75, row: 14)
    try window.release(column: 75, row: 14)
    try window.resize(columns: 80, rows: 24)
    try window.wait(for: "3 Detail")
    try waitForFrames(in: window, columns: 80, rows: 24)
    // The drag has ended, so mouse movements must not pan the map.
    try window.move(column: 50, row: 6)
    try window.press("1", "j")
    try window.wait(for: "▸ Day 1")
    try window.press("q")
    try window.wait(for: "ended 0")
  }

  @Test func `after many resizes, the screen has the last size`() throws {
    let window = try EditorWorld.withTrip().editTrip()
    for size in stride(from: 30, through: 200, by: 10) {
      try window.resize(columns: size, rows: 8 + size / 5)
    }
    try window.resize(columns: 100, rows: 30)
    try waitForFrames(in: window, columns: 100, rows: 30)
  }

  @Test func `names with wide and combining characters keep the columns aligned`() throws {
    let world = try EditorWorld()
    let names = ["富士山 散歩", "Cafe\u{301} du Col", "서울 둘레길 전체 구간 걷기", "Plain", "ﾊﾝｶｸ half"]
    for name in names { try world.cartographer(["add", "place", name, "45.9", "6.9"]) }
    let window = try world.edit()
    try window.wait(for: "No paths yet")
    try window.press("]")
    let rows = try window.wait(for: "富士山")
    #expect(rows.contains { $0.contains("서울") })
    try waitForFrames(in: window, columns: 80, rows: 24)
  }

  @Test func `escape sequences in names are shown and not executed`() throws {
    let world = try EditorWorld()
    let name = "A\u{1B}]0;owned\u{7}\u{1B}[2J\u{9B}31mred\u{202E}olleh\u{1B}[?1049l"
    try world.cartographer(["add", "place", name, "45.9", "6.9"])
    let window = try world.edit()
    let title = try window.state("#{pane_title}")
    try window.wait(for: "No paths yet")
    try window.press("]")
    try window.wait(for: "␛")
    #expect(try window.state("#{alternate_on}") == "1")
    #expect(try window.state("#{pane_title}") == title)
    try waitForFrames(in: window, columns: 80, rows: 24)
    // The name is also shown in the form, and in the message of its deletion.
    for (key, text) in [("e", " FORM"), ("Escape", " NORMAL"), ("d", "u to undo")] {
      try window.press(key)
      let rows = try window.wait(for: text)
      #expect(try window.state("#{alternate_on} #{pane_title}") == "1 \(title)")
      #expect(rows.allSatisfy { !$0.unicodeScalars.contains("\u{202E}") })
    }
    try window.press("q")
    try window.wait(for: "ended 0")
  }

  @Test(arguments: ["xterm", "linux", "screen"])
  func `a terminal with few colours gets only colours that it supports`(terminal: String) throws {
    let world = try EditorWorld.withTrip()
    let window = try world.editTrip(variables: ["TERM": terminal])
    try expectFewColours(window)
  }

  @Test func `the Linux console gets no character that its fonts lack`() throws {
    let world = try EditorWorld.withTrip()
    let window = try world.editTrip(columns: 120, rows: 40, variables: ["TERM": "linux"])
    let text = try window.screen().joined()
    #expect(text.contains("┏") && text.contains("█") && text.contains("Refuge du Névé"))
    let missing = text.unicodeScalars.filter {
      "○◆✓▖▗▘▝▀▄▌▐▙▟▛▜▚▞▁▂▃▅▆▇▓".unicodeScalars.contains($0)
    }
    #expect(missing.isEmpty, "\(text)")
  }

  @Test func `the configuration can limit the editor to 16 colours`() throws {
    let world = try EditorWorld.withTrip()
    try world.folder.write("colours = \"16\"\n", to: "config/cartographer/config.toml")
    try expectFewColours(world.editTrip())
  }

  @Test func `the terminal's cursor is on the selected row`() throws {
    let window = try EditorWorld.withTrip().editTrip()
    for keys in ["j", "j", "k"] {
      try window.press(keys)
      try window.wait(for: "the cursor on the selected row") { rows in
        let row = rows.firstIndex { $0.hasPrefix("┃▸") }
        return try window.state("#{cursor_y}") == row.map(String.init)
      }
    }
  }

  /// The line transfers 12 kB per second. No typed key may be lost, and outdated frames are
  /// skipped.
  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/script")))
  func `all keys are handled over a slow line`() throws {
    let world = try EditorWorld.withTrip()
    let window = try world.editSlowly(bytes: 600, everySeconds: "0.05")
    try window.wait(for: "list over a slow line", seconds: 60) { rows in
      rows.contains { $0.contains("38.0 km") }
    }
    try window.type(String(repeating: "jjjjkkkk", count: 20) + "jjjj")
    let rows = try window.wait(for: "the last row over a slow line", seconds: 60) { rows in
      rows.contains { $0.contains("▸ Tour des Trois") }
    }
    #expect(rows.count == 24)
    try window.type("d")
    try window.wait(for: "a deletion over a slow line", seconds: 60) { rows in
      rows.contains { $0.contains("u to undo") }
    }
    #expect(try !world.cartographer(["list", "paths"]).contains("Tour des Trois"))
    try window.type("u")
    try window.wait(for: "an undo over a slow line", seconds: 60) { rows in
      rows.contains { $0.contains("Undid") }
    }
    try waitForFrames(in: window, columns: 80, rows: 24)
  }

  private func expectFewColours(_ window: TerminalWindow) throws {
    let text = try window.styledScreen()
    let codes = text.matches(of: /\u{1B}\[([0-9;]*)m/).flatMap { match in
      match.1.split(separator: ";").compactMap { Int($0) }
    }
    #expect(codes.contains { (30...37).contains($0) || (90...97).contains($0) })
    #expect(!codes.contains { $0 == 38 || $0 == 48 })
  }

  /// Waits until every row between the header and the status row begins and ends with the edge of
  /// a pane and has the width of the window.
  ///
  /// A capture can show a frame that is only half drawn.
  private func waitForFrames(in window: TerminalWindow, columns: Int, rows: Int) throws {
    try window.wait(for: "rows with complete frames") { screen in
      screen.count == rows
        && screen.dropFirst().dropLast(2).allSatisfy { row in
          "┌└│┏┗┃".contains(row.first ?? " ") && "┐┘│┓┛┃".contains(row.last ?? " ")
            && Self.width(row) == columns
        }
    }
  }

  /// Returns the width of a row in columns, for the characters of these tests.
  ///
  /// Wide characters take two columns, and combining accents take none.
  private static func width(_ row: String) -> Int {
    row.unicodeScalars.reduce(0) { sum, scalar in
      switch scalar.value {
      case 0x300...0x36F: sum
      case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xFF00...0xFF60: sum + 2
      default: sum + 1
      }
    }
  }
}
