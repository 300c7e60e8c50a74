import Foundation
import Synchronization

/// A runner for long work on a separate thread, so that the threads of Swift concurrency stay free
/// for the editor.
enum JobThread {
  /// Runs a closure on a separate thread and returns its result.
  ///
  /// - Parameter body: The work to run. It must check the cancellation flag regularly, which is set
  ///   if the caller's task is cancelled.
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

/// A thread-safe flag that requests the cancellation of work.
final class CancellationFlag: Sendable {
  private let isCancelled = Mutex(false)

  func cancel() { isCancelled.withLock { $0 = true } }

  /// Checks for cancellation.
  ///
  /// - Throws: `CancellationError` if the work is cancelled.
  func check() throws {
    if isCancelled.withLock({ $0 }) { throw CancellationError() }
  }
}
