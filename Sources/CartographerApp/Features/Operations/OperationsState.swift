import CartographerCore

/// The state of path operations: background requests, the operation being saved, and the drafts of
/// closed previews.
///
/// Every answer includes the number of its request, so that answers to outdated requests can be
/// ignored.
package struct OperationsState: Sendable, Equatable {
  /// The number of the latest background request. Previews, reports and point searches share one
  /// number sequence.
  private var lastRequest = 0
  /// The operation whose change is being saved. Nil if no operation is being saved. If the store
  /// rejects the change, the operation's form is reopened.
  private(set) var submitted: OpenOperation?
  /// The drafts of previews that the user closed without applying the operation. A draft's
  /// parameter values are reused in the next preview of the same operation on the same points. Each
  /// subject has at most one draft.
  private(set) var drafts: [DraftPreview] = []
  /// The operation and the points from the draft that the user is continuing. Nil if no draft is
  /// being continued. The value is kept until the draft's paths are loaded.
  private var resumed: OpenOperation.Subject?

  /// Returns a number for a new background request.
  mutating func nextRequest() -> Int {
    lastRequest += 1
    return lastRequest
  }

  /// Keeps an operation until its change is saved or rejected by the store.
  mutating func submit(_ operation: OpenOperation) { submitted = operation }

  /// Stores a preview's parameter values as the draft for its operation and points, replacing an
  /// earlier draft. If all values are defaults, removes the earlier draft without storing a new
  /// draft.
  mutating func keep(_ draft: DraftPreview) {
    dropDraft(of: draft.subject)
    if !draft.changedFields.isEmpty { drafts.append(draft) }
  }

  mutating func dropDraft(of subject: OpenOperation.Subject) {
    drafts.removeAll { $0.subject == subject }
  }

  /// Returns the draft with the parameter values from the last preview of the same operation on the
  /// same points. Returns nil if there is no such draft.
  func draft(for subject: OpenOperation.Subject) -> DraftPreview? {
    drafts.first { $0.subject == subject }
  }

  /// Stores the operation and points of the draft that the user continues.
  mutating func resume(_ subject: OpenOperation.Subject) { resumed = subject }

  /// Removes and returns the operation and points of the draft that is being continued, if any.
  mutating func removeResumed() -> OpenOperation.Subject? {
    defer { resumed = nil }
    return resumed
  }

  /// Removes and returns the operation whose change was just saved or rejected. Returns nil if no
  /// operation was submitted.
  @discardableResult
  mutating func removeSubmitted() -> OpenOperation? {
    defer { submitted = nil }
    return submitted
  }
}
