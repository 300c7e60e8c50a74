import CartographerCore

/// The number of the latest background request, the operation that is being saved, and the
/// parameter values from previews that were closed without applying the operation.
///
/// Each answer carries the number of its request, so that answers to outdated requests are
/// recognised.
package struct OperationsState: Sendable, Equatable {
  /// The latest background request's number; requests are previews, reports and point searches.
  private var lastRequest = 0
  /// The operation whose change is being saved, or nil if none is being saved. If the store rejects the
  /// change, the operation opens again.
  private(set) var submitted: OpenOperation?
  /// The drafts of previews that were closed without applying the operation. They contain changed
  /// parameter values for the next preview of the same operation on the same points. Each subject
  /// has at most one draft.
  private(set) var drafts: [DraftPreview] = []
  /// The operation and points of the draft that the user continues, until the draft's paths are
  /// loaded; otherwise nil.
  private var resumed: OpenOperation.Subject?

  /// Returns a number for a new background request.
  mutating func nextRequest() -> Int {
    lastRequest += 1
    return lastRequest
  }

  /// Keeps an operation until its change is saved or rejected by the store.
  mutating func submit(_ operation: OpenOperation) { submitted = operation }

  /// Stores a preview's parameter values if they differ from the defaults, and removes any earlier
  /// draft for the same operation on the same points.
  mutating func keep(_ draft: DraftPreview) {
    dropDraft(of: draft.subject)
    if !draft.changedFields.isEmpty { drafts.append(draft) }
  }

  mutating func dropDraft(of subject: OpenOperation.Subject) {
    drafts.removeAll { $0.subject == subject }
  }

  /// Returns the values kept from the user's last preview of the same operation on the same points, or nil if
  /// there are none.
  func draft(for subject: OpenOperation.Subject) -> DraftPreview? {
    drafts.first { $0.subject == subject }
  }

  /// Stores the operation and points of the draft that the user continues.
  mutating func resume(_ subject: OpenOperation.Subject) { resumed = subject }

  /// Removes and returns the operation and points of the draft that the user continues, or returns
  /// nil if there is none.
  mutating func removeResumed() -> OpenOperation.Subject? {
    defer { resumed = nil }
    return resumed
  }

  /// Removes and returns the operation whose change was just saved or rejected, or returns nil if none was submitted.
  @discardableResult
  mutating func removeSubmitted() -> OpenOperation? {
    defer { submitted = nil }
    return submitted
  }
}
