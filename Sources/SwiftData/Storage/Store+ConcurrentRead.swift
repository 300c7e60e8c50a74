import Foundation
import GRDB
import Synchronization

/// A read of the store that runs on a separate connection and thread while the caller continues.
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

  /// Waits until the read has ended, and returns its result.
  func value() throws -> Value {
    group.wait()
    guard let result = result.withLock({ $0 }) else { throw CancellationError() }
    return try result.get()
  }

  /// Stops the read at its next call to `checkCancellation`, and waits until the read has ended.
  func stop() {
    isStopped.store(true, ordering: .relaxed)
    group.wait()
  }
}

extension Store {
  /// Starts reading the last committed state on a separate connection and thread. The read does not
  /// see the changes of a transaction that is still open.
  ///
  /// - Returns: The concurrent read.
  ///   Nil for a store in memory, which cannot be opened by a second connection.
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
