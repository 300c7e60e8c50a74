import Foundation
import Synchronization

/// A namespace for the function that runs long jobs on separate threads, so that the threads of
/// Swift's cooperative pool remain available to the editor.
enum JobThread {
  /// Runs a closure on a separate thread and returns the closure's result.
  ///
  /// - Parameter body: The closure to run.
  ///   The closure must periodically check the cancellation flag, which is set if the caller's task
  ///   is cancelled.
  static func run<Value: Sendable>(
    _ body: @escaping @Sendable (CancellationFlag) throws -> Value
  ) async throws -> Value {
    let flag = CancellationFlag()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let thread = Thread {
          continuation.resume(
            with: Result { try LibraryError.translating { try body(flag) } })
        }
        thread.stackSize = 4 << 20
        thread.start()
      }
    } onCancel: {
      flag.cancel()
    }
  }
}

/// A thread-safe flag that requests a job's cancellation.
final class CancellationFlag: Sendable {
  private let isCancelled = Mutex(false)

  func cancel() { isCancelled.withLock { $0 = true } }

  /// Throws an error if the job has been cancelled.
  ///
  /// - Throws: `CancellationError` if the job has been cancelled.
  func check() throws {
    if isCancelled.withLock({ $0 }) { throw CancellationError() }
  }
}
