import CartographerCore
import CartographerPresentation
import Foundation
import TerminalUI

/// The list of this session's jobs and of earlier reports, newest first.
struct JobList: ListOverlay {
  static let commands: [Command] = [
    command(
      "show-job", "Show the job's report", hint: "show report", keys: [.jobList: "enter"]
    ) {
      list, state in
      switch list.selected(in: state) {
      case .job(let job): return state.showReport(of: job)
      case .earlier(let report): return state.show(report)
      case nil: return []
      }
    },
    command(
      "cancel-selected-job", "Cancel the selected job", hint: "cancel job", keys: [.jobList: "x"]
    ) { list, state in
      guard case .job(let job) = list.selected(in: state), job.isRunning else {
        return state.warn("the job has already ended")
      }
      return [.cancelJob(job.id)]
    },
    closeCommand("close-jobs", "Close the list", hint: "close", keys: [.jobList: "esc or w"]),
  ]

  private(set) var cursor = ListCursor()

  var context: CommandContext { .jobList }
  var modeName: String { "JOBS" }
  var leaveCommand: String { "close-jobs" }
  var hints: [PopupHint] {
    [
      PopupHint("popup-down", "popup-up", label: "select"), PopupHint("show-job"),
      PopupHint("cancel-selected-job"), PopupHint("close-jobs"),
    ]
  }

  /// A row of the list: a job of this session or an earlier report.
  private enum Row {
    case job(Job)
    /// The report of a job that ended in an earlier session or in another editor.
    case earlier(JobReport)

    var texts: (title: String, result: String, time: Date?) {
      switch self {
      case .job(let job): (job.title, job.sentence, job.endTime)
      case .earlier(let report): (report.title, report.result, report.time)
      }
    }
  }

  private static func rows(in state: AppState) -> [Row] {
    state.jobs.all.reversed().map(Row.job) + state.jobs.earlierReports.map(Row.earlier)
  }

  private func selected(in state: AppState) -> Row? {
    cursor.row(of: Self.rows(in: state))
  }

  func rowCount(in state: AppState) -> Int {
    state.jobs.all.count + state.jobs.earlierReports.count
  }

  mutating func moveCursor(_ movement: RowMovement, count: Int, height: Int) {
    cursor.move(movement, count: count, height: height)
  }

  /// The minimum list width at which the jobs' times are shown.
  private static let leastColumnsWithTimes = 60
  /// The width of a time such as `2026-07-17 18:53`, including the gap before the title.
  private static let timeColumns = 18

  func draw(on screen: inout Screen) {
    let rows = Self.rows(in: screen.state)
    let inside = screen.popup(rows: max(rows.count, 3), title: "Jobs", note: "newest first")
    guard !rows.isEmpty else {
      screen.surface.put("No imports or exports yet.", in: inside.line(0), style: Style(.dim))
      screen.surface.cursor = inside.origin
      return
    }
    let words = screen.words
    let zone = screen.state.settings.zone
    let timeWidth = inside.columns >= Self.leastColumnsWithTimes ? Self.timeColumns : 0
    let titles = rows.map { words.text($0.texts.title) }
    let titleWidth = min(titles.map(\.width).max() ?? 0, inside.columns * 2 / 5)
    // Two columns are for the cursor, and two for the gap before the results. The padding aligns
    // the starts of the results.
    let resultWidth = max(inside.columns - timeWidth - titleWidth - 4, 0)
    let list = ListView(count: rows.count, cursor: cursor, isFocused: true) { index in
      let (_, result, date) = rows[index].texts
      // Without the offset from UTC, which the report's box shows.
      let time = date.map {
        "\(TimeText.day($0, in: zone)) \(TimeText.clock($0, in: zone).prefix(5))"
      }
      let timeColumn = timeWidth > 0 ? words.text(time ?? "").padded(to: timeWidth) : .empty
      return ListRow(
        timeColumn + titles[index].clipped(to: titleWidth),
        detail: words.text(result).clipped(to: resultWidth).padded(to: resultWidth))
    }
    list.draw(into: &screen.surface, in: inside)
  }
}

extension Job {
  /// A description of the job's progress or result.
  package var sentence: String {
    switch state {
    case .running(let progress):
      let share = ProgressBar(fraction: progress.fraction).percentage.string
      return ["running", share, progress.detail].filter { !$0.isEmpty }.joined(separator: " ")
    case .done(let text): return text
    case .failed(let text): return text
    case .cancelled: return "\(title): cancelled; the store is unchanged"
    }
  }
}
