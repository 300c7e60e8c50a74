/// The reference from model objects to their context.
///
/// Once the context has been deallocated, its objects use this reference to identify their store
/// and, while the store is open, to read relationships.
final class ContextReference {
  /// The kind of model objects that use a context reference: objects of the context, replaced
  /// objects, or objects without a row.
  enum Kind {
    /// Objects that belong to the context.
    case own
    /// Replaced objects, whose rows were assigned to other objects during an upsert.
    case replaced(by: any PersistentModel)
    /// Objects without a row in the store. Changes to such objects are reported to the context of
    /// the associated reference.
    case gone(from: ContextReference)
  }

  /// The objects' context. Nil if the context was deallocated or the objects belong to no context.
  unowned(unsafe) var context: StoreContext?
  let storeIdentifier: String
  var kind = Kind.own
  /// Whether property setters must report a change to the context before making it. This is true
  /// while an undo manager records changes, and always for replaced objects and objects without a
  /// row.
  var isRecording = false
  /// A detector that checks whether `withObservationTracking` is currently tracking reads of the
  /// context's objects.
  let probe: ObservationProbe
  /// A closure that creates another context for the same store. Nil if the objects cannot read from
  /// a store.
  private var makeReader: (() -> ModelContext?)?
  private var madeReader: ModelContext?

  /// Creates the context reference for a context's own objects. The closure must not retain the
  /// store.
  ///
  /// - Parameter makeReader: A closure that returns a new context, or nil if the store is closed.
  init(storeIdentifier: String, makeReader: @escaping () -> ModelContext?) {
    self.storeIdentifier = storeIdentifier
    self.probe = ObservationProbe()
    self.makeReader = makeReader
  }

  /// A context for reading relationships once the objects' own context has been deallocated. Nil if
  /// the store is closed. After the first such read, the objects retain this context and thereby
  /// the store.
  var reader: StoreContext? {
    if madeReader == nil { madeReader = makeReader?() }
    return madeReader?.firstStoreContext
  }

  /// Prevents the objects from reading from the store, for example after the migration stage that
  /// fetched them has ended.
  func forgetStore() {
    madeReader = nil
    makeReader = nil
  }

  private init(_ storeIdentifier: String, _ kind: Kind, _ probe: ObservationProbe) {
    self.storeIdentifier = storeIdentifier
    self.kind = kind
    self.isRecording = true
    self.probe = probe
    self.makeReader = nil
  }

  /// Returns a context reference for objects that an upsert replaced. Objects with this reference
  /// forward reads and changes to the given replacement.
  static func replaced(by model: any PersistentModel, in store: String) -> ContextReference {
    ContextReference(store, .replaced(by: model), .always)
  }

  /// Returns a context reference for stand-ins: placeholder objects for identifiers without a row.
  func makeGone() -> ContextReference {
    ContextReference(storeIdentifier, .gone(from: self), probe)
  }
}
