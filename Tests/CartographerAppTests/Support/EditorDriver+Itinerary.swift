import CartographerCore
import TerminalUI
import Testing

@testable import CartographerApp

extension EditorDriver {
  /// An editor that shows an itinerary whose stops are the letters A, B, C and so on, with the
  /// first stop selected.
  ///
  /// - Parameter days: The day of each stop.
  /// - Parameter titles: The title of each stop, if they are not letters.
  static func planning(
    days: [Int], titles: [String] = [], firstDay: String? = nil,
    size: Size = Size(columns: 120, rows: 40)
  ) -> EditorDriver {
    var content = SampleLibrary.content()
    content.snapshot.groups[0].firstDay = firstDay
    content.snapshot.groups[0].itinerary = days.enumerated().map { index, day in
      let letter = String(UnicodeScalar(UInt8(65 + index)))
      return StopSnapshot(
        id: StopID(Int64(500 + index)), day: day, title: titles.isEmpty ? letter : titles[index])
    }
    let editor = EditorDriver(content, size: size)
    editor.press("g r")
    if editor.state.list.selected != SampleLibrary.alps { editor.press("j") }
    editor.press("g i")
    return editor
  }

  /// The days and titles of the stops, such as `1 A`.
  var plannedStops: [String] {
    (state.index.group(SampleLibrary.alps)?.itinerary ?? []).map { "\($0.day) \($0.title)" }
  }
}
