import CartographerCore

/// The latest background request's number, the operation that is being saved, and the values kept from
/// abandoned previews.
///
/// Each answer carries the number of its request, so that answers to outdated requests are
/// recognised.
package struct OperationsState: Sendable, Equatable {
  /// The latest background request's number; requests are previews, reports and point searches.
  private var lastRequest = 0
  /// The operation whose change is being saved, or nil if none is being saved. If the store rejects the
  /// change, the operation opens again.
  private(set) var submitted: OpenOperation?
  /// The changed form values of previews that the user left without applying them, for the next preview with the same
  /// subject.
  private var drafts: [OpenOperation.Subject: [OperationField.Name: String]] = [:]

  /// Returns a number for a new background request.
  mutating func nextRequest() -> Int {
    lastRequest += 1
    return lastRequest
  }

  /// Keeps an operation until its change is saved or rejected by the store.
  mutating func submit(_ operation: OpenOperation) { submitted = operation }

  /// Stores the form values of a preview that the user leaves without applying it, if they differ from the defaults.
  mutating func keepDraft(of operation: OpenOperation) {
    drafts[operation.subject] = operation.hasChangedValues ? operation.form.texts : nil
  }

  mutating func dropDraft(of operation: OpenOperation) { drafts[operation.subject] = nil }

  /// Returns the values kept from the user's last preview of the same operation on the same points, or nil if
  /// there are none.
  func draft(for operation: OpenOperation) -> [OperationField.Name: String]? {
    drafts[operation.subject]
  }

  /// Removes and returns the operation whose change was just saved or rejected, or returns nil if none was submitted.
  @discardableResult
  mutating func removeSubmitted() -> OpenOperation? {
    defer { submitted = nil }
    return submitted
  }
}
