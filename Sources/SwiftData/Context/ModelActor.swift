import Foundation

/// An executor that runs an actor's jobs and provides the actor's model context.
///
/// ```swift
/// let unsavedObjects = executor.modelContext.insertedModelsArray
/// ```
public protocol ModelExecutor: SerialExecutor {
  var modelContext: ModelContext { get }
}

/// A model executor that runs an actor's jobs one after another on a separate queue.
///
/// ```swift
/// let context = ModelContext(container)
/// let executor = DefaultSerialModelExecutor(modelContext: context)
/// ```
public final class DefaultSerialModelExecutor: ModelExecutor, @unchecked Sendable {
  public let modelContext: ModelContext
  private let queue = DispatchQueue(label: "SwiftData.ModelActor")

  /// Creates an executor for the actor that owns the given model context.
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

/// An actor with its own model context. The `@ModelActor` macro generates the conformance.
///
/// ```swift
/// @ModelActor
/// actor Importer { func add(_ name: String) { modelContext.insert(Place(name: name)) } }
/// ```
public protocol ModelActor: Actor {
  nonisolated var modelContainer: ModelContainer { get }
  nonisolated var modelExecutor: any ModelExecutor { get }
}

extension ModelActor {
  nonisolated public var unownedExecutor: UnownedSerialExecutor {
    modelExecutor.asUnownedSerialExecutor()
  }

  /// The actor's model context.
  public var modelContext: ModelContext { modelExecutor.modelContext }

  /// Returns the object with the given type and identifier. Returns nil if there is no such object.
  public subscript<T: PersistentModel>(id: PersistentIdentifier, as type: T.Type) -> T? {
    do {
      return try modelContext.model(type, for: id)
    } catch {
      return nil
    }
  }
}
