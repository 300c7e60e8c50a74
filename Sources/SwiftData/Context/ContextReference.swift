/// What the objects of a context know it by; they know their store by it after the context ended.
final class ContextReference {
  /// Nil from the end of the context on.
  unowned(unsafe) var context: ModelContext?
  let storeIdentifier: String
  /// Whether changes of the context's objects are recorded for an undo manager.
  var isRecording = false
  /// Tells the context's objects whether a read of theirs is tracked.
  let probe = ObservationProbe()

  init(storeIdentifier: String) { self.storeIdentifier = storeIdentifier }
}
