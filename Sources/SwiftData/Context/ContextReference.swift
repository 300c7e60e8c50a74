/// The reference from model objects to their context.
///
/// After the context is deallocated, the objects still identify their store by this reference, and
/// read relationships through it while the store is open.
final class ContextReference {
  /// The kind of objects that hold a context reference.
  enum Role {
    /// Objects that belong to the context.
    case own
    /// Objects whose row was taken over by another object, which now represents the row.
    case replaced(by: any PersistentModel)
    /// Objects without a row. They report writes to the associated context.
    case gone(from: ContextReference)
  }

  /// The context, or nil after it was deallocated and for objects that belong to no context.
  unowned(unsafe) var context: StoreContext?
  let storeIdentifier: String
  var role = Role.own
  /// Whether setters must call the context, either to record the change for an undo manager or to
  /// forward it as required by the role.
  var isRecording = false
  /// The probe that tells whether an observer tracks a read of the context's objects.
  let probe: ObservationProbe
  /// A closure that creates another context on the same store, or nil for objects that cannot read
  /// a store.
  private var makeReader: (() -> ModelContext?)?
  private var madeReader: ModelContext?

  /// Creates the reference of a context's own objects.
  ///
  /// - Parameter makeReader: A closure that creates another context on the store, or returns nil if
  ///   the store is closed. The closure must not retain the store.
  init(storeIdentifier: String, makeReader: @escaping () -> ModelContext?) {
    self.storeIdentifier = storeIdentifier
    self.probe = ObservationProbe()
    self.makeReader = makeReader
  }

  /// The context that reads relationships after the objects' own context was deallocated, or nil if
  /// the store is closed. From the first such read on, the objects retain this context and thereby
  /// the store.
  var reader: StoreContext? {
    if madeReader == nil { madeReader = makeReader?() }
    return madeReader?.firstStoreContext
  }

  /// Prevents further reads by the objects, for example at the end of their migration stage.
  func forgetStore() {
    madeReader = nil
    makeReader = nil
  }

  private init(_ storeIdentifier: String, _ role: Role, _ probe: ObservationProbe) {
    self.storeIdentifier = storeIdentifier
    self.role = role
    self.isRecording = true
    self.probe = probe
    self.makeReader = nil
  }

  /// Returns the reference for replaced objects: their reads and changes are forwarded to the
  /// replacement.
  static func replaced(by model: any PersistentModel, in store: String) -> ContextReference {
    ContextReference(store, .replaced(by: model), .always)
  }

  /// Returns the reference for stand-ins, which are returned for identifiers that have no row.
  func makeGone() -> ContextReference {
    ContextReference(storeIdentifier, .gone(from: self), probe)
  }
}
