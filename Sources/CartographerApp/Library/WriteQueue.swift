import CartographerCore

/// The changes to be saved, and the changes that this run of the editor made.
///
/// Invariants:
///
/// - At most one change is being saved. The others wait and are saved in the order of their
///   requests.
/// - Changes wait, and progress is known, only while a change is being saved.
/// - A refused change drops the changes that wait, since they were chosen for the library that it
///   would have made.
package struct WriteQueue: Sendable, Equatable {
  /// Whether a change is being saved.
  package private(set) var isSaving = false
  /// The progress of the change being saved, or nil if the change is fast.
  package private(set) var progress: JobProgress?
  /// The changes that wait until the current one is saved.
  private(set) var waiting: [Write] = []
  /// The IDs of the changes that this run of the editor made.
  private var ownEntries: Set<HistoryEntry.ID> = []
  /// The ID of the newest change when the editor started.
  private var firstEntry: HistoryEntry.ID = 0

  package init() {}

  // MARK: Saving

  /// Adds a change. Returns the change if it is to be sent now, or nil if it waits.
  mutating func enqueue(_ write: Write) -> Write? {
    guard !isSaving else {
      waiting.append(write)
      return nil
    }
    isSaving = true
    return write
  }

  /// Stores the progress of the change being saved. Progress that arrives after its change was
  /// saved is ignored.
  mutating func updateProgress(_ progress: JobProgress) {
    if isSaving { self.progress = progress }
  }

  /// Ends the change being saved. Returns the next change, which is to be sent now, or nil if none
  /// waits.
  mutating func finish() -> Write? {
    progress = nil
    isSaving = !waiting.isEmpty
    return isSaving ? waiting.removeFirst() : nil
  }

  /// Ends the change being saved without saving it, and drops the changes that wait.
  mutating func refuse() {
    isSaving = false
    progress = nil
    waiting = []
  }

  // MARK: Own changes

  /// Where a change was made.
  enum Origin: Sendable, Equatable {
    case thisRun
    /// Before the editor started, by any program.
    case earlier
    case otherProgram
  }

  /// Stores the newest change at the start of the editor, or nil if there is none.
  mutating func begin(after newest: HistoryEntry.ID?) { firstEntry = newest ?? 0 }

  /// Remembers a change made by this run of the editor.
  mutating func recordOwn(_ entry: HistoryEntry.ID) { ownEntries.insert(entry) }

  func origin(of entry: HistoryEntry.ID) -> Origin {
    if ownEntries.contains(entry) { return .thisRun }
    return entry <= firstEntry ? .earlier : .otherProgram
  }
}
