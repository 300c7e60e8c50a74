import CartographerCore
import Geodesy
import TerminalUI

extension Screen {
  mutating func drawJobs(in content: Rect) {
    var lines: [(text: DisplayText, style: Style)] = []
    let jobs = state.key("jobs")
    for job in state.jobs.all.reversed() {
      let (mark, style): (DisplayText, Style) =
        switch job.state {
        case .running: ("▶", Style(.accent))
        case .done: ("✓", Style(.success))
        case .failed: ("!", Style(.error))
        case .cancelled: ("-", Style(.dim))
        }
      let sentence = job.isRunning ? "\(job.title)  \(job.sentence)" : job.sentence
      lines.append((mark + " " + text(sentence), style))
      lines += job.messages.prefix(3).map { ("    " + text($0), Style(.dim)) }
      if job.messages.count > 3 {
        let rest = Numbers.grouped(job.messages.count - 3)
        let show = state.key("show-job")
        lines.append((text("    \(rest) more: \(jobs), \(show)"), Style(.dim)))
      }
    }
    if lines.isEmpty {
      lines = [
        ("No jobs in this session.", Style(.dim)),
        (text("\(jobs) shows earlier reports."), Style(.dim)),
      ]
    }
    TextView(lines).draw(
      into: &surface, in: content.inset(columns: 1, rows: 0), top: 0)
  }
}
