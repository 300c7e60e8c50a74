import CartographerCore
import CartographerPresentation
import Geodesy
import TerminalUI
import Testing

@testable import CartographerApp

/// Planning a trip by keys: the words that tell a user what a key did and which key comes next.
@Suite struct PlanningTests {
  let editor = EditorDriver()

  private var status: String { editor.screen[38] }
  private var drawn: [Coordinate] { editor.state.drawnPoints }

  // MARK: Drawing

  @Test func `continuing a drawing is reported, with the key for a new one`() {
    editor.press("o p a l l a esc o p")
    #expect(drawn.count == 2)
    #expect(status.contains("Continued the drawing with 2 points — n begins a new one"))
  }

  @Test func `n sets the drawing aside as a draft and begins a new one`() {
    editor.press("o p a l l a esc o p n")
    #expect(drawn.isEmpty)
    #expect(editor.state.mode == .draw(DrawState()))
    #expect(status.contains("the other one with 2 points is a draft"))
    editor.press("a h h h h a j a esc o d")
    #expect(editor.text.contains("A path with 3 points"))
    #expect(editor.text.contains("A path with 2 points"))
  }

  @Test func `n in a drawing without points keeps the mode`() {
    editor.press("o p n")
    #expect(editor.state.mode == .draw(DrawState()))
    #expect(editor.state.drafts.setAside.isEmpty)
  }

  @Test(arguments: ["o p", "enter", "g l M"])
  func `while points do not snap, the map's frame shows the key that turns snapping on`(
    keys: String
  ) {
    editor.press(keys)
    #expect(!editor.text.contains("snap off"))
    editor.press(", p")
    #expect(editor.text.contains("snap off (, p)"))
  }

  // MARK: Hints

  @Test func `the hint for q says that it goes back, or quits where there is no level`() {
    let editor = EditorDriver(size: Size(columns: 200, rows: 60))
    #expect(editor.screen[59].contains("q quit"))
    editor.press("2")
    #expect(editor.screen[59].contains("q back"))
    #expect(!editor.screen[59].contains("q quit"))
    editor.press("q")
    #expect(editor.screen[59].contains("q quit"))
  }

  @Test(arguments: [("", "esc"), ("2 ", "esc esc")])
  func `the message of a list narrowed to the view names the keys that show all items`(
    focus: String, keys: String
  ) {
    editor.press(focus + "g w")
    #expect(status.contains("in the view; \(keys) shows all"))
    let narrowed = editor.state.list.filterWords
    editor.press(keys)
    #expect(!narrowed.isEmpty)
    #expect(editor.state.list.filterWords.isEmpty)
  }

  @Test func `an empty list of paths or places names the keys that fill it`() {
    var content = SampleLibrary.content()
    content.snapshot.paths = []
    let editor = EditorDriver(content)
    #expect(editor.text.contains("o p  draw a path"))
    #expect(editor.text.contains("o i  import files"))
    content = SampleLibrary.content()
    content.snapshot.places = []
    let other = EditorDriver(content)
    other.press("g l")
    #expect(other.text.contains("o l  create a place"))
  }

  // MARK: Drafts

  @Test func `the list of drafts shows a draft's typed name`() {
    editor.press("o l")
    editor.type("Hut")
    editor.press("esc o d")
    #expect(editor.text.contains("New place: Name “Hut”"))
  }

  @Test func `the question about a drawing's draft describes the drawing once`() {
    editor.press("o p a l l a l l a esc o d d")
    #expect(editor.text.ranges(of: "A path with 3 points").count == 1)
  }

  // MARK: Distances

  @Test func `two places in one position have a distance but no bearing`() {
    var content = SampleLibrary.content()
    let position = content.snapshot.places[0].coordinate
    for place in content.snapshot.places.indices {
      content.snapshot.places[place].coordinate = position
    }
    let editor = EditorDriver(content)
    editor.press("g l space space g m")
    #expect(editor.state.toast?.text.hasSuffix(": 0 m") == true)
    editor.press("esc g a")
    let row = editor.screen.first { $0.contains(" 0 m ") } ?? ""
    #expect(!row.isEmpty)
    #expect(!row.contains("°"))
  }
}
