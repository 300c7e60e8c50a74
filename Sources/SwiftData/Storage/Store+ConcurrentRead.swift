import Foundation
import GRDB
import Synchronization

/// A read of the store on another connection and thread, concurrent with its caller.
final class ConcurrentRead<Value: Sendable>: Sendable {
  private let result = Mutex<Result<Value, any Error>?>(nil)
  private let isStopped = Atomic<Bool>(false)
  private let group = DispatchGroup()

  init(_ body: @escaping @Sendable (_ checkCancellation: () throws -> Void) throws -> Value) {
    DispatchQueue.global(qos: .userInitiated).async(group: group) {
      let result = Result {
        try body {
          if self.isStopped.load(ordering: .relaxed) { throw CancellationError() }
        }
      }
      self.result.withLock { $0 = result }
    }
  }

  /// Waits for the end of the read and returns its result.
  func value() throws -> Value {
    group.wait()
    guard let result = result.withLock({ $0 }) else { throw CancellationError() }
    return try result.get()
  }

  /// Stops the read at its next check of `checkCancellation`, and waits for its end.
  func stop() {
    isStopped.store(true, ordering: .relaxed)
    group.wait()
  }
}

extension Store {
  /// Starts a read of the last committed state while the writer has an open transaction, whose
  /// changes the read does not see.
  ///
  /// - Returns: The read, or nil if the store has no second connection because it is in memory.
  func readConcurrently<Value: Sendable>(
    _ body: @escaping @Sendable (Connection, _ checkCancellation: () throws -> Void) throws -> Value
  ) -> ConcurrentRead<Value>? {
    guard let pool = writer as? DatabasePool else { return nil }
    return ConcurrentRead { checkCancellation in
      try StoreFailure.translating {
        try pool.read { try body(Connection(database: $0), checkCancellation) }
      }
    }
  }
}
