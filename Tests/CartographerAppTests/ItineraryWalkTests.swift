import CartographerCore
import TerminalUI
import Testing

@testable import CartographerApp

/// The keys that go from day to day in an itinerary.
@Suite struct ItineraryWalkTests {
  private func selected(after keys: String, days: [Int]) -> String? {
    let editor = EditorDriver.planning(days: days)
    editor.press(keys)
    return editor.state.selectedStop?.title
  }

  @Test(arguments: [
    ("}", "C"), ("j }", "C"), ("} }", "E"), ("} } {", "C"), ("} j {", "A"), ("G {", "C"),
    ("j {", "A"),
  ])
  func `braces go to the first stop of the next or previous day`(_ keys: String, _ stop: String) {
    // Days 3 and 4 have no stops.
    #expect(selected(after: keys, days: [1, 1, 2, 2, 5, 5]) == stop)
  }

  @Test func `at the first and the last day, a message says so and the stop stays selected`() {
    let editor = EditorDriver.planning(days: [2, 2, 3, 3])
    editor.press("{")
    #expect(editor.state.toast?.text == "This is the first day")
    #expect(editor.state.selectedStop?.title == "A")
    editor.press("G }")
    #expect(editor.state.toast?.text == "This is the last day")
    #expect(editor.state.selectedStop?.title == "D")
  }

  @Test func `braces do nothing in an empty itinerary and in the column of groups`() {
    let empty = EditorDriver.planning(days: [])
    empty.press("}")
    #expect(empty.state.toast?.text == "The itinerary is empty; a adds a stop")
    let wide = EditorDriver.planning(days: [1, 2], size: Size(columns: 200, rows: 60))
    wide.press("0 }")
    #expect(wide.text.contains("this command acts on the stops; 1 goes to the stops"))
    #expect(wide.state.selectedStop?.title == "A")
  }

  @Test func `braces also change the day while the map beside the itinerary has the focus`() {
    let editor = EditorDriver.planning(days: [1, 1, 2])
    editor.press("2 }")
    #expect(editor.state.selectedStop?.title == "C")
    #expect(editor.state.focus == .map)
  }
}
