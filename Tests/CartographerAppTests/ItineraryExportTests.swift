import CartographerCore
import CartographerPresentation
import Geodesy
import TerminalUI
import Testing

@testable import CartographerApp

/// The export and the statistics of the trip whose itinerary is open.
@Suite struct ItineraryExportTests {
  /// Returns whether the editor exported items to a file.
  private func exported(
    _ ids: [ItemID] = [SampleLibrary.alps], to path: String, as format: FileFormat = .gpx,
    by editor: EditorDriver
  ) -> Bool {
    editor.effects.contains(
      .export(job: 1, ids: ids, path: path, format: format, replacing: false))
  }

  @Test(arguments: [[1, 1], []])
  func `o x exports the open trip, also if its stops have no items or if it is empty`(
    days: [Int]
  ) {
    let editor = EditorDriver.planning(days: days)
    editor.press("o x enter")
    #expect(exported(to: "Alps 2026.gpx", by: editor))
    #expect(editor.state.modeName == "ITINERARY")
  }

  @Test func `the open trip is exported, not the selected or marked stops and items`() {
    let editor = EditorDriver()
    editor.press("space g r g i a space space enter g g space o x")
    editor.type("trip.kml")
    editor.press("enter")
    #expect(exported(to: "trip.kml", by: editor))
  }

  @Test func `o f chooses the format in which the trip is exported`() throws {
    let editor = EditorDriver.planning(days: [1])
    editor.press("o f")
    editor.type("kml")
    editor.press("enter enter")
    let format = try FileFormat.writable(named: "kml").preferring(fileExtension: "kml")
    #expect(exported(to: "Alps 2026.kml", as: format, by: editor))
  }

  @Test func `after the itinerary is closed, o x exports the selected item again`() throws {
    let editor = EditorDriver.planning(days: [1])
    editor.press("esc enter g l")
    let place = try #require(editor.state.selected)
    let path = editor.state.exportName
    editor.press("o x enter")
    #expect(exported([place], to: path, by: editor))
  }

  @Test func `g s shows the statistics of all paths of the open trip`() throws {
    let editor = EditorDriver.planning(days: [1], size: Size(columns: 120, rows: 60))
    editor.press("g s")
    let report = try #require(editor.state.overlays.top(as: StatisticsBox.self)?.report)
    #expect(report.paths == 6)
    #expect(editor.text.contains("Alps 2026"))
  }

  @Test func `the statistics of a trip list its planned days`() throws {
    let editor = EditorDriver()
    editor.press("space g r g i a space space enter a > space enter g g n g s")
    let plan = try #require(editor.state.library.plan(of: SampleLibrary.alps))
    #expect(plan.days.contains { $0.totals.hasLength })
    #expect(editor.text.contains("Planned day") && plan.days.count == 2)
    for day in plan.days {
      // Behind the popup, the itinerary has the same headings.
      let row = try #require(
        editor.screen.last { $0.contains("Day \(day.number)") }, "\(editor.text)")
      #expect(
        !day.totals.hasLength
          || row.contains(UnitSystem.metric.length(metres: day.totals.lengthMetres)), "\(row)")
    }
    let total = try #require(editor.screen.last { $0.contains("Total ") }, "\(editor.text)")
    #expect(total.contains(UnitSystem.metric.length(metres: plan.total.lengthMetres)), "\(total)")
    editor.press("esc q g s")
    #expect(!editor.text.contains("Planned day"))
  }

  @Test func `in the groups column, g s shows the statistics of the group under the cursor`() throws
  {
    let editor = EditorDriver.planning(days: [1], size: Size(columns: 200, rows: 60))
    editor.press("0 j g s")
    let report = try #require(editor.state.overlays.top(as: StatisticsBox.self)?.report)
    #expect(report.paths == 1)
  }

  @Test func `a trip without paths has no statistics`() {
    var content = SampleLibrary.content()
    content.snapshot.paths = []
    let editor = EditorDriver(content)
    editor.press("g r g i g s")
    #expect(editor.state.toast?.text == "the group contains no paths")
    #expect(editor.state.overlay == nil)
  }
}
