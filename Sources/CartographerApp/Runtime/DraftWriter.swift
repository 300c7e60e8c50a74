import Foundation
import Synchronization

/// A writer that saves drafts (unfinished input) in files beside the store. The drafts are written
/// in the background, at most a few times a second, so that key input never waits for the disk.
final class DraftWriter: Sendable {
  /// The drafts to be written, and the time of the next write.
  private struct Waiting {
    var drafts: [Draft]?
    var isScheduled = false
    /// The earliest time for the next write.
    var due = DispatchTime.now()
  }

  /// The minimum time between two writes. If the editor is killed, only input from this interval
  /// can be lost.
  private static let pause = DispatchTimeInterval.milliseconds(200)

  private let waiting = Mutex(Waiting())
  private let files: Mutex<DraftFiles>
  private let queue = DispatchQueue(label: "drafts")
  private let whenFailed: @Sendable (EditorFailure) -> Void

  /// Creates a writer for the drafts of a store.
  ///
  /// - Parameter whenFailed: A closure that is called on any thread when drafts cannot be written.
  init(store: URL, whenFailed: @escaping @Sendable (EditorFailure) -> Void) {
    files = Mutex(DraftFiles(store: store))
    self.whenFailed = whenFailed
  }

  /// Returns the drafts left by editors that are no longer running, the unreadable draft files, and
  /// the current time.
  func recover() -> (drafts: [Draft], unreadable: [String], time: Date) {
    let now = Date()
    let found = files.withLock { $0.recover(now: now) }
    return (found.drafts, found.unreadable, now)
  }

  /// Schedules the given drafts for writing. The given drafts replace any drafts that have not been
  /// written yet.
  func write(_ drafts: [Draft]) {
    let due = waiting.withLock { waiting -> DispatchTime? in
      waiting.drafts = drafts
      guard !waiting.isScheduled else { return nil }
      waiting.isScheduled = true
      return waiting.due
    }
    guard let due else { return }
    queue.asyncAfter(deadline: max(due, .now())) { [self] in writeWaiting() }
  }

  private func writeWaiting() {
    let drafts = waiting.withLock { waiting in
      defer {
        waiting.drafts = nil
        waiting.isScheduled = false
        waiting.due = .now() + Self.pause
      }
      return waiting.drafts
    }
    guard let drafts else { return }
    do {
      try files.withLock { try $0.write(drafts, now: Date()) }
    } catch {
      whenFailed(EditorFailure(error))
    }
  }

  /// Writes the final drafts when the editor ends, and releases the draft files for the next
  /// editor.
  ///
  /// - Parameter drafts: The drafts to write.
  ///   If nil, as after a failed write, the files are left unchanged.
  func end(with drafts: [Draft]?) {
    queue.sync { [self] in
      waiting.withLock { $0.drafts = nil }
      files.withLock { files in
        if let drafts { try? files.write(drafts, now: Date()) }
        files.close()
      }
    }
  }
}
