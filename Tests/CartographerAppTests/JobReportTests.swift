import CartographerCore
import Foundation
import TerminalUI
import Testing

@testable import CartographerApp

/// The reports of imports and exports, in this session and after a restart.
@Suite struct JobReportTests {
  private static let earlier = JobReport(
    title: "import 9 files", result: "Imported 9 files; 2 files could not be imported",
    remarks: ["treadmill.fit: no positions"],
    time: Date(timeIntervalSinceReferenceDate: 805_900_000))

  /// The reports that the editor wrote to disk, with their times, newest first.
  private func written(_ editor: EditorDriver) -> [JobReport] {
    editor.effects.reversed().compactMap { effect in
      guard case .keepReport(_, var report) = effect else { return nil }
      report.time = EditorDriver.reportTime
      return report
    }
  }

  @Test func `the report of an import survives a restart`() {
    let editor = EditorDriver()
    editor.importFileWithRemark()
    #expect(written(editor).count == 1)
    let restarted = EditorDriver()
    restarted.reports = written(editor)
    restarted.press("w")
    #expect(restarted.text.contains("import a.gpx"))
    #expect(restarted.text.contains("Imported a.gpx: 1 path, no places, 1 200 points"))
    #expect(restarted.text.contains("latitude 91.2"))
    #expect(restarted.text.contains("2026-07-17 18:53 +02:00"), "\(restarted.text)")
  }

  @Test func `exports and failed jobs are kept, and cancelled jobs are not`() {
    let editor = EditorDriver()
    editor.press("o x enter :")
    editor.type("import slow.gpx")
    editor.press("enter ctrl-c")
    _ = editor.state.startJob("import bad.gpx", isWriting: true)
    editor.send(.jobFailed(id: 3, EditorFailure("bad.gpx is damaged.")))
    #expect(
      written(editor).map(\.result) == [
        "bad.gpx is damaged.", "Exported Aletsch traverse.gpx: 2 places, 1 path and 12 points",
      ])
  }

  @Test func `w lists this session's jobs and the earlier reports with their times`() {
    let editor = EditorDriver()
    editor.reports = [Self.earlier]
    editor.press("o x a enter o x b enter w")
    let rows = editor.screen.filter { $0.contains("export ") || $0.contains("import 9 files") }
    #expect(rows.count == 3)
    #expect(rows[0].contains("2026-07-17 18:53  export b"), "\(rows[0])")
    #expect(rows[2].contains("2026-07-16 15:06  import 9 files"), "\(rows[2])")
    let starts = rows.compactMap { row in
      row.firstRange(of: "ported ").map { row.distance(from: row.startIndex, to: $0.lowerBound) }
    }
    #expect(starts.count == 3 && Set(starts).count == 1, "the results are aligned at their start")
    editor.press("G enter")
    #expect(editor.text.contains("treadmill.fit: no positions"))
    editor.press("w")
    #expect(editor.state.overlay is JobList && editor.state.overlays.all.count == 1)
  }

  @Test func `from the report of the only job, w shows all reports`() {
    let editor = EditorDriver()
    editor.reports = [Self.earlier]
    editor.press("o x enter w")
    #expect(editor.text.contains("Exported Aletsch traverse.gpx"))
    #expect(editor.screen.last?.contains("w all reports") == true)
    #expect(!editor.effects.contains(.readReports))
    editor.press("w")
    #expect(editor.text.contains("import 9 files"))
    editor.press("esc")
    #expect(editor.state.overlays.isEmpty)
  }

  @Test func `keys typed while the reports are read act on the list`() {
    let editor = EditorDriver()
    editor.answersReads = false
    editor.press("w d")
    #expect(editor.state.overlay == nil)
    editor.reports = [Self.earlier, Self.earlier]
    editor.answer()
    #expect(editor.state.overlay is JobList)
    #expect(editor.library.done.isEmpty, "d did not delete the item in the list")
  }

  @Test func `reports that cannot be read are reported with the list`() {
    let editor = EditorDriver()
    editor.reportProblem =
      "This version of the editor cannot read the reports in /x/trip.store.reports"
    editor.press("w")
    #expect(editor.text.contains("No imports or exports yet."))
    #expect(editor.text.contains("This version of the editor cannot read the reports"))
    #expect(editor.state.toast?.level == .warning)
  }

  @Test func `the report of a job of this session shows all its remarks`() {
    let editor = EditorDriver()
    _ = editor.state.startJob("import a.gpx", isWriting: true)
    let messages = (1...1_200).map { "line \($0): odd" }
    editor.send(
      .imported(
        job: 1,
        ImportSummary(
          file: "a.gpx", status: .imported, places: 1, paths: 0, points: 0, created: [],
          messages: messages), editor.library.index))
    #expect(written(editor).first?.omittedCount == 200)
    editor.press("w G")
    #expect(editor.text.contains("line 1200: odd"))
  }
}
