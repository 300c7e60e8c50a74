import Observation

/// The state that the library keeps for a model object: its context, row key and unsaved changes.
///
/// The state's deinitializer removes the object from the identity map, which therefore needs no
/// weak references.
///
/// ```swift
/// let _$state = _ModelState()  // a member that @Model generates
/// ```
public final class _ModelState {
  enum Phase: UInt8 {
    /// The object was created by its initializer and belongs to no context.
    case free
    /// The object is in a context but not yet in the store.
    case inserted
    case stored
    /// The object was deleted from the store, or the next save will delete it.
    case deleted
    /// An upsert reassigned the object's row to another object, which now represents the row.
    case replaced
  }

  /// The rarely used properties of an object's state, allocated on first use. Until then, they take
  /// up only the memory of one pointer.
  private final class Companion {
    var registrar: ObservationRegistrar?
    /// The indexes of the properties whose reads were tracked, as a bit mask.
    var tracked: UInt64 = 0
    /// The former row key of an object whose deletion was saved. Undoing the deletion stores the
    /// object under this key again.
    var formerKey: Int64 = 0
    /// The identifier of the store from which the object was deleted.
    var formerStore: String?
    /// The change log in which the undo manager recorded the object's insertion.
    weak var insertionLog: ChangeLog?
    /// The context reference shared by all objects that this object replaced.
    weak var replacedReference: ContextReference?
    /// The indexes of the properties whose observers are running. The set also contains -1 while
    /// property observers are disabled.
    var observing: Set<Int> = []
    /// The index (``LongList``) of each long to-many list, keyed by property index.
    var longLists: [Int: AnyObject] = [:]
  }

  private var reference: ContextReference?
  private var companion: Companion?
  /// The object's row key, or 0 for an object without a row.
  var key: Int64 = 0
  /// The indexes of the properties with unsaved changes, as a bit mask. Indexes of 63 and higher
  /// share the last bit.
  var dirty: UInt64 = 0
  var entity: Int32 = -1
  var phase = Phase.free
  /// Whether the object was inserted and saved rather than created from a stored row.
  var wasInserted = false
  private var isObserved = false
  /// Whether a read or write is being forwarded between the object and its replacement.
  var isForwarding = false

  public init() {}

  /// The object's context. Nil if the object has no context or the context was deallocated.
  var context: StoreContext? {
    get { reference?.context }
    set { reference = newValue?.reference }
  }

  /// The context used for reading the object's relationships. Once the object's own context has
  /// been deallocated, this is another context for the same store. Nil if the store is closed or
  /// the object has no row.
  var readingContext: StoreContext? {
    if let context = reference?.context { return context }
    guard phase == .stored, key != 0 else { return nil }
    return reference?.reader
  }

  deinit {
    if key != 0, let context { context.forget(entity: Int(entity), key: key) }
  }

  static func bit(_ slot: Int) -> UInt64 { 1 << UInt64(min(slot, 63)) }

  func isDirty(_ slot: Int) -> Bool { dirty & Self.bit(slot) != 0 }

  /// Records that the property with the index `slot` has an unsaved change.
  public func didChange(_ model: some PersistentModel, _ slot: Int) {
    let wasClean = dirty == 0
    dirty |= Self.bit(slot)
    // A failed autosave of an already changed object is tried again, since the new change may fix
    // the cause.
    if wasClean { context?.noteChange(of: model) } else { context?.queueAutosave() }
  }

  /// Registers the object as stored, with the given context, entity and row key.
  func enter(_ reference: ContextReference, entity: Int, key: Int64) {
    self.reference = reference
    self.entity = Int32(entity)
    self.key = key
    phase = .stored
  }

  /// Removes the object from its context because the object's row no longer exists. The object
  /// keeps its identifier.
  func lose(key: Int64) {
    formerKey = key
    companion?.formerStore = reference?.storeIdentifier
    reference = nil
    phase = .deleted
    dirty = 0
    self.key = 0
  }

  /// Turns an object whose deletion was saved into a new object without a context.
  ///
  /// - Returns: Whether the object's deletion had been saved.
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

  // MARK: Representing other objects

  /// The state of this object or, if an upsert replaced it, of its replacement.
  var representative: _ModelState {
    guard phase == .replaced else { return self }
    return successor?._$state ?? self
  }

  /// The object that replaced this object, if any.
  var successor: (any PersistentModel)? {
    var last: (any PersistentModel)?
    var reference = reference
    while case .replaced(let model)? = reference?.kind {
      last = model
      reference = model._$state.reference
    }
    return last
  }

  /// Whether the object is a stand-in for a missing row.
  var isStandIn: Bool { phase == .deleted && entity < 0 }

  /// Records that another object replaces this object and now represents its row. The replacement
  /// also represents all objects that this object had replaced.
  func replace(with model: any PersistentModel) {
    let replacementState = model._$state.made()
    let store = reference?.storeIdentifier ?? ""
    let shared =
      replacementState.replacedReference ?? companion?.replacedReference
      ?? ContextReference.replaced(by: model, in: store)
    companion?.replacedReference?.kind = .replaced(by: model)
    shared.kind = .replaced(by: model)
    replacementState.replacedReference = shared
    reference = shared
    companion?.formerKey = 0
    key = 0
    dirty = 0
    phase = .replaced
  }

  /// Makes the objects that this object replaced refer to this object again. This is necessary when
  /// the replacement of this object by another object has been undone.
  func representAgain(_ model: any PersistentModel) {
    companion?.replacedReference?.kind = .replaced(by: model)
  }

  /// Stops this object from representing the objects that it replaced.
  func stopRepresenting() { companion?.replacedReference = nil }

  /// Detaches the object from its context. Later changes to the object are reported through the
  /// given context reference.
  func leave(_ gone: ContextReference?) { reference = gone }

  /// Reports a change to an object without a row, so that the next save of the object's original
  /// context fails.
  func refuseChange(_ model: any PersistentModel.Type) {
    guard case .gone(let origin)? = reference?.kind else { return }
    origin.context?.refuseStandIn(model)
  }

  // MARK: Reporting changes

  /// Whether an observer or an undo manager must be notified before the object changes.
  public var isWatched: Bool { isObserved || isRecorded }

  /// Whether property setters must report a change to the context before making it. This is the
  /// case if an undo manager records the changes, or if the object was replaced or has no row.
  var isRecorded: Bool { reference?.isRecording ?? false }

  /// The row key that the object had before its deletion, or 0 if there is no such key. Undoing the
  /// deletion stores the object under this key again.
  var formerKey: Int64 {
    get { companion?.formerKey ?? 0 }
    set { if newValue != formerKey { made().formerKey = newValue } }
  }

  /// The undo manager's record of the object's insertion. Nil if the insertion was not recorded.
  var insertionLog: ChangeLog? {
    get { companion?.insertionLog }
    set { made().insertionLog = newValue }
  }

  /// The indexes (``LongList``) of the object's long to-many lists, keyed by property index.
  var longLists: [Int: AnyObject] {
    get { companion?.longLists ?? [:] }
    set { made().longLists = newValue }
  }

  /// Discards the indexes of the object's long lists, which are rebuilt on demand.
  func forgetLongLists() { companion?.longLists = [:] }

  // MARK: Property observers

  /// Begins an assignment to a property that has `willSet` or `didSet` observers. The observers do
  /// not run if they made the assignment themselves, or if the library forwards or restores a
  /// value.
  ///
  /// - Returns: Whether the assignment must run `willSet` and `didSet`.
  public func beginObserving(_ slot: Int) -> Bool {
    let companion = made()
    return !companion.observing.contains(-1) && companion.observing.insert(slot).inserted
  }

  public func endObserving(_ slot: Int) { companion?.observing.remove(slot) }

  /// Assigns properties of the object without running their `willSet` and `didSet`.
  func withoutObservers(_ assign: () -> Void) {
    let isOutermost = made().observing.insert(-1).inserted
    assign()
    if isOutermost { companion?.observing.remove(-1) }
  }

  // MARK: Observation

  /// Whether observation tracking is active for the current code.
  ///
  /// The check allocates no memory and takes a few nanoseconds (see ADR 0005).
  public var isTracked: Bool { (reference?.probe ?? .shared).isTracked }

  var registrar: ObservationRegistrar? { companion?.registrar }

  /// Returns whether the property with the index `slot` was read while observation tracking was
  /// active.
  func wasTracked(_ slot: Int) -> Bool {
    (companion?.tracked ?? 0) & Self.bit(slot) != 0
  }

  func noteTracked(_ slot: Int) { made().tracked |= Self.bit(slot) }

  /// Returns the object's observation registrar, which is created at the first tracked read.
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
