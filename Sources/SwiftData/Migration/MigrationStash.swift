import Foundation
import Synchronization

/// What a variable marked ``MigrationStashed()`` is kept in.
///
/// The lock is held while the value is changed in place, so that adding to a large collection
/// copies nothing.
public final class _MigrationStash<Value: Sendable>: MigrationStashing, @unchecked Sendable {
  private let lock = NSRecursiveLock()
  private let initialValue: @Sendable () -> Value
  private var current: Value
  /// The values of the migrations that the current one runs inside.
  private var outer: [Value] = []

  public init(_ initialValue: @autoclosure @escaping @Sendable () -> Value) {
    self.initialValue = initialValue
    self.current = initialValue()
    MigrationStashes.add(self)
  }

  public var value: Value {
    get { lock.withLock { current } }
    _modify {
      lock.lock()
      defer { lock.unlock() }
      yield &current
    }
  }

  func reset() {
    lock.withLock {
      current = initialValue()
      outer.removeAll()
    }
  }

  func push() {
    lock.withLock {
      outer.append(current)
      current = initialValue()
    }
  }

  func pop() {
    lock.withLock { current = outer.popLast() ?? initialValue() }
  }
}

/// A stash, whatever it holds.
protocol MigrationStashing: AnyObject, Sendable {
  /// Gives the value it was declared with.
  func reset()
  /// Sets the value aside for the one it was declared with.
  func push()
  /// Takes back the value that was set aside.
  func pop()
}

/// Every stash of the process that was ever used; they are emptied around each migration.
enum MigrationStashes {
  private struct Registry {
    var stashes: [any MigrationStashing] = []
    /// How many migrations run, each inside the one before.
    var depth = 0
  }

  private static let registry = Mutex(Registry())

  static func add(_ stash: any MigrationStashing) {
    registry.withLock { $0.stashes.append(stash) }
  }

  /// Runs a migration that finds each stash as it was declared and leaves it so, also when it
  /// fails. All its stages share what they stash. One that runs inside another, as in a closure that
  /// opens a second store, has stashes of its own.
  static func whileMigrating<T>(_ body: () throws -> T) rethrows -> T {
    let (stashes, isNested) = registry.withLock { registry in
      registry.depth += 1
      return (registry.stashes, registry.depth > 1)
    }
    for stash in stashes { if isNested { stash.push() } else { stash.reset() } }
    defer {
      let stashes = registry.withLock { registry in
        registry.depth -= 1
        return registry.stashes
      }
      for stash in stashes { if isNested { stash.pop() } else { stash.reset() } }
    }
    return try body()
  }
}
