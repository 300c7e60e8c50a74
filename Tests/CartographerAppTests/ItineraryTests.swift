import CartographerCore
import CartographerPresentation
import Geodesy
import TerminalUI
import Testing

@testable import CartographerApp

/// The itinerary of a group, which replaces the list.
@Suite struct ItineraryTests {
  let editor = EditorDriver()

  private var stopTexts: [String] {
    (editor.state.index.group(SampleLibrary.alps)?.itinerary ?? []).map {
      "\($0.day) \($0.title)" + ($0.note.isEmpty ? "" : " (\($0.note))")
        + ($0.state == .done ? " done" : "")
    }
  }

  private var edits: [ItineraryEdit] {
    editor.effects.compactMap {
      if case .write(.edit(.itinerary(_, let edit)), _, _) = $0 { edit } else { nil }
    }
  }

  private func openItinerary() {
    editor.press("g r")
    if editor.state.list.selected != SampleLibrary.alps { editor.press("j") }
    editor.press("g i")
  }

  /// Adds three of the group's members by keys; the stops are `1 A, 1 B, 1 C`. Selects the first
  /// stop.
  private func addThreeStops() {
    openItinerary()
    editor.press("a space space space enter g g")
  }

  @Test func `the itinerary opens from the groups list or inside a group, and esc returns there`() {
    editor.press("g i")
    #expect(editor.text.contains("open or select a group first"))
    openItinerary()
    #expect(editor.state.modeName == "ITINERARY")
    #expect(editor.state.list.scope == SampleLibrary.alps)
    #expect(editor.text.contains("Nothing is planned yet."))
    editor.press("esc")
    #expect(editor.state.mode == .browse)
    #expect(editor.state.list.tab == .groups && editor.state.list.scope == nil)
    #expect(editor.state.list.selected == SampleLibrary.alps)
    editor.press("enter g l g i q")
    #expect(editor.state.mode == .browse)
    #expect(editor.state.list.tab == .places && editor.state.list.scope == SampleLibrary.alps)
    #expect(!editor.wantsToQuit)
  }

  @Test func `members marked with space are added in one change`() {
    openItinerary()
    editor.press("a space space space enter")
    #expect(stopTexts.count == 3)
    #expect(edits.count == 1)
    #expect(editor.state.itinerary?.position == 2, "the cursor is on the last added stop")
    editor.press("u")
    #expect(stopTexts.isEmpty)
    editor.press("ctrl-r")
    #expect(stopTexts.count == 3)
  }

  @Test func `typed text finds a place outside the group or becomes a stop`() throws {
    openItinerary()
    let outsider = try #require(
      editor.state.index.snapshot.places.first { !$0.groups.contains(SampleLibrary.alps) })
    editor.press("a")
    editor.type(outsider.name)
    #expect(editor.text.contains("to be added to the group"))
    editor.press("enter a")
    editor.type("Rest day")
    editor.press("up up down")
    #expect(editor.text.contains("stop “Rest day”"))
    editor.press("enter")
    #expect(stopTexts == ["1 \(outsider.name)", "1 Rest day"])
  }

  @Test func `an item marked in the list is offered first`() throws {
    editor.press("g l space")
    let marked = try #require(editor.state.list.marks.first)
    openItinerary()
    editor.press("a enter")
    #expect(editor.state.index.group(SampleLibrary.alps)?.itinerary.first?.item == marked)
  }

  @Test(arguments: [
    ("J", [1, 0, 2], [1, 1, 1]), ("j K", [1, 0, 2], [1, 1, 1]), ("G J", [0, 1, 2], [1, 1, 1]),
    ("K", [0, 1, 2], [1, 1, 1]), ("G >", [0, 1, 2], [1, 1, 2]), ("G > K", [0, 1, 2], [1, 1, 1]),
    ("j > J", [0, 2, 1], [1, 1, 2]), ("G > j K", [0, 1, 2], [1, 1, 1]),
    ("G > k J", [0, 1, 2], [1, 2, 2]), ("> J", [1, 2, 0], [1, 1, 2]), ("<", [0, 1, 2], [1, 1, 1]),
    ("n", [0, 1, 2], [2, 2, 2]), ("j n", [0, 1, 2], [1, 2, 2]),
    ("j n G n", [0, 1, 2], [1, 2, 3]), ("G > k n", [0, 1, 2], [1, 2, 3]),
    ("j n N", [0, 1, 2], [1, 1, 1]), ("j n j n k N", [0, 1, 2], [1, 1, 2]),
    ("n N", [0, 1, 2], [1, 1, 1]), ("G > > N", [0, 1, 2], [1, 1, 2]), ("N", [0, 1, 2], [1, 1, 1]),
    ("x", [1, 2], [1, 1]), ("G x", [0, 1], [1, 1]),
  ])
  func `keys move stops and change their days`(_ keys: String, _ order: [Int], _ days: [Int]) {
    addThreeStops()
    let before = editor.state.index.group(SampleLibrary.alps)?.itinerary ?? []
    editor.press(keys)
    let after = editor.state.index.group(SampleLibrary.alps)?.itinerary ?? []
    #expect(after.map(\.id) == order.map { before[$0].id })
    #expect(after.map(\.day) == days)
  }

  @Test func `the cursor follows a moved stop, and goes to the next stop after a removal`() {
    addThreeStops()
    let ids = (editor.state.index.group(SampleLibrary.alps)?.itinerary ?? []).map(\.id)
    editor.press("J")
    #expect(editor.state.itinerary?.stop == ids[0])
    #expect(editor.state.itinerary?.position == 1)
    editor.press("x")
    #expect(editor.state.itinerary?.stop == ids[2])
    editor.press("x")
    #expect(editor.state.itinerary?.stop == ids[1])
    editor.press("x")
    #expect(editor.state.itinerary?.stop == nil)
    for key in ["J", "x", "N", "enter"] {
      editor.press(key)
      #expect(editor.state.toast?.text == "The itinerary is empty; a adds a stop", "\(key)")
    }
  }

  @Test func `D sets a stop to done, and D again sets it back to planned`() {
    addThreeStops()
    editor.press("D")
    #expect(stopTexts[0].hasSuffix(" done"))
    #expect(editor.text.contains("1/3 done"))
    editor.press("D")
    #expect(!stopTexts[0].hasSuffix(" done"))
  }

  @Test func `title, note and day are edited in a form, which refuses an invalid day`() {
    addThreeStops()
    editor.press("a")
    editor.type("Train")
    editor.press("enter e")
    #expect(editor.text.contains("Title"))
    editor.press("tab")
    editor.type("at seven")
    editor.press("tab ctrl-u 0 enter")
    #expect(editor.text.contains("a number from 1 to 9999"))
    editor.press("ctrl-u 4 enter")
    #expect(stopTexts.last == "4 Train (at seven)")
    editor.press("u")
    #expect(stopTexts[1] == "1 Train")
  }

  @Test func `setting the date of the first day shows the date of each day`() {
    addThreeStops()
    editor.press("t")
    editor.type("13 July")
    editor.press("enter")
    #expect(editor.text.contains("a date such as 2026-07-11"))
    editor.press("ctrl-u")
    editor.type("2027-06-31")
    editor.press("enter")
    #expect(editor.text.contains("June 2027 has only 30 days"))
    editor.press("ctrl-u")
    editor.type("2026-07-11")
    editor.press("enter G >")
    #expect(editor.text.contains("Day 1 Sat 11 Jul"))
    #expect(editor.text.contains("12 Jul"))
  }

  @Test(arguments: [(200, 60), (120, 40), (80, 24)])
  func `the heading of a day omits the climb and the time before the date`(
    columns: Int, rows: Int
  ) throws {
    let editor = EditorDriver(size: Size(columns: columns, rows: rows))
    editor.press("g r")
    if editor.state.list.selected != SampleLibrary.alps { editor.press("j") }
    editor.press("g i a space space space space space enter t")
    editor.type("2026-07-11")
    editor.press("enter")
    let pane = try #require(editor.state.layout.listRows)
    func heading() -> String {
      editor.screen.map { String($0.prefix(pane.endColumn)) }.first { $0.contains("Day 1 ") } ?? ""
    }
    #expect(heading().contains("11 Jul") && heading().contains("km"), "\(heading())")
    #expect(!heading().contains("↑"))
    #expect(heading().contains("≈") == (columns > 80))
    editor.press("t ctrl-u enter")
    #expect(heading().contains("≈"), "a day without a date has room for the time")
  }

  @Test func `the map numbers the stops while the itinerary is open`() throws {
    addThreeStops()
    let stops = editor.state.mapScene.stops
    #expect(!stops.isEmpty)
    #expect(stops.filter(\.isSelected).map(\.label.string) == ["1"])
    editor.press("esc")
    #expect(editor.state.mapScene.stops.isEmpty)
  }

  @Test func `two stops at the same place share one label on the map`() throws {
    openItinerary()
    editor.press("a")
    let place = try #require(
      editor.state.index.snapshot.places.first { $0.groups.contains(SampleLibrary.alps) })
    editor.type(place.name)
    editor.press("enter a")
    editor.type(place.name)
    editor.press("enter")
    #expect(editor.state.mapScene.stops.map(\.label.string) == ["1,2"])
  }

  @Test func `stops whose numbers would touch on the map share one label`() throws {
    addThreeStops()
    for _ in 0..<30 { editor.press("2 -") }
    editor.press("1")
    let row = editor.screen.first { $0.contains("1,2,3") }
    #expect(row != nil, "\(editor.text)")
  }

  @Test func `the details show the selected stop and its item`() throws {
    addThreeStops()
    let stop = try #require(editor.state.selectedStop)
    #expect(editor.state.selected == stop.item)
    #expect(editor.text.contains("1 of 3"))
  }

  @Test func `the row of a path shows the gap before it and its length`() throws {
    addThreeStops()
    let plan = try #require(editor.state.library.plan(of: SampleLibrary.alps))
    let units = editor.state.settings.units
    let gap = units.length(metres: try #require(plan.lines[1].straightMetres))
    let length = units.length(metres: try #require(plan.lines[1].stretch).lengthMetres)
    #expect(editor.text.contains("⇢\(gap) \(length)"))
  }

  @Test func `estimated times are marked, and say if they omit the climb`() {
    addThreeStops()
    #expect(editor.text.contains("Walking time ≈"))
    var content = SampleLibrary.content()
    content.elevations = [:]
    content.times = [:]
    let flat = EditorDriver(content)
    #expect(flat.text.contains(/Time +≥/))
    flat.press("g r g i a space space enter")
    #expect(flat.text.contains("≥") && !flat.text.contains("≈"))
  }

  @Test func `climbs and times of a path with few elevations are marked as minimum values`() {
    var content = SampleLibrary.content()
    content.elevations = content.elevations.mapValues { heights in
      heights.indices.map { $0 == 0 ? heights[0] : .nan }
    }
    content.times = [:]
    let editor = EditorDriver(content)
    #expect(editor.text.contains(/Climb +↑≥0 m  ↓≥0 m/))
    #expect(editor.text.contains(/Time +≥/))
    editor.press("g r g i a space space enter")
    #expect(editor.text.contains("↑≥0 m ≥") && !editor.text.contains("≈"))
  }

  @Test func `a click selects a stop, and a click on a day's heading does not`() throws {
    addThreeStops()
    let rows = try #require(editor.state.layout.listRows)
    editor.click(rows.column + 4, rows.row + 3)
    #expect(editor.state.itinerary?.position == 2)
    editor.click(rows.column + 4, rows.row)
    #expect(editor.state.itinerary?.position == 2)
  }

  @Test func `x removes a stop but not its item, and d does nothing`() {
    addThreeStops()
    let count = editor.state.index.snapshot.paths.count { $0.trashed == nil }
    editor.press("x d")
    #expect(editor.text.contains("d does nothing here"))
    #expect(editor.state.index.snapshot.paths.count { $0.trashed == nil } == count)
    #expect(stopTexts.count == 2)
  }
}
