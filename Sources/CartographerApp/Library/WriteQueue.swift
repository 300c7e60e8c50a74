import CartographerCore

/// The queue of changes waiting to be saved, and the IDs of changes made in the current editor
/// session.
///
/// The queue maintains these invariants:
///
/// - At most one change is saved at a time; other changes wait in request order.
/// - While no change is being saved, ``waiting`` is empty and ``progress`` is nil.
/// - If the store rejects a change, the waiting changes, which depend on it, are dropped.
package struct WriteQueue: Sendable, Equatable {
  /// Whether a change is being saved.
  package private(set) var isSaving = false
  /// The current change's progress. Nil if no progress has been reported.
  package private(set) var progress: JobProgress?
  /// The changes that will be saved after the current one.
  private(set) var waiting: [Write] = []
  /// The titles of the changes that were undone since the queue was last idle.
  private(set) var undone: [ChangeTitle] = []
  /// The groups of changes that were undone together. Each group lists its newest change first.
  private var undoneTogether: [[LibraryChange.ID]] = []
  /// The IDs of the changes made in the current editor session.
  private var ownChanges: Set<LibraryChange.ID> = []
  /// The latest change's ID at editor startup, or 0 for an empty history.
  private var changeAtStart: LibraryChange.ID = 0

  package init() {}

  // MARK: Saving

  /// Adds a change to the queue. Returns the change if it can be sent now. Returns nil if the
  /// change must wait.
  mutating func enqueue(_ write: Write) -> Write? {
    guard !isSaving else {
      waiting.append(write)
      return nil
    }
    isSaving = true
    undone = []
    return write
  }

  /// Stores the current change's progress. Progress that arrives after the change was saved is
  /// ignored.
  @discardableResult
  mutating func updateProgress(_ progress: JobProgress) -> [Effect] {
    if isSaving { self.progress = progress }
    return []
  }

  /// Marks the current change as saved, and returns the next waiting change to send. Returns nil if
  /// no change is waiting.
  mutating func finish() -> Write? {
    progress = nil
    isSaving = !waiting.isEmpty
    return isSaving ? waiting.removeFirst() : nil
  }

  /// Marks the current change as rejected by the store, and discards the changes waiting to be
  /// saved.
  mutating func refuse() {
    isSaving = false
    progress = nil
    waiting = []
    undone = []
  }

  mutating func recordUndone(_ title: ChangeTitle) { undone.append(title) }

  /// Records the given changes as undone together, so that they can be redone together.
  mutating func rememberUndoneTogether(_ changes: [LibraryChange.ID]) {
    if changes.count > 1 { undoneTogether.append(changes) }
  }

  /// Removes and returns the changes that were undone together with the given change, in redo
  /// order. The given change is the oldest of the changes that were undone together. If the given
  /// change was undone alone, the result contains only this change.
  mutating func removeUndoneTogether(from change: LibraryChange.ID) -> [LibraryChange.ID] {
    let index = undoneTogether.lastIndex { $0.last == change }
    return index.map { undoneTogether.remove(at: $0).reversed() } ?? [change]
  }

  // MARK: Own changes

  /// The origin of a change: this editor session, any time before the session, or another program
  /// during the session.
  enum Origin: Sendable, Equatable {
    case thisRun
    /// A change made by any program before the editor started.
    case earlier
    case otherProgram
  }

  /// Stores the ID of the latest change at editor startup. Nil means that the history is empty.
  mutating func begin(after newest: LibraryChange.ID?) { changeAtStart = newest ?? 0 }

  /// Records that a change was made in the current editor session.
  mutating func recordOwn(_ change: LibraryChange.ID) {
    ownChanges.insert(change)
    // A new change makes it impossible to redo the changes that were undone before.
    undoneTogether = []
  }

  func origin(of change: LibraryChange.ID) -> Origin {
    if ownChanges.contains(change) { return .thisRun }
    return change <= changeAtStart ? .earlier : .otherProgram
  }
}
