import Observation

/// What the library keeps beside an object's values: its context, key and unsaved changes.
///
/// Its end tells the context that the object is gone, so the identity map needs no weak boxes.
public final class _ModelState {
  enum Phase: UInt8 {
    /// Made by its initialiser and in no context.
    case free
    /// In a context and not yet in the store.
    case inserted
    case stored
    /// Deleted, by the next save or already.
    case deleted
  }

  /// What few objects have, made when first needed, so that the others pay one pointer for it.
  private final class Companion {
    var registrar: ObservationRegistrar?
    /// The slots that were read while somebody tracked, as a bit each.
    var tracked: UInt64 = 0
    /// The key of an object whose deletion was saved, under which an undo stores it again.
    var formerKey: Int64 = 0
  }

  private var reference: ContextReference?
  private var companion: Companion?
  /// The row's key; 0 while the object has none.
  var key: Int64 = 0
  /// A bit a slot; slots from 63 on share the last.
  var dirty: UInt64 = 0
  var entity: Int32 = -1
  var phase = Phase.free
  private var isObserved = false

  public init() {}

  /// The context the object is in; nil too when it has ended.
  var context: ModelContext? {
    get { reference?.context }
    set { reference = newValue?.reference }
  }

  deinit {
    if key != 0, let context { context.forget(entity: Int(entity), key: key) }
  }

  static func bit(_ slot: Int) -> UInt64 { 1 << UInt64(min(slot, 63)) }

  func isDirty(_ slot: Int) -> Bool { dirty & Self.bit(slot) != 0 }

  /// Notes that a slot of the object changed.
  public func didChange(_ model: some PersistentModel, _ slot: Int) {
    let wasClean = dirty == 0
    dirty |= Self.bit(slot)
    if wasClean { context?.noteChange(of: model) }
  }

  /// Makes the object that of a row of the store.
  func enter(_ reference: ContextReference, entity: Int, key: Int64) {
    self.reference = reference
    self.entity = Int32(entity)
    self.key = key
    phase = .stored
  }

  func identifier(entityName: String) -> PersistentIdentifier {
    let key = key == 0 && phase == .inserted ? formerKey : key
    if key != 0, let store = reference?.storeIdentifier {
      return PersistentIdentifier(storeIdentifier: store, entityName: entityName, key: key)
    }
    let address = Int64(Int(bitPattern: Unmanaged.passUnretained(self).toOpaque()))
    return PersistentIdentifier(storeIdentifier: nil, entityName: entityName, key: -address)
  }

  // MARK: Telling of changes

  /// Whether somebody has to be told before the object changes: an observer or an undo manager.
  public var isWatched: Bool { isObserved || isRecorded }

  /// Whether the object's changes are recorded for an undo manager.
  var isRecorded: Bool { reference?.isRecording ?? false }

  /// The key under which an undo stores the object again; 0 for none.
  var formerKey: Int64 {
    get { companion?.formerKey ?? 0 }
    set { if newValue != formerKey { made().formerKey = newValue } }
  }

  // MARK: Observation

  /// Whether the current read happens where somebody tracks what is read.
  ///
  /// Allocates nothing and takes a few nanoseconds, see ADR 0005.
  public var isTracked: Bool { (reference?.probe ?? .shared).isTracked }

  var registrar: ObservationRegistrar? { companion?.registrar }

  /// Whether a slot was ever read while somebody tracked.
  func wasTracked(_ slot: Int) -> Bool {
    (companion?.tracked ?? 0) & Self.bit(slot) != 0
  }

  func noteTracked(_ slot: Int) { made().tracked |= Self.bit(slot) }

  /// The registrar, made at the first tracked read.
  func madeRegistrar() -> ObservationRegistrar {
    let companion = made()
    if let registrar = companion.registrar { return registrar }
    let registrar = ObservationRegistrar()
    companion.registrar = registrar
    isObserved = true
    return registrar
  }

  private func made() -> Companion {
    if let companion { return companion }
    let new = Companion()
    companion = new
    return new
  }
}
