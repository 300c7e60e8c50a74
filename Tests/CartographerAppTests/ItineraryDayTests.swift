import CartographerCore
import TerminalUI
import Testing

@testable import CartographerApp

/// The division of an itinerary into days.
@Suite struct ItineraryDayTests {
  private let trip = SampleLibrary.alps

  private func editor(
    days: [Int], firstDay: String? = nil, size: Size = Size(columns: 120, rows: 40)
  ) -> EditorDriver {
    EditorDriver.planning(days: days, firstDay: firstDay, size: size)
  }

  private func stops(_ editor: EditorDriver) -> [String] { editor.plannedStops }

  private func headings(_ editor: EditorDriver) -> [String] {
    editor.state.itineraryRows.map { row in
      switch row {
      case .day(let day): "\(day.number) \(day.date?.short ?? "")"
      case .emptyDays(let days, let date):
        "\(days.lowerBound)-\(days.upperBound) \(date?.short ?? "") empty"
      case .stop(let line): line.stop.title
      }
    }
  }

  // MARK: Beginning and joining days

  @Test func `beginning days from top to bottom keeps the order of the stops`() {
    let editor = editor(days: [1, 1, 1, 1, 1])
    editor.press("j j n")
    #expect(editor.writes.count == 1)
    #expect(editor.state.selectedStop?.title == "C", "the cursor stays on the stop")
    editor.press("j j n")
    #expect(stops(editor) == ["1 A", "1 B", "2 C", "2 D", "3 E"])
    editor.press("u")
    #expect(stops(editor) == ["1 A", "1 B", "2 C", "2 D", "2 E"])
    editor.press("u")
    #expect(stops(editor) == ["1 A", "1 B", "1 C", "1 D", "1 E"])
  }

  @Test func `beginning a day renumbers later days, and joining the day restores them`() {
    let editor = editor(days: [1, 1, 2, 4])
    editor.press("j n")
    #expect(stops(editor) == ["1 A", "2 B", "3 C", "5 D"])
    editor.press("N")
    #expect(stops(editor) == ["1 A", "1 B", "2 C", "4 D"])
  }

  @Test func `a new day before all stops of a dated trip is said to move the dates`() {
    let editor = editor(days: [1, 1, 2], firstDay: "2026-07-11")
    editor.press("G n")
    #expect(editor.state.toast?.text.contains("date") == false)
    editor.press("g g n")
    #expect(
      editor.state.toast?.text.contains("all stops of the trip are now one day later") == true)
    let undated = self.editor(days: [1, 1])
    undated.press("n")
    #expect(undated.state.toast?.text.contains("date") == false)
  }

  @Test func `joining a day removes an empty day before it`() {
    let editor = editor(days: [1, 3, 3, 4])
    editor.press("j j N")
    #expect(stops(editor) == ["1 A", "2 B", "2 C", "3 D"])
  }

  @Test func `day 1 cannot be joined, and no day follows day 9999`() {
    let editor = editor(days: [1, 9_999])
    editor.press("N")
    #expect(editor.text.contains("Day 1 is the first day"))
    editor.press("n")
    #expect(editor.text.contains("An itinerary cannot have more than 9999 days"))
    #expect(editor.writes.isEmpty)
  }

  // MARK: Empty days

  @Test func `days without stops have headings with their dates`() {
    let editor = editor(days: [1, 1], firstDay: "2026-07-11")
    editor.press("j > > >")
    #expect(
      headings(editor) == [
        "1 Sat 11 Jul", "A", "2-2 Sun 12 Jul empty", "3-3 Mon 13 Jul empty", "4 Tue 14 Jul", "B",
      ])
    let rows = editor.screen.filter { $0.contains("no stops") }
    #expect(rows.count == 2)
    #expect(rows.first?.contains("Day 2 Sun 12 Jul") == true)
  }

  @Test func `dates in another year than the first day show the year`() {
    let late = editor(days: [1, 4, 40], firstDay: "2026-12-30", size: Size(columns: 200, rows: 60))
    let text = late.text
    #expect(text.contains("Day 1 Wed 30 Dec ") && !text.contains("Dec 2026"), "\(text)")
    #expect(text.contains("Day 4 Sat 2 Jan 2027"), "\(text)")
    #expect(text.contains("Days 5–39 3 Jan 2027 – 6 Feb 2027"), "\(text)")
    let crossing = editor(
      days: [1, 40], firstDay: "2026-12-01", size: Size(columns: 200, rows: 60))
    #expect(crossing.text.contains("Days 2–39 2 Dec – 8 Jan 2027"), "\(crossing.text)")
  }

  @Test func `an empty day at the start has a heading, and the date is optional`() {
    #expect(headings(editor(days: [2])) == ["1-1  empty", "2 ", "A"])
  }

  @Test func `more than seven successive empty days share a heading`() {
    #expect(headings(editor(days: [1, 9])).count { $0.hasSuffix("empty") } == 7)
    let long = editor(days: [1, 10], firstDay: "2026-07-11")
    #expect(headings(long)[2] == "2-9 Sun 12 Jul empty")
    #expect(long.text.contains("Days 2–9 12 Jul – 19 Jul"))
  }

  @Test func `a click selects a stop below empty days, but not their headings`() throws {
    let editor = editor(days: [1, 4])
    let rows = try #require(editor.state.layout.listRows)
    editor.click(rows.column + 4, rows.row + 5)
    #expect(editor.state.selectedStop?.title == "B")
    editor.click(rows.column + 4, rows.row + 2)
    #expect(editor.state.selectedStop?.title == "B")
  }

  @Test func `the first stop is shown with the headings of the empty days above it`() {
    let editor = editor(
      days: Array(repeating: 3, count: 26), size: Size(columns: 80, rows: 24))
    editor.press("G")
    #expect(!editor.text.contains("Day 1"))
    editor.press("g g")
    #expect(editor.state.itinerary?.top == 0)
  }

  // MARK: Choosing the day of new stops

  @Test func `new stops follow the selected stop unless another day is chosen`() {
    let editor = editor(days: [1, 1, 2, 2], firstDay: "2026-07-11")
    editor.press("a")
    #expect(editor.text.contains("day 1, Sat 11 Jul, after “A”"))
    editor.press(">")
    #expect(editor.text.contains("day 2, Sun 12 Jul, at the end"))
    editor.press(">")
    #expect(editor.text.contains("day 3, Mon 13 Jul, no stops yet"))
    editor.press("<")
    editor.type("Train")
    editor.press("enter")
    #expect(stops(editor) == ["1 A", "1 B", "2 C", "2 D", "2 Train"])
    #expect(editor.writes.count == 1)
    editor.press("g g a > <")
    editor.type("Lunch")
    editor.press("enter")
    #expect(stops(editor).prefix(3) == ["1 A", "1 Lunch", "1 B"])
  }

  @Test func `the day can be changed after a title was typed`() {
    let editor = editor(days: [1, 1])
    editor.press("a")
    editor.type("A>B")
    editor.press("shift-right shift-right shift-left enter")
    #expect(stops(editor) == ["1 A", "1 B", "2 A>B"])
  }

  @Test func `the list of possible stops names the days of items that are already stops`() {
    let editor = editor(days: [])
    editor.press("a space enter a > space enter a")
    let first = editor.state.index.group(trip)?.itinerary.first?.title ?? "?"
    let row = editor.screen.first { $0.contains("[ ] \(first)") } ?? ""
    #expect(row.contains("path, on days 1 2"), "\(editor.text)")
    #expect(editor.text.contains("path ┃"), "other items are not yet stops")
  }

  @Test func `the day of new stops is never before day 1, even in an empty itinerary`() {
    let editor = editor(days: [])
    editor.press("a <")
    #expect(editor.text.contains("Day 1 is the first day"))
    #expect(editor.text.contains("day 1, no stops yet"))
    editor.press("> space enter")
    #expect(stops(editor).map { $0.prefix(2) } == ["2 "])
  }
}
