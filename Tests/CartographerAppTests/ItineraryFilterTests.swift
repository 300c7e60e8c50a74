import CartographerCore
import TerminalUI
import Testing

@testable import CartographerApp

/// The filter of an itinerary, which hides stops.
@Suite struct ItineraryFilterTests {
  private func editor(
    days: [Int] = [1, 1, 2, 4], filter: String, keys: String = "", then: String = "enter"
  ) -> EditorDriver {
    let editor = EditorDriver.planning(
      days: days, titles: Array(["Hut Ada", "Lake", "Hut Bea", "Station"].prefix(days.count)))
    if !keys.isEmpty { editor.press(keys) }
    editor.press("/")
    editor.type(filter)
    editor.press(then)
    return editor
  }

  private func rows(_ editor: EditorDriver) -> [String] {
    editor.state.itineraryRows.map { row in
      switch row {
      case .day(let day): "day \(day.number)"
      case .emptyDays: "empty"
      case .stop(let line): "\(line.number) \(line.stop.title)"
      }
    }
  }

  @Test func `the filter shows the matching stops with their numbers and days`() {
    let editor = editor(filter: "hut", then: "down")
    #expect(rows(editor) == ["day 1", "1 Hut Ada", "day 2", "3 Hut Bea"])
    #expect(editor.state.modeName == "FILTER")
    #expect(editor.text.contains("2 of 4"))
    #expect(editor.state.selectedStop?.title == "Hut Bea", "down selects the next match")
    editor.press("enter")
    #expect(editor.text.contains("/hut"))
    #expect(editor.screen.last?.contains("clear filter") == true)
  }

  @Test func `keys walk only through the matching stops`() {
    let editor = editor(filter: "HUT")
    editor.press("j")
    #expect(editor.state.selectedStop?.title == "Hut Bea")
    editor.press("j k }")
    #expect(editor.state.selectedStop?.title == "Hut Bea")
    editor.press("}")
    #expect(editor.state.toast?.text == "This is the last day")
    editor.press("{")
    #expect(editor.state.selectedStop?.title == "Hut Ada")
  }

  @Test(arguments: ["esc", "enter esc"])
  func `esc shows all stops, and the selected stop stays selected`(keys: String) {
    let editor = editor(filter: "bea", then: keys)
    #expect(rows(editor).count == 8, "four stops, three days and an empty day")
    #expect(editor.state.selectedStop?.title == "Hut Bea")
    #expect(editor.state.modeName == "ITINERARY")
    editor.press("esc")
    #expect(editor.state.mode == .browse)
  }

  @Test func `without a match, a message says so, and esc selects the earlier stop`() {
    let editor = editor(filter: "castle", keys: "j")
    #expect(editor.text.contains("No stop contains"))
    for key in ["x", "J", "}"] {
      editor.press(key)
      #expect(
        editor.state.toast?.text == "No stop contains the text of the filter; esc shows all stops")
    }
    editor.press("esc")
    #expect(editor.state.selectedStop?.title == "Lake")
    #expect(editor.writes.isEmpty)
  }

  @Test func `the words of a filter also find the note of a stop`() {
    let editor = EditorDriver.planning(days: [1, 1])
    editor.press("e tab")
    editor.type("Buy bread")
    editor.press("tab enter G /")
    editor.type("bread")
    #expect(rows(editor) == ["day 1", "1 A"])
  }

  // MARK: Changes

  @Test(arguments: ["J", "K", "shift-down"])
  func `stops do not move past hidden stops`(key: String) {
    let editor = editor(filter: "lake")
    editor.press(key)
    #expect(
      editor.state.toast?.text.contains(
        "the filter hides the neighbouring stops; esc shows all stops") == true)
    #expect(editor.writes.isEmpty)
  }

  @Test(arguments: [
    (">", ["1 Hut Ada", "2 Lake", "2 Hut Bea", "4 Station"]),
    ("n", ["1 Hut Ada", "2 Lake", "3 Hut Bea", "5 Station"]),
    ("L", ["1 Hut Bea", "2 Hut Ada", "2 Lake", "4 Station"]),
    ("x", ["1 Hut Ada", "2 Hut Bea", "4 Station"]),
  ])
  func `changes of days also renumber the hidden stops`(_ key: String, _ stops: [String]) {
    let editor = editor(filter: "lake")
    editor.press(key)
    #expect(editor.plannedStops == stops)
    #expect(editor.writes.count == 1)
  }

  @Test func `marks that the filter hides have no effect`() {
    let editor = editor(filter: "lake", keys: "space")
    #expect(editor.text.contains("1 marked but hidden"))
    editor.press("x")
    #expect(editor.plannedStops == ["1 Hut Ada", "2 Hut Bea", "4 Station"])
    editor.press("esc")
    #expect(editor.state.itinerary?.marks.count == 1)
    #expect(editor.text.contains("1 marked") && !editor.text.contains("but hidden"))
  }

  @Test func `marked stops change together even if the filter hides some of them`() {
    let editor = editor(filter: "lake", keys: "space space")
    editor.press("x")
    #expect(editor.plannedStops == ["2 Hut Bea", "4 Station"])
  }

  @Test func `an added stop that does not match ends the filter`() {
    let editor = editor(filter: "lake")
    editor.press("a")
    editor.type("Ferry")
    editor.press("enter")
    #expect(editor.state.selectedStop?.title == "Ferry")
    #expect(editor.plannedStops.prefix(3) == ["1 Hut Ada", "1 Lake", "1 Ferry"])
    #expect(editor.state.itinerary?.filter.isEmpty == true)
    editor.press("/")
    editor.type("ferry")
    editor.press("enter a")
    editor.type("Ferry back")
    editor.press("enter")
    #expect(editor.state.itinerary?.filter == "ferry")
    #expect(editor.state.selectedStop?.title == "Ferry back")
  }
}
