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
    /// Its row was taken over by another object, which stands for it.
    case replaced
  }

  /// What few objects have, made when first needed, so that the others pay one pointer for it.
  private final class Companion {
    var registrar: ObservationRegistrar?
    /// The slots that were read while somebody tracked, as a bit each.
    var tracked: UInt64 = 0
    /// The key of an object whose deletion was saved, under which an undo stores it again.
    var formerKey: Int64 = 0
    /// The store that the object was deleted from.
    var formerStore: String?
    /// What the undo manager has of the object's insertion.
    weak var insertionLog: ChangeLog?
    /// What the objects whose row this one took over know it by.
    weak var replacedReference: ContextReference?
    /// The slots whose observers run; -1 while none may run.
    var observing: Set<Int> = []
    /// What is kept beside long lists, by slot: a ``LongList`` each.
    var longLists: [Int: AnyObject] = [:]
  }

  private var reference: ContextReference?
  private var companion: Companion?
  /// The row's key; 0 while the object has none.
  var key: Int64 = 0
  /// A bit a slot; slots from 63 on share the last.
  var dirty: UInt64 = 0
  var entity: Int32 = -1
  var phase = Phase.free
  /// Whether the object was inserted, and saved since, rather than made of a row.
  var wasInserted = false
  private var isObserved = false
  /// Set while the object hands on what it is read for or set to.
  var isHandingOn = false

  public init() {}

  /// The context the object is in; nil too when it has ended.
  var context: ModelContext? {
    get { reference?.context }
    set { reference = newValue?.reference }
  }

  /// The context that relationships are read in: the object's own; after its end, another on the same
  /// store. Nil where that is closed, and for objects without a row.
  var readingContext: ModelContext? {
    if let context = reference?.context { return context }
    guard phase == .stored, key != 0 else { return nil }
    return reference?.reader
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
    // Of an object that was changed before the save may have failed; a change may mend it.
    if wasClean { context?.noteChange(of: model) } else { context?.queueAutosave() }
  }

  /// Makes the object that of a row of the store.
  func enter(_ reference: ContextReference, entity: Int, key: Int64) {
    self.reference = reference
    self.entity = Int32(entity)
    self.key = key
    phase = .stored
  }

  /// Takes the object out of its context, since its row is gone. It keeps its identifier.
  func lose(key: Int64) {
    formerKey = key
    companion?.formerStore = reference?.storeIdentifier
    reference = nil
    phase = .deleted
    dirty = 0
    self.key = 0
  }

  /// Makes of an object whose deletion was saved one that is in no context yet.
  ///
  /// - Returns: Whether it was such an object.
  func revive() -> Bool {
    guard phase == .deleted, context == nil, !isStandIn else { return false }
    phase = .free
    formerKey = 0
    return true
  }

  func identifier(entityName: String) -> PersistentIdentifier {
    let key = key == 0 && phase != .free ? formerKey : key
    if key != 0, let store = reference?.storeIdentifier ?? companion?.formerStore {
      return PersistentIdentifier(storeIdentifier: store, entityName: entityName, key: key)
    }
    let address = Int64(Int(bitPattern: Unmanaged.passUnretained(self).toOpaque()))
    return PersistentIdentifier(storeIdentifier: nil, entityName: entityName, key: -address)
  }

  // MARK: Standing for others

  /// The state of the object that stands for this one's row.
  var standing: _ModelState {
    guard phase == .replaced else { return self }
    return successor?._$state ?? self
  }

  /// The object that took this one's row over.
  var successor: (any PersistentModel)? {
    var last: (any PersistentModel)?
    var reference = reference
    while case .replaced(let model)? = reference?.role {
      last = model
      reference = model._$state.reference
    }
    return last
  }

  /// Whether the object was made in the place of a row that is not there.
  var isStandIn: Bool { phase == .deleted && entity < 0 }

  /// Lets another object stand for this one, whose row it took over. Those that this one stood for
  /// are from then on the other's too.
  func handOver(to model: any PersistentModel) {
    let heir = model._$state.made()
    let store = reference?.storeIdentifier ?? ""
    let shared =
      heir.replacedReference ?? companion?.replacedReference
      ?? ContextReference.replaced(by: model, in: store)
    companion?.replacedReference?.role = .replaced(by: model)
    shared.role = .replaced(by: model)
    heir.replacedReference = shared
    reference = shared
    companion?.formerKey = 0
    key = 0
    dirty = 0
    phase = .replaced
  }

  /// Lets the object stand again for those it stood for before another took its row over.
  func standAgain(_ model: any PersistentModel) {
    companion?.replacedReference?.role = .replaced(by: model)
  }

  /// Forgets those that the object stood for.
  func standForNone() { companion?.replacedReference = nil }

  /// Leaves the object in no context, but lets the context know when it is written to.
  func leave(_ gone: ContextReference?) { reference = gone }

  /// Tells the context that asked for the object that it is written to and stands for no row.
  func refuseChange(_ model: any PersistentModel.Type) {
    guard case .gone(let origin)? = reference?.role else { return }
    origin.context?.refuseStandIn(model)
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

  /// What the undo manager has of the object's insertion; nil where that was not recorded.
  var insertionLog: ChangeLog? {
    get { companion?.insertionLog }
    set { made().insertionLog = newValue }
  }

  /// What is kept beside the object's long lists, by slot.
  var longLists: [Int: AnyObject] {
    get { companion?.longLists ?? [:] }
    set { made().longLists = newValue }
  }

  /// Forgets what is kept beside the object's long lists; it is made again when it is needed.
  func forgetLongLists() { companion?.longLists = [:] }

  // MARK: Observers of properties

  /// Whether an assignment runs the `willSet` and `didSet` of a property: not one that they make
  /// themselves, as in any class, and not one by which the library hands on or takes back a value.
  public func beginObserving(_ slot: Int) -> Bool {
    let companion = made()
    return !companion.observing.contains(-1) && companion.observing.insert(slot).inserted
  }

  public func endObserving(_ slot: Int) { companion?.observing.remove(slot) }

  /// Assigns to properties of the object without running their `willSet` and `didSet`.
  func withoutObservers(_ assign: () -> Void) {
    let isOutermost = made().observing.insert(-1).inserted
    assign()
    if isOutermost { companion?.observing.remove(-1) }
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
