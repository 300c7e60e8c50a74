import CartographerCore
import Foundation

/// A background job: an import or an export.
package struct Job: Sendable, Equatable, Identifiable {
  package enum State: Sendable, Equatable {
    case running(JobProgress)
    case done(String)
    case failed(String)
    case cancelled
  }

  package let id: Int
  package let title: String
  /// Whether other changes must wait until the job ends, because the job locks the store.
  package let isWriting: Bool
  package private(set) var state: State
  /// The job's messages for the user, one line each.
  package private(set) var messages: [String] = []
  /// The files that are not imported because of the dry run's result.
  private(set) var skippedFiles = ImportBatch()
  /// The time at which the job's report was written. Nil while the job is running, and for a
  /// cancelled job.
  package private(set) var endTime: Date?
  /// The list's tab, group, filter and selection when the job began.
  private(set) var begunAt: Whereabouts

  /// The list's tab, open group, filter and selected item.
  struct Whereabouts: Sendable, Equatable {
    var tab: ListTab
    var scope: ItemID?
    var filter: String
    var selected: ItemID?
  }

  init(id: Int, title: String, isWriting: Bool, begunAt: Whereabouts) {
    self.begunAt = begunAt
    self.id = id
    self.title = title
    self.isWriting = isWriting
    state = .running(JobProgress(fraction: nil, detail: ""))
  }

  package var isRunning: Bool {
    if case .running = state { return true }
    return false
  }

  mutating func reportProgress(_ progress: JobProgress) { state = .running(progress) }

  mutating func cancel() { state = .cancelled }

  /// Marks the job as done or failed, and stores its messages.
  mutating func end(_ state: State, messages: [String] = []) {
    self.state = state
    self.messages = messages
  }

  /// Stores the files that the import skips because of the dry run's result.
  mutating func keepSkippedFiles(_ files: ImportBatch) { skippedFiles = files }

  /// Stores the time at which the job's report was written.
  mutating func setEndTime(_ time: Date) { endTime = time }

  /// Replaces the tab, group, filter and selection that were recorded when the job began.
  mutating func moveStart(to start: Whereabouts) { begunAt = start }
}
