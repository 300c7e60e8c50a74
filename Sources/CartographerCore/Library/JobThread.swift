import Foundation
import Synchronization

/// Runs long work on a thread of its own, so that the few threads that tasks share stay free for
/// the editor.
enum JobThread {
  /// Runs a body to its end and returns what it returned.
  ///
  /// - Parameter body: Asks the flag now and then whether the caller's task was cancelled.
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

/// Whether work is to stop, as seen from another thread.
final class CancellationFlag: Sendable {
  private let isCancelled = Mutex(false)

  func cancel() { isCancelled.withLock { $0 = true } }

  /// - Throws: `CancellationError` once the work is to stop.
  func check() throws {
    if isCancelled.withLock({ $0 }) { throw CancellationError() }
  }
}
