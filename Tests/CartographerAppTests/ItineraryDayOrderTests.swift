import CartographerCore
import TerminalUI
import Testing

@testable import CartographerApp

/// The keys that move a whole day of an itinerary past a neighbouring day.
@Suite struct ItineraryDayOrderTests {
  @Test(arguments: [
    ("L", ["1 C", "2 A", "2 B", "3 D", "6 E"]), ("j j H", ["1 C", "2 A", "2 B", "3 D", "6 E"]),
    ("j j L", ["1 A", "1 B", "2 D", "3 C", "6 E"]),
    // Day 4 has no stops.
    ("j j j L", ["1 A", "1 B", "2 C", "4 D", "6 E"]),
    ("G shift-left", ["1 A", "1 B", "2 C", "3 D", "5 E"]),
    ("shift-right shift-right", ["1 C", "2 D", "3 A", "3 B", "6 E"]),
  ])
  func `a day moves past its neighbour, and other days keep their stops`(
    _ keys: String, _ stops: [String]
  ) {
    let editor = EditorDriver.planning(days: [1, 1, 2, 3, 6])
    editor.press(keys)
    #expect(editor.plannedStops == stops)
    for _ in editor.writes { editor.press("u") }
    #expect(editor.plannedStops == ["1 A", "1 B", "2 C", "3 D", "6 E"])
  }

  @Test func `the move of a day is one change, and the cursor stays on its stop`() {
    let editor = EditorDriver.planning(days: [1, 1, 2, 2], firstDay: "2026-07-11")
    editor.press("j L")
    #expect(editor.writes.count == 1)
    #expect(editor.state.selectedStop?.title == "B")
    #expect(editor.state.itinerary?.position == 3)
    let rows = editor.state.itineraryRows.compactMap { row -> String? in
      if case .day(let day) = row { "\(day.number) \(day.date?.short ?? "")" } else { nil }
    }
    #expect(rows == ["1 Sat 11 Jul", "2 Sun 12 Jul"], "the dates follow the numbers of the days")
  }

  @Test func `the first day does not move before day 1, nor the last day into an empty day`() {
    let editor = EditorDriver.planning(days: [1, 2])
    editor.press("H")
    #expect(editor.state.toast?.text == "Day 1 is the first day")
    editor.press("j L")
    #expect(editor.state.toast?.text == "This is the last day")
    #expect(editor.writes.isEmpty)
  }

  @Test func `a whole day moves even if only stops of another day are marked`() {
    let editor = EditorDriver.planning(days: [1, 2, 2])
    editor.press("space L")
    #expect(editor.plannedStops == ["1 A", "2 B", "2 C"], "the cursor is on the last day")
    editor.press("H")
    #expect(editor.plannedStops == ["1 B", "1 C", "2 A"])
  }
}
