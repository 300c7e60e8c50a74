import Foundation
import GRDB
import Synchronization

/// A reading of the store on another connection and another thread, beside what its caller does.
final class Aside<Value: Sendable>: Sendable {
  private let result = Mutex<Result<Value, any Error>?>(nil)
  private let isStopped = Atomic<Bool>(false)
  private let group = DispatchGroup()

  init(_ body: @escaping @Sendable (_ goOn: () throws -> Void) throws -> Value) {
    DispatchQueue.global(qos: .userInitiated).async(group: group) {
      let result = Result {
        try body {
          if self.isStopped.load(ordering: .relaxed) { throw CancellationError() }
        }
      }
      self.result.withLock { $0 = result }
    }
  }

  /// Waits for the end, and gives what was read.
  func value() throws -> Value {
    group.wait()
    guard let result = result.withLock({ $0 }) else { throw CancellationError() }
    return try result.get()
  }

  /// Ends the reading where it next goes on, and waits for that.
  func stop() {
    isStopped.store(true, ordering: .relaxed)
    group.wait()
  }
}

extension Store {
  /// Reads what was committed last while a transaction of the writer is open, which the reader does
  /// not see.
  ///
  /// - Returns: Nil where the store has no second connection, as one in memory.
  func aside<Value: Sendable>(
    _ body: @escaping @Sendable (Connection, _ goOn: () throws -> Void) throws -> Value
  ) -> Aside<Value>? {
    guard let pool = writer as? DatabasePool else { return nil }
    return Aside { goOn in
      try StoreFailure.translating {
        try pool.read { try body(Connection(database: $0), goOn) }
      }
    }
  }
}
