import CartographerCore
import CartographerPresentation
import Foundation
import Geodesy
import TerminalUI
import TestSupport
import Testing

@testable import CartographerApp

/// Random and hostile input, at any size of the terminal.
@Suite struct RobustnessTests {
  private static let keys: [KeyStroke] = {
    let bound = CommandRegistry.all.flatMap { $0.bindings.flatMap(\.keys) }
    let extra = "a 1 é enter esc tab backspace ctrl-u up down".split(separator: " ")
      .compactMap { KeyStroke(notation: String($0)) }
    return Array(Set(bound)).sorted { $0.notation < $1.notation } + extra
  }()

  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func `random input never corrupts the screen`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let editor = EditorDriver()
    editor.names = ["a.gpx", "b/"]
    for step in 0..<2_500 {
      let size = step % 200 == 199
      if size {
        editor.send(
          .input(
            .resize(
              Size(
                columns: Int.random(in: 1...210, using: &random),
                rows: Int.random(in: 1...62, using: &random)))))
      } else if step % 17 == 0 {
        let point = Point(
          column: Int.random(in: 0..<120, using: &random),
          row: Int.random(in: 0..<40, using: &random))
        let action: MouseEvent.Action =
          [.press(.left), .drag(.left), .wheelUp, .wheelDown, .press(.right)]
          .randomElement(using: &random) ?? .wheelUp
        editor.send(.input(.mouse(MouseEvent(action, at: point))))
      } else {
        let key = Self.keys[Int.random(in: 0..<Self.keys.count, using: &random)]
        editor.send(.input(.key(key)))
      }
      guard step % 20 == 0 else { continue }
      let frame = editor.frame
      #expect(frame.surface.size == editor.state.size)
      let text = frame.surface.text
      let hasControl = text.unicodeScalars.contains {
        $0 != "\n" && $0.properties.generalCategory == .control
      }
      #expect(!hasControl, "seed \(seed), step \(step)")
      if let cursor = frame.surface.cursor {
        #expect(
          frame.surface.bounds.contains(cursor), "seed \(seed), step \(step): \(cursor)")
      }
    }
    #expect(!editor.state.isSaving)
  }

  @Test func `undoing every change restores the library`() {
    var random = SplitMix64(seed: 7)
    let editor = EditorDriver()
    let before = editor.library.content.snapshot
    for _ in 0..<60 {
      let keys = ["d", "space m space enter", "R", "g l d g p", "j enter x l x esc", "j", "k"]
      editor.press(keys.randomElement(using: &random) ?? "j")
      editor.press("esc esc")
    }
    #expect(!editor.library.done.isEmpty)
    editor.press("esc esc esc")
    while editor.state.index.snapshot.undoCount > 0 { editor.press("u") }
    #expect(editor.library.content.snapshot.paths == before.paths)
    #expect(editor.library.content.snapshot.places == before.places)
  }

  @Test func `control characters in names are displayed, not sent to the terminal`() {
    var content = SampleLibrary.content()
    content.snapshot.paths[0].name = "A\u{1B}[31mred\u{202E}olleh\u{7}\nline"
    content.snapshot.paths[0].notes = "\u{9B}2J"
    let editor = EditorDriver(content)
    for keys in ["j", "k", "e", "esc m", "esc enter", "esc d g t D"] {
      editor.press(keys)
      let scalars = editor.text.unicodeScalars
      #expect(
        !scalars.contains {
          ($0.value < 0x20 && $0 != "\n") || (0x7F..<0xA0).contains($0.value)
            || $0.value == 0x202E
        }, "\(keys)")
    }
    #expect(editor.text.contains("␛"))
  }

  @Test func `in a terminal that is too small, q and ctrl-z work and nothing is undone unseen`() {
    let editor = EditorDriver()
    editor.press("d")
    editor.send(.input(.resize(Size(columns: 39, rows: 10))))
    #expect(editor.text.contains("needs"))
    #expect(editor.text.contains("40x10"))
    editor.press("d")
    editor.press("u esc ctrl-z")
    #expect(editor.library.done.count == 1, "other keys have no effect")
    #expect(editor.effects.contains(.suspend))
    editor.press("q")
    #expect(editor.wantsToQuit)
  }

  @Test(arguments: [
    "1", "2", "3", "4", "5", "e", "m", ":", "?", "/", "d g t D", "enter", "g", "S", "t s", "g s",
    "enter T", "enter /",
  ])
  func `every pane, mode and popup shows the terminal's cursor`(keys: String) {
    for size in ScreenGoldenTests.sizes {
      let editor = EditorDriver(size: size)
      editor.press(keys)
      let cursor = editor.frame.surface.cursor
      #expect(cursor != nil, "\(keys) at \(size.columns)")
    }
  }

  @Test(arguments: ["g a", "e X esc C x esc o d"])
  func `the terminal's cursor follows the selected row of a popup`(keys: String) throws {
    let editor = EditorDriver()
    editor.press(keys)
    let first = try #require(editor.frame.surface.cursor)
    editor.press("j")
    let second = try #require(editor.frame.surface.cursor)
    #expect(second == Point(column: first.column, row: first.row + 1), "\(editor.text)")
  }

  @Test(arguments: [false, true])
  func `the open group and its itinerary are open again after a restart`(isDeleted: Bool) {
    let editor = EditorDriver()
    editor.press("g r")
    if editor.state.list.selected != SampleLibrary.alps { editor.press("j") }
    editor.press("g i")
    let saved = editor.state.session
    #expect(saved.group == SampleLibrary.alps.description && saved.showsItinerary == true)
    var content = SampleLibrary.content()
    if isDeleted { content.snapshot.groups = [] }
    let next = EditorDriver(content) { $0.restore(saved) }
    #expect(next.state.list.scope == (isDeleted ? nil : SampleLibrary.alps))
    #expect((next.state.itinerary?.group == SampleLibrary.alps) != isDeleted)
    #expect(next.state.overlay == nil && next.state.toast?.level != .warning)
    next.press("esc")
    #expect(next.state.itinerary == nil && !next.state.list.rows.isEmpty)
  }

  @Test func `a group that was open without its itinerary is open again after a restart`() {
    let editor = EditorDriver()
    editor.press("g r")
    if editor.state.list.selected != SampleLibrary.alps { editor.press("j") }
    editor.press("enter j")
    let next = EditorDriver { $0.restore(editor.state.session) }
    #expect(next.state.itinerary == nil && next.state.list.scope == SampleLibrary.alps)
    #expect(next.state.list.rows == editor.state.list.rows)
    #expect(next.selectedName == editor.selectedName)
  }

  @Test func `a session is unchanged after it is encoded, decoded and restored`() throws {
    let editor = EditorDriver()
    editor.press("] j , u , g 2 + l")
    let data = try JSONEncoder().encode(editor.state.session)
    var other = AppState(size: editor.state.size)
    other.restore(try JSONDecoder().decode(EditorSession.self, from: data))
    _ = update(&other, .loaded(editor.library.index))
    #expect(other.session == editor.state.session)
    #expect(other.selectedItem?.name == editor.selectedName)
  }
}
