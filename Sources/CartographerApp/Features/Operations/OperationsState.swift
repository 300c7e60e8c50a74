/// The counter that numbers background requests, and the operation whose change is being saved.
///
/// Each answer carries the number of its request, so that answers to outdated requests are
/// recognised.
package struct OperationsState: Sendable, Equatable {
  /// The number of the last background request: a preview, a report or a point search.
  private var lastRequest = 0
  /// The operation whose change is being saved, if any. If the store rejects the change, the
  /// operation opens again.
  private(set) var submitted: OpenOperation?

  /// Returns a number for a new background request.
  mutating func nextRequest() -> Int {
    lastRequest += 1
    return lastRequest
  }

  /// Keeps an operation until its change is saved or rejected by the store.
  mutating func submit(_ operation: OpenOperation) { submitted = operation }

  /// Removes and returns the operation whose change was saved or rejected by the store.
  @discardableResult
  mutating func removeSubmitted() -> OpenOperation? {
    defer { submitted = nil }
    return submitted
  }
}
