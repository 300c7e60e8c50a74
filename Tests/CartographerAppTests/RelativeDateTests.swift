import CartographerCore
import Foundation
import Geodesy
import Testing

@testable import CartographerApp

/// Relative dates, such as `tomorrow`, in the fields of forms and operations.
@Suite struct RelativeDateTests {
  /// Saturday, 2026-11-28, 12:00 in UTC.
  private static let now = Date(timeIntervalSince1970: 1_795_867_200)
  private let editor = EditorDriver()

  init() { editor.state.setClock(to: Self.now) }

  @Test func `the first day of an itinerary can be a relative date`() {
    editor.press("g r")
    if editor.state.list.selected != SampleLibrary.alps { editor.press("j") }
    editor.press("g i t")
    editor.type("tomorow")
    editor.press("enter")
    #expect(editor.text.contains("a date such as 2026-07-11, tomorrow"))
    editor.press("ctrl-u")
    editor.type("monday")
    editor.press("enter")
    #expect(editor.state.overlay == nil)
    #expect(editor.state.index.group(SampleLibrary.alps)?.firstDay == "2026-11-30")
    editor.press("t ctrl-u")
    editor.type("-1w")
    editor.press("enter")
    #expect(editor.state.index.group(SampleLibrary.alps)?.firstDay == "2026-11-21")
  }

  @Test func `the time of a point can begin with a relative day`() {
    editor.press("enter e tab tab ctrl-u")
    editor.type("today 06:02")
    editor.press("enter")
    // The editor's time zone is two hours east of UTC.
    let wanted = Date(timeIntervalSince1970: 1_795_838_520).timeIntervalSinceReferenceDate
    #expect(editor.library.content.times[ItemID(.path, 1)]?.first == wanted)
  }

  @Test func `the start time of an operation can be relative, and is stepped from there`() throws {
    let field = OperationField(.start, "Start", .moment, "tomorrow 06:00")
    let value = try field.value(in: .gmt, now: Self.now)
    #expect(value == Date(timeIntervalSince1970: 1_795_932_000).timeIntervalSinceReferenceDate)
    let stepper = OperationStepper(units: .metric, zone: .gmt, now: Self.now, places: [])
    let next = try #require(stepper.text(after: field, by: 1))
    #expect(next.hasPrefix("2026-11-29 06:01"), "\(next)")
    #expect(throws: OperationProblem.self) { try field.value(in: .gmt) }
  }
}
