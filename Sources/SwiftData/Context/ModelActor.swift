import Foundation

/// What runs an actor's work on its context.
public protocol ModelExecutor: SerialExecutor {
  var modelContext: ModelContext { get }
}

/// Runs an actor's work one job after the other on a queue of its own.
public final class DefaultSerialModelExecutor: ModelExecutor, @unchecked Sendable {
  public let modelContext: ModelContext
  private let queue = DispatchQueue(label: "SwiftData.ModelActor")

  /// An executor for the actor that owns a context.
  public init(modelContext: ModelContext) { self.modelContext = modelContext }

  public func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let executor = asUnownedSerialExecutor()
    queue.async { job.runSynchronously(on: executor) }
  }

  public func asUnownedSerialExecutor() -> UnownedSerialExecutor {
    UnownedSerialExecutor(ordinary: self)
  }
}

/// An actor with a context of its own. `@ModelActor` writes the conformance.
public protocol ModelActor: Actor {
  nonisolated var modelContainer: ModelContainer { get }
  nonisolated var modelExecutor: any ModelExecutor { get }
}

extension ModelActor {
  nonisolated public var unownedExecutor: UnownedSerialExecutor {
    modelExecutor.asUnownedSerialExecutor()
  }

  /// The actor's own context.
  public var modelContext: ModelContext { modelExecutor.modelContext }

  /// The object with an identifier; nil when there is none of that type.
  public subscript<T: PersistentModel>(id: PersistentIdentifier, as type: T.Type) -> T? {
    do {
      return try modelContext.model(type, for: id)
    } catch {
      return nil
    }
  }
}
