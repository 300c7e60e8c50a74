import CartographerCore
import CartographerPresentation
import Foundation
import Geodesy
import TerminalUI
import Testing

@testable import CartographerApp

/// The default keys of popups, questions and text fields.
@Suite struct PopupKeyTests {
  // MARK: Closing

  /// The keys that open each kind of popup, and the name of its mode.
  static let popups: [(keys: String, mode: String)] = [
    ("/", "FILTER"), ("j j enter /", "SEARCH"), (":", "COMMAND"), ("?", "HELP"), ("e", "FORM"),
    ("f2 tab", "MANUAL"), ("C", "FORM"), ("d g t D", "CONFIRM"), ("m", "GROUPS"),
    ("g l space space g v", "CONFIRM"), ("g r g i a", "ADD"), ("g l g a", "NEAREST"),
    ("2 / h a u t e enter", "PLACES"),
    ("o x a enter o x b enter w", "JOBS"), ("d g h", "HISTORY"), ("e X esc o d", "DRAFTS"),
    ("g d", "MESSAGE"),
    ("j j g s", "STATISTICS"), ("o i", "FILES"), ("o i a i", "IMPORT"), ("o i a i t", "GROUP"),
  ]

  @Test(arguments: popups)
  func `esc and ctrl-c close every popup, and ctrl-z and ctrl-l work in it`(
    keys: String, mode: String
  ) {
    for key in ["esc", "ctrl-c"] {
      let editor = EditorDriver()
      editor.press(keys)
      let below = editor.state.overlays.all.count - 1
      #expect(editor.state.modeName == mode)
      editor.press("ctrl-z ctrl-l")
      #expect(editor.effects.contains(.suspend) && editor.effects.contains(.repaint))
      #expect(editor.state.modeName == mode)
      editor.press(key)
      #expect(editor.state.overlays.all.count == below, "\(key) closes \(mode)")
    }
  }

  @Test(arguments: popups)
  func `every command of a popup's context has an effect there`(keys: String, mode: String) {
    let opened = EditorDriver()
    opened.press(keys)
    guard let context = opened.state.overlay?.context else {
      Issue.record("\(keys) opens no popup")
      return
    }
    for command in CommandRegistry.all {
      for binding in command.bindings where binding.context == context {
        let editor = EditorDriver()
        editor.press(keys)
        let before = editor.state
        let effects = editor.effects.count
        for stroke in binding.keys { editor.send(.input(.key(stroke))) }
        // A movement needs a further row.
        let isMovement = command.id.hasPrefix("popup-") || command.id == "previous-field"
        let hasActed = editor.state != before || editor.effects.count > effects
        #expect(hasActed || isMovement, "\(binding.notation) (\(command.id)) in \(mode)")
      }
    }
  }

  @Test func `q closes every popup in which letters are not typed`() {
    for (keys, mode) in Self.popups {
      let editor = EditorDriver()
      editor.press(keys)
      guard let popup = editor.state.overlay else { continue }
      let contexts = popup.context.lookup
      guard contexts.contains(.popupList) || contexts.contains(.popupText) else { continue }
      editor.press("q")
      #expect(editor.state.overlays.isEmpty, "\(mode)")
    }
  }

  // MARK: Help

  @Test func `the help of a popup lists the popup's keys first and omits the command line`() throws
  {
    let editor = EditorDriver(size: Size(columns: 200, rows: 60))
    editor.press("g l g a ?")
    let text = editor.text
    let own = try #require(text.range(of: "Go to the item"))
    let general = try #require(text.range(of: "Redraw the screen"))
    #expect(own.lowerBound < general.lowerBound)
    #expect(!text.contains("runs any command by its name"))
    editor.press("esc esc ?")
    #expect(editor.text.contains(": runs any command by its name"))
  }

  @Test func `the help over a popup lists the popup's keys, and esc returns to the popup`() {
    let editor = EditorDriver()
    editor.press("g h ?")
    #expect(editor.text.contains("Keys here: In the history"))
    #expect(editor.text.contains("Undo all changes made after the selected one"))
    #expect(editor.text.contains("Suspend the editor"))
    editor.press("esc")
    #expect(editor.state.overlay is HistoryList)
    editor.press("esc e ?")
    #expect(editor.state.overlay is FormState, "the question mark is typed into the field")
    editor.press("f1")
    #expect(editor.text.contains("Keys here: In a form"))
    #expect(editor.text.contains("Delete the word before"))
  }

  @Test func `esc and ctrl-c cancel a chord, and an unbound key ends it with a message`() {
    let editor = EditorDriver()
    for key in ["esc", "ctrl-c"] {
      editor.press("g \(key)")
      #expect(editor.state.input.chord.isEmpty)
      #expect(editor.state.toast?.level != .warning)
    }
    editor.press("g é")
    #expect(editor.state.toast?.text.hasPrefix("g é does nothing here") == true)
    #expect(editor.state.input.chord.isEmpty)
  }

  @Test func `file names received while the help covers the command line are completed later`() {
    let editor = EditorDriver()
    editor.names = ["tour/plan.gpx"]
    editor.answersReads = false
    editor.press(":")
    editor.type("import tour/pl")
    editor.press("f1")
    editor.answer()
    editor.press("esc tab")
    #expect(!editor.state.keysWait)
    #expect(editor.text.contains(":import tour/plan.gpx"))
  }

  @Test func `a question accepts only its own answers, and its help lists them`() {
    let editor = EditorDriver()
    editor.press("d g t D")
    for key in ["r", "q", "enter", "x"] {
      editor.press(key)
      #expect(editor.state.toast?.text == "y delete permanently, esc cancel", "\(key)")
    }
    editor.press("?")
    #expect(editor.text.contains("Replace the file (not an answer to this question)"))
    editor.press("esc y")
    #expect(editor.state.overlays.isEmpty)
  }

  @Test func `the mouse wheel moves through lists, texts and the fields of forms`() {
    let editor = EditorDriver(size: Size(columns: 120, rows: 20))
    func wheel() {
      editor.send(.input(.mouse(MouseEvent(.wheelDown, at: Point(column: 60, row: 10)))))
    }
    editor.press("g l g a")
    wheel()
    #expect(editor.state.overlays.top(as: NearestList.self)?.cursor.selected == 1)
    editor.press("esc ?")
    wheel()
    #expect(editor.state.overlays.top(as: HelpPage.self)?.top == 1)
    editor.press("/")
    wheel()
    #expect(editor.state.overlays.top(as: HelpPage.self)?.top == 2)
    editor.press("esc esc e")
    wheel()
    #expect(editor.state.overlays.top(as: FormState.self)?.focused == 1)
  }

  // MARK: Text fields

  @Test(arguments: [
    ("ab", "a b", "abab|"), ("ab", "left X", "aX|b"), ("ab", "ctrl-b X", "aX|b"),
    ("ab", "home X", "X|ab"), ("ab", "left end backspace", "a|"),
    ("abc", "left left delete", "a|c"),
    ("abcd", "left left ctrl-k", "ab|"), ("abcd", "left left ctrl-u", "|cd"),
    ("one two x", "left ctrl-w", "one |x"), ("one two", "ctrl-w ctrl-w", "|"),
    ("one two", "ctrl-backspace", "one |"), ("one two", "alt-backspace", "one |"),
    ("one two", "ctrl-left", "one |two"), ("one two", "alt-left", "one |two"),
    ("one two", "home ctrl-right", "one| two"), ("one two", "home alt-right", "one| two"),
    ("x", "space y", "x y|"), ("ab", "ctrl-a c", "c|ab"), ("ab", "ctrl-a ctrl-f c", "ac|b"),
    ("ab", "ctrl-a ctrl-e c", "abc|"), ("ab", "left ctrl-d", "a|"),
    ("ab", "f1 esc ctrl-r alt-x insert c", "abc|"),
  ])
  func `editing keys act on the text of a field`(text: String, keys: String, expected: String) {
    let editor = EditorDriver()
    editor.press("e ctrl-u")
    editor.send(.input(.paste(text)))
    editor.press(keys)
    let input = editor.state.overlays.top(as: FormState.self)?.fields[0].input ?? TextField()
    let shown = "\(input.text.prefix(input.position))|\(input.text.dropFirst(input.position))"
    #expect(shown == expected)
  }
}
