/// What the objects of a context know it by; they know their store by it after the context ended.
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

  init(storeIdentifier: String) {
    self.storeIdentifier = storeIdentifier
    self.probe = ObservationProbe()
  }

  private init(_ storeIdentifier: String, _ role: Role, _ probe: ObservationProbe) {
    self.storeIdentifier = storeIdentifier
    self.role = role
    self.isRecording = true
    self.probe = probe
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
