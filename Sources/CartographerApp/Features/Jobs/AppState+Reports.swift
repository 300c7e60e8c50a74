import CartographerPresentation
import Foundation
import TerminalUI

extension AppState {
  /// Shows the jobs and the reports of earlier sessions. If the current session has had exactly one
  /// job, and the job has ended, shows the job's report instead of the list. If a report is already
  /// open, shows the list.
  mutating func openJobs() -> [Effect] {
    if overlays.top(as: MessageBox.self)?.isReport == true {
      overlays.close()
      if overlays.top is JobList { return [] }
    } else if jobs.all.count == 1, let job = jobs.all.first, !job.isRunning {
      return showReport(of: job)
    }
    jobs.beginReadingReports()
    return [.readReports]
  }

  /// Shows the list of jobs with the reports of earlier sessions. If there is only one earlier
  /// report and no job in this session, shows the report instead of the list.
  mutating func receiveReports(_ reports: [JobReport], problem: String?) -> [Effect] {
    jobs.receive(reports)
    if let problem { messages.show(problem, .warning) }
    if jobs.all.isEmpty, reports.count == 1 { return show(reports[0]) }
    overlays.push(JobList())
    return []
  }

  /// Shows the full report of a job from the current session.
  mutating func showReport(of job: Job) -> [Effect] {
    showReport(job.title, [job.sentence] + job.messages, job.endTime)
  }

  /// Shows the report of an earlier job.
  mutating func show(_ report: JobReport) -> [Effect] {
    showReport(report.title, report.lines, report.time)
  }

  private mutating func showReport(
    _ title: String, _ lines: [String], _ time: Date?
  ) -> [Effect] {
    let time = time.map { TimeText.minute($0, in: settings.zone) }
    overlays.push(MessageBox(title: title, note: time ?? "", lines: lines, isReport: true))
    return []
  }
}
