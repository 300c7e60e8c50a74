import TerminalUI
import Testing

@testable import CartographerApp

/// The width of popups, and the length of text pasted into them.
@Suite struct PopupSizeTests {
  @Test(arguments: [(60, 58), (80, 76), (120, 88), (150, 111), (200, 148), (400, 160)])
  func `popups with long lines become wider with the screen, up to 160 columns`(
    screen: Int, popup: Int
  ) {
    let editor = EditorDriver(size: Size(columns: screen, rows: 40))
    editor.press("?")
    let top = editor.screen.first { $0.contains(" Keys here: ") } ?? ""
    let edges = top.indices.filter { "┌┐╔╗┏┓".contains(top[$0]) }
    let left = edges.last { top[$0...].contains(" Keys here: ") }
    let right = edges.first { !top[$0...].contains(" Keys here: ") }
    let width = left.flatMap { left in right.map { top.distance(from: left, to: $0) + 1 } }
    #expect(width == popup, "\(top)")
  }

  @Test(arguments: [(60, 58), (80, 62), (120, 62), (200, 99), (400, 110)])
  func `popups with short lines become wider with the screen, up to 110 columns`(
    screen: Int, popup: Int
  ) {
    let editor = EditorDriver(size: Size(columns: screen, rows: 40))
    editor.press("g a")
    let top = editor.screen.first { $0.contains(" Nearest to ") } ?? ""
    let width = top.firstRange(of: "┏━ Nearest to ").flatMap { title in
      top[title.lowerBound...].firstIndex(of: "┓").map {
        top.distance(from: title.lowerBound, to: $0) + 1
      }
    }
    #expect(width == popup, "\(top)")
  }

  @Test(arguments: [Size(columns: 120, rows: 40), Size(columns: 200, rows: 60)])
  func `an empty pane of jobs takes no room until it has the focus`(size: Size) {
    let editor = EditorDriver(size: size)
    #expect(editor.state.layout.rect(of: .jobs) == nil)
    #expect(!editor.text.contains("Jobs"))
    let panes = editor.state.layout.panes.map(\.pane).count
    for _ in 0..<panes { editor.press("tab") }
    #expect(editor.state.focus == .list, "the tab key skips the empty pane")
    editor.press("5")
    #expect(editor.text.contains("w shows earlier reports"))
    editor.press("1 :")
    editor.type("export /tmp/a.gpx")
    editor.press("enter")
    #expect(editor.state.layout.rect(of: .jobs) != nil)
  }

  @Test(arguments: [80, 100, 120, 200])
  func `the rows of the licences keep their columns when they are wrapped`(columns: Int) throws {
    let editor = EditorDriver.empty(size: Size(columns: columns, rows: 40))
    editor.press(":")
    editor.type("about")
    editor.press("enter")
    let rows = editor.screen
    func column(of text: String) -> Int? {
      rows.lazy.compactMap { row in
        row.firstRange(of: text).map { row.distance(from: row.startIndex, to: $0.lowerBound) }
      }.first
    }
    let first = try #require(column(of: "GRDB.swift"))
    let use = try #require(column(of: "access to SQLite"))
    #expect(column(of: "Natural Earth") == first)
    #expect(column(of: "the base map's coasts") == use)
    #expect(columns != 100 || column(of: "rivers and borders") == use)
  }

  @Test func `a truncated paste is reported`() {
    let editor = EditorDriver()
    // Without snapping, the form for a new place opens without a message.
    editor.press(", p o l")
    editor.send(.input(.paste(String(repeating: "x", count: 4_096))))
    #expect(editor.state.toast == nil)
    editor.send(.input(.paste(String(repeating: "x", count: 4_097))))
    #expect(
      editor.state.toast?.text.contains("only the first 4 096 characters were pasted") == true)
  }
}
