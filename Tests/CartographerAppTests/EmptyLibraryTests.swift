import CartographerCore
import CartographerPresentation
import TerminalUI
import Testing

@testable import CartographerApp

/// The first screen of an empty library.
@Suite struct EmptyLibraryTests {
  private static let welcome = "This library is empty. To begin, type:"

  @Test(arguments: [":", "2 l", "2 +", "2 2"])
  func `the welcome gives way to the map when the user moves it, and F shows it again`(
    keys: String
  ) {
    let editor = EditorDriver.empty(size: Size(columns: 120, rows: 40))
    #expect(editor.text.contains(Self.welcome))
    editor.press(keys)
    if keys == ":" {
      editor.type("goto 60.39, 5.32")
      editor.press("enter")
    }
    // Only opening the map does not move it.
    #expect(editor.text.contains(Self.welcome) == (keys == "2 2"))
    editor.press("F")
    #expect(editor.text.contains(Self.welcome))
  }

  @Test(arguments: [Size(columns: 120, rows: 40), Size(columns: 40, rows: 14)])
  func `the welcome names the keys for importing, creating a place and drawing`(size: Size) {
    let editor = EditorDriver.empty(size: size)
    if size.columns < 80 { editor.press("2") }
    for line in ["o i  import files", "o l  create a place", "o p  draw a path"] {
      #expect(editor.text.contains(line), "\(editor.text)")
    }
  }

  @Test(arguments: ["d", "enter", "e"])
  func `commands in an empty trash say that nothing is selected`(key: String) {
    let editor = EditorDriver.empty(size: Size(columns: 120, rows: 40))
    editor.press("g t \(key)")
    #expect(editor.state.list.tab == .trash)
    #expect(editor.state.toast?.text.contains("nothing is selected") == true)
  }

  @Test func `on the map of an empty library, the hints name the keys for planning`() {
    let editor = EditorDriver.empty(size: Size(columns: 120, rows: 40))
    editor.press("2")
    let hints = editor.screen.last ?? ""
    for hint in ["o l new place", "o p new path", "h j k l pan", "+ zoom"] {
      #expect(hints.contains(hint), "\(hints)")
    }
  }

  @Test func `the key for the lines of latitude and longitude works in an empty library`() {
    let editor = EditorDriver.empty(size: Size(columns: 120, rows: 40))
    func isDrawn() -> Bool { editor.frame.surface.roleMap.joined().contains("r") }
    editor.press("2 +")
    #expect(isDrawn() && editor.state.mapScene.showsGraticule)
    editor.press(", g")
    #expect(!isDrawn() && !editor.state.mapScene.showsGraticule)
    #expect(editor.state.toast?.text.hasPrefix("Hid the lines of latitude and longitude") == true)
    editor.press(", g")
    #expect(isDrawn() && editor.state.mapScene.showsGraticule)
    #expect(editor.state.toast?.text == "Showed the lines of latitude and longitude")
  }

  @Test func `the setting hides the lines of latitude and longitude in an empty library`() {
    let editor = EditorDriver.empty(size: Size(columns: 120, rows: 40))
    _ = editor.state.set("graticule off")
    #expect(!editor.state.mapScene.showsGraticule)
  }

  @Test func `the first place replaces the welcome, also after the map was moved`() {
    let editor = EditorDriver.empty(size: Size(columns: 120, rows: 40))
    editor.press("2 l o l")
    editor.type("Start")
    editor.press("enter")
    #expect(editor.library.content.snapshot.places.count == 1)
    #expect(!editor.text.contains(Self.welcome))
  }

  @Test func `a library that could not be read is not called empty or still being read`() {
    var state = AppState(size: Size(columns: 80, rows: 24), settings: EditorDriver.settings)
    func text() -> String { render(state).surface.lines.joined(separator: "\n") }
    #expect(text().contains("Reading the library…"))
    _ = update(&state, .failed(EditorFailure("The store is damaged.")))
    #expect(text().contains("The library could not be read."))
    #expect(!text().contains("Reading the library…") && !text().contains(Self.welcome))
    _ = update(&state, .loaded(EditorDriver().library.index))
    #expect(!text().contains("The library could not be read."))
  }
}
