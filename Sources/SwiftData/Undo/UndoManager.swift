import Foundation

/// Records changes in groups and takes them back, group by group, with the names and semantics of
/// Foundation's class, which Linux does not have.
///
/// A registration outside of every group opens one. It ends with the current turn of the main
/// actor where ``groupsByEvent`` is set and the main actor registered it; else with the next
/// ``undo()``, ``beginUndoGrouping()`` or save of a context. A group in which nothing was registered
/// is forgotten. Belongs to one thread or actor at a time.
open class UndoManager {
  /// What one registration is undone by.
  struct Action {
    weak var target: AnyObject?
    let identity: ObjectIdentifier
    /// Collects changes as long as it is the newest of an open group.
    let collector: AnyObject?
    let perform: (AnyObject) -> Void
  }

  /// What is undone in one step.
  struct Group {
    var actions: [Action] = []
    var name = ""
  }

  private var undoStack: [Group] = []
  private var redoStack: [Group] = []
  /// The groups that are open, the outermost first.
  private var openGroups: [Group] = []
  /// Whether the outermost open group was opened by a registration.
  private var isImplicit = false
  private var disabled = 0
  private var turn = 0

  /// Whether a group that a registration opened ends with the current turn of the main actor.
  open var groupsByEvent = true
  /// How many groups are kept, the newest; 0 for any number.
  open var levelsOfUndo = 0 {
    didSet { trim() }
  }
  /// Whether the manager is undoing: what is registered meanwhile can be redone.
  open private(set) var isUndoing = false
  /// Whether the manager is redoing: what is registered meanwhile can be undone.
  open private(set) var isRedoing = false

  public init() {}

  // MARK: Registering

  /// Registers what takes a change back; it is given the target, which is not held.
  ///
  /// Outside of undo and redo this forgets what could be redone.
  open func registerUndo<Target: AnyObject>(
    withTarget target: Target, handler: @escaping (Target) -> Void
  ) {
    register(target, collector: nil, handler)
  }

  func register<Target: AnyObject>(
    _ target: Target, collector: AnyObject?, _ handler: @escaping (Target) -> Void
  ) {
    guard isUndoRegistrationEnabled else { return }
    if openGroups.isEmpty { openImplicitly() }
    if !isUndoing, !isRedoing { redoStack.removeAll() }
    let action = Action(
      target: target, identity: ObjectIdentifier(target), collector: collector,
      perform: { if let target = $0 as? Target { handler(target) } })
    openGroups[openGroups.count - 1].actions.append(action)
  }

  /// Whether a collector is the newest registration of the open group.
  func isCollecting(_ collector: AnyObject) -> Bool {
    openGroups.last?.actions.last?.collector === collector
  }

  /// Whether registrations count. See ``disableUndoRegistration()``.
  open var isUndoRegistrationEnabled: Bool { disabled == 0 }

  /// Ignores registrations until ``enableUndoRegistration()`` was called as many times.
  open func disableUndoRegistration() { disabled += 1 }

  /// Ends the last ``disableUndoRegistration()``; without one it does nothing.
  open func enableUndoRegistration() { disabled = max(0, disabled - 1) }

  // MARK: Grouping

  /// How many groups are open, each inside the one before.
  open var groupingLevel: Int { openGroups.count }

  /// Opens a group, inside the open one if that was opened by this function too.
  open func beginUndoGrouping() {
    endImplicitGroup()
    post(.NSUndoManagerCheckpoint)
    openGroups.append(Group())
    post(.NSUndoManagerDidOpenUndoGroup)
  }

  /// Closes the newest open group: an outermost one becomes a step to undo, another part of the
  /// group around it. Without an open group it does nothing.
  open func endUndoGrouping() {
    guard !openGroups.isEmpty else { return }
    post(.NSUndoManagerCheckpoint)
    post(.NSUndoManagerWillCloseUndoGroup)
    let group = openGroups.removeLast()
    if let last = openGroups.indices.last {
      openGroups[last].actions += group.actions
      if openGroups[last].name.isEmpty { openGroups[last].name = group.name }
    } else {
      isImplicit = false
      keep(group)
    }
    post(.NSUndoManagerDidCloseUndoGroup)
  }

  /// Closes the group that a registration opened, if it is open.
  func endImplicitGroup() {
    if isImplicit, openGroups.count == 1, !isUndoing, !isRedoing { endUndoGrouping() }
  }

  private func openImplicitly() {
    openGroups.append(Group())
    isImplicit = true
    turn += 1
    post(.NSUndoManagerDidOpenUndoGroup)
    guard groupsByEvent, MainQueue.isCurrent else { return }
    let turn = Turn(manager: self, number: turn)
    Task { @MainActor in turn.end() }
  }

  /// A group that ends once the main actor, which alone uses this, has done what it does now.
  private struct Turn: @unchecked Sendable {
    weak var manager: UndoManager?
    let number: Int

    func end() {
      if let manager, manager.turn == number { manager.endImplicitGroup() }
    }
  }

  /// Everything that is registered.
  struct Registered {
    fileprivate let undoStack: [Group]
    fileprivate let redoStack: [Group]
    fileprivate let openGroups: [Group]
    fileprivate let isImplicit: Bool
  }

  /// What is registered, to be that again where what was done since is taken back otherwise.
  var registered: Registered {
    get {
      Registered(
        undoStack: undoStack, redoStack: redoStack, openGroups: openGroups, isImplicit: isImplicit)
    }
    set {
      undoStack = newValue.undoStack
      redoStack = newValue.redoStack
      openGroups = newValue.openGroups
      isImplicit = newValue.isImplicit
    }
  }

  private func keep(_ group: Group) {
    guard !group.actions.isEmpty else { return }
    if isUndoing { redoStack.append(group) } else { undoStack.append(group) }
    trim()
  }

  private func trim() {
    guard levelsOfUndo > 0 else { return }
    undoStack.removeFirst(max(0, undoStack.count - levelsOfUndo))
    redoStack.removeFirst(max(0, redoStack.count - levelsOfUndo))
  }

  // MARK: Undoing

  /// Whether there is a group to undo.
  open var canUndo: Bool { !undoStack.isEmpty || openGroups.contains { !$0.actions.isEmpty } }
  /// Whether there is a group to redo.
  open var canRedo: Bool { !redoStack.isEmpty }
  /// How many groups can be undone, an open one among them.
  open var undoCount: Int {
    undoStack.count + (openGroups.contains { !$0.actions.isEmpty } ? 1 : 0)
  }
  /// How many groups can be redone.
  open var redoCount: Int { redoStack.count }

  /// Takes back the newest group, closing it if it is open.
  ///
  /// Inside a nested group, or while undoing or redoing, it does nothing.
  open func undo() {
    guard !isUndoing, !isRedoing, openGroups.count <= 1 else { return }
    endUndoGrouping()
    post(.NSUndoManagerCheckpoint)
    guard let group = undoStack.popLast() else { return }
    post(.NSUndoManagerWillUndoChange)
    isUndoing = true
    perform(group)
    isUndoing = false
    post(.NSUndoManagerDidUndoChange)
  }

  /// Does the group again that was undone last. While a group is open it does nothing.
  open func redo() {
    endImplicitGroup()
    guard !isUndoing, !isRedoing, openGroups.isEmpty else { return }
    post(.NSUndoManagerCheckpoint)
    guard let group = redoStack.popLast() else { return }
    post(.NSUndoManagerWillRedoChange)
    isRedoing = true
    perform(group)
    isRedoing = false
    post(.NSUndoManagerDidRedoChange)
  }

  /// Performs a group's actions, the newest first; what they register becomes one group.
  private func perform(_ group: Group) {
    openGroups.append(Group(name: group.name))
    for action in group.actions.reversed() {
      if let target = action.target { action.perform(target) }
    }
    while !openGroups.isEmpty { endUndoGrouping() }
  }

  /// Forgets everything that could be undone or redone.
  open func removeAllActions() {
    undoStack.removeAll()
    redoStack.removeAll()
    for index in openGroups.indices { openGroups[index].actions.removeAll() }
  }

  /// Forgets everything that was registered for a target.
  open func removeAllActions(withTarget target: Any) {
    removeAllActions(of: ObjectIdentifier(target as AnyObject))
  }

  func removeAllActions(of identity: ObjectIdentifier) {
    func without(_ groups: [Group]) -> [Group] {
      groups.map { group in
        var group = group
        group.actions.removeAll { $0.identity == identity }
        return group
      }
    }
    undoStack = without(undoStack).filter { !$0.actions.isEmpty }
    redoStack = without(redoStack).filter { !$0.actions.isEmpty }
    openGroups = without(openGroups)
  }

  // MARK: Names

  /// Names the open group, or the newest if none is open, for a menu.
  open func setActionName(_ actionName: String) {
    if let last = openGroups.indices.last {
      openGroups[last].name = actionName
    } else if let last = undoStack.indices.last {
      undoStack[last].name = actionName
    }
  }

  /// The name of what ``undo()`` takes back; empty if it has none.
  open var undoActionName: String {
    if let group = openGroups.last, !group.actions.isEmpty { return group.name }
    return undoStack.last?.name ?? ""
  }
  /// The name of what ``redo()`` does again; empty if it has none.
  open var redoActionName: String { redoStack.last?.name ?? "" }
  /// What a menu shows for undo, such as "Undo Rename".
  open var undoMenuItemTitle: String { undoMenuTitle(forUndoActionName: undoActionName) }
  /// What a menu shows for redo, such as "Redo Rename".
  open var redoMenuItemTitle: String { redoMenuTitle(forUndoActionName: redoActionName) }

  /// A menu title for undoing an action of a name.
  open func undoMenuTitle(forUndoActionName actionName: String) -> String {
    actionName.isEmpty ? "Undo" : "Undo \(actionName)"
  }

  /// A menu title for redoing an action of a name.
  open func redoMenuTitle(forUndoActionName actionName: String) -> String {
    actionName.isEmpty ? "Redo" : "Redo \(actionName)"
  }

  private func post(_ name: Notification.Name) {
    NotificationCenter.default.post(name: name, object: self)
  }
}

/// What an undo manager tells by notifications, as Foundation's does.
extension Notification.Name {
  public static let NSUndoManagerCheckpoint = Self("NSUndoManagerCheckpointNotification")
  public static let NSUndoManagerDidOpenUndoGroup = Self(
    "NSUndoManagerDidOpenUndoGroupNotification")
  public static let NSUndoManagerWillCloseUndoGroup = Self(
    "NSUndoManagerWillCloseUndoGroupNotification")
  public static let NSUndoManagerDidCloseUndoGroup = Self(
    "NSUndoManagerDidCloseUndoGroupNotification")
  public static let NSUndoManagerWillUndoChange = Self("NSUndoManagerWillUndoChangeNotification")
  public static let NSUndoManagerDidUndoChange = Self("NSUndoManagerDidUndoChangeNotification")
  public static let NSUndoManagerWillRedoChange = Self("NSUndoManagerWillRedoChangeNotification")
  public static let NSUndoManagerDidRedoChange = Self("NSUndoManagerDidRedoChangeNotification")
}
