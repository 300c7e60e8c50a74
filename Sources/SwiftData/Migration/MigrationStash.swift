import Foundation
import Synchronization

/// The storage of a variable marked with ``MigrationStashed()``.
///
/// The value is changed in place under a lock, so adding an element to a large collection does not
/// copy the collection.
///
/// The `@MigrationStashed` macro generates a declaration of the storage, such as:
///
/// ```swift
/// private static let _cityOfPark = _MigrationStash<[String: String]>([:])
/// ```
public final class _MigrationStash<Value: Sendable>: MigrationStashing, @unchecked Sendable {
  private let lock = NSRecursiveLock()
  private let initialValue: @Sendable () -> Value
  private var current: Value
  /// The variable's values in the enclosing migrations, if migrations are nested.
  private var outer: [Value] = []

  /// Creates the storage with the value that the variable has at the start of every migration.
  public init(_ initialValue: @autoclosure @escaping @Sendable () -> Value) {
    self.initialValue = initialValue
    self.current = initialValue()
    MigrationStashes.add(self)
  }

  /// The stashed variable's current value.
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

/// A type-erased migration stash: the storage of one value that a migration's closures share.
protocol MigrationStashing: AnyObject, Sendable {
  /// Resets the stashed value to its declared initial value.
  func reset()
  /// Saves the stashed value on a stack and resets it to its declared initial value.
  func push()
  /// Restores the value that was most recently saved on the stack.
  func pop()
}

/// All migration stashes that the process has used. A stash stores a value that a migration's
/// closures share. The stashes are reset before and after each migration.
enum MigrationStashes {
  private struct Registry {
    var stashes: [any MigrationStashing] = []
    /// The number of nested migrations that are running.
    var depth = 0
  }

  private static let registry = Mutex(Registry())

  static func add(_ stash: any MigrationStashing) {
    registry.withLock { $0.stashes.append(stash) }
  }

  /// Runs a migration after resetting each stash (a variable marked with `@MigrationStashed`) to
  /// its declared value. The stashes are reset again at the end, also after an error. All stages of
  /// a migration share the stashes. A nested migration has separate values. Migrations are nested,
  /// for example, if a closure opens a second store that must be migrated.
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
