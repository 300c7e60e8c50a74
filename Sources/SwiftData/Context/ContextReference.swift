/// What the objects of a context know it by. After the context ended they know their store by it,
/// and read their relationships through it as long as that is open.
final class ContextReference {
  /// Whose reference it is.
  enum Role {
    /// The objects of a context.
    case own
    /// Objects whose row another one has taken over, which stands for them from then on.
    case replaced(by: any PersistentModel)
    /// Objects that stand for no row, and tell a context when they are written to.
    case gone(from: ContextReference)
  }

  /// Nil from the end of the context on, and for objects that are in none.
  unowned(unsafe) var context: ModelContext?
  let storeIdentifier: String
  var role = Role.own
  /// Whether changes of the objects are recorded for an undo manager, or told to whom they concern.
  var isRecording = false
  /// Tells the context's objects whether a read of theirs is tracked.
  let probe: ObservationProbe
  /// Makes a context on the same store; nil for objects that have none to be read from.
  private var makeReader: (() -> ModelContext?)?
  private var madeReader: ModelContext?

  /// - Parameter makeReader: Makes another context on the store; its result is nil where the store is
  ///   closed. It must not keep the store.
  init(storeIdentifier: String, makeReader: @escaping () -> ModelContext?) {
    self.storeIdentifier = storeIdentifier
    self.probe = ObservationProbe()
    self.makeReader = makeReader
  }

  /// The context that relationships are read in after the objects' own has ended; nil where the store
  /// is closed. The objects keep it, and by it the store, from the first such read on.
  var reader: ModelContext? {
    if madeReader == nil { madeReader = makeReader?() }
    return madeReader
  }

  /// Lets the objects be read no more, as after the migration stage that they belong to.
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

  /// That of objects which another one stands for: reads and changes of theirs are its.
  static func replaced(by model: any PersistentModel, in store: String) -> ContextReference {
    ContextReference(store, .replaced(by: model), .always)
  }

  /// That of objects that have no row, as a context asked for them.
  func makeGone() -> ContextReference {
    ContextReference(storeIdentifier, .gone(from: self), probe)
  }
}
