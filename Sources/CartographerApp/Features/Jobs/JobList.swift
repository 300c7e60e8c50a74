import CartographerCore
import TerminalUI

/// The list of imports and exports, newest first.
struct JobList: ListOverlay {
  static let commands: [Command] = [
    command(
      "show-job", "Show the job's report", hint: "show report", keys: [.jobList: "enter"]
    ) {
      list, state in
      guard let job = list.selected(in: state) else { return [] }
      return state.show([job.sentence] + job.messages, title: job.title)
    },
    command(
      "cancel-selected-job", "Cancel the selected job", hint: "cancel job", keys: [.jobList: "x"]
    ) { list, state in
      guard let job = list.selected(in: state), job.isRunning else {
        return state.warn("the job has already ended")
      }
      return [.cancelJob(job.id)]
    },
    closeCommand("close-jobs", "Close the list", hint: "close", keys: [.jobList: "esc or w"]),
  ]

  var cursor = ListCursor()

  var context: CommandContext { .jobList }
  var modeName: String { "JOBS" }
  var leaveCommand: String { "close-jobs" }
  var hints: [PopupHint] {
    [
      PopupHint("popup-down", "popup-up", label: "select"), PopupHint("show-job"),
      PopupHint("cancel-selected-job"), PopupHint("close-jobs"),
    ]
  }

  private static func jobs(in state: AppState) -> [Job] { state.jobs.all.reversed() }

  private func selected(in state: AppState) -> Job? {
    let jobs = Self.jobs(in: state)
    return jobs.indices.contains(cursor.selected) ? jobs[cursor.selected] : nil
  }

  func rowCount(in state: AppState) -> Int { state.jobs.all.count }

  func draw(on screen: inout Screen) {
    let jobs = Self.jobs(in: screen.state)
    let inside = screen.popup(rows: max(jobs.count, 3), title: "Jobs")
    guard !jobs.isEmpty else {
      screen.surface.put("No imports or exports yet.", in: inside.line(0), style: Style(.dim))
      screen.surface.cursor = inside.origin
      return
    }
    let words = screen.words
    let list = ListView(count: jobs.count, cursor: cursor, isFocused: true) { index in
      ListRow(
        words.text(jobs[index].title),
        detail: words.text(jobs[index].sentence).clipped(to: inside.columns * 3 / 5))
    }
    list.draw(into: &screen.surface, in: inside)
  }
}

extension AppState {
  /// Shows the list of jobs. If the only job has ended, its report is shown instead.
  mutating func openJobs() -> [Effect] {
    guard jobs.all.count == 1, let job = jobs.all.first, !job.isRunning else {
      overlays.push(JobList())
      return []
    }
    return show([job.sentence] + job.messages, title: job.title)
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
