import Foundation

/// An undo manager that records changes in groups and undoes them group by group. Its names and
/// behaviour match those of Foundation's class, which does not exist on Linux.
///
/// An action that is registered outside of a group opens an implicit group. If ``groupsByEvent`` is
/// set and the action was registered on the main actor, the implicit group ends when the code that
/// is currently running on the main actor returns or suspends. Otherwise, the group ends at the
/// next call to ``undo()`` or ``beginUndoGrouping()``, or at the next save of a context. Empty
/// groups are discarded. An undo manager belongs to one thread or actor at a time.
///
/// ```swift
/// context.undoManager = UndoManager()
/// place.name = "Basel"
/// context.undoManager?.undo()  // restores the previous name
/// ```
open class UndoManager {
  /// A registered action that undoes a change.
  struct Action {
    weak var target: AnyObject?
    let identity: ObjectIdentifier
    /// The object that adds later changes to this action while the action is the newest one in an
    /// open group. Nil for an action that undoes a single change.
    let collector: AnyObject?
    let perform: (AnyObject) -> Void
  }

  /// A group of actions that are undone in one step.
  struct ActionGroup {
    var actions: [Action] = []
    var name = ""
  }

  private var undoStack: [ActionGroup] = []
  private var redoStack: [ActionGroup] = []
  /// The open undo groups, outermost first.
  private var openGroups: [ActionGroup] = []
  /// Whether the outermost open group was opened implicitly by registering an action.
  private var isImplicit = false
  private var disabled = 0
  private var turn = 0

  /// Whether an implicitly opened undo group ends when the current code on the main actor returns
  /// or suspends.
  open var groupsByEvent = true
  /// The maximum number of undo groups to keep, or 0 for no limit. The oldest groups are removed
  /// first.
  open var levelsOfUndo = 0 {
    didSet { trim() }
  }
  /// Whether the manager is currently undoing a group. Actions registered while undoing can be
  /// redone.
  open private(set) var isUndoing = false
  /// Whether the manager is currently redoing a group. Actions registered while redoing can be
  /// undone.
  open private(set) var isRedoing = false

  public init() {}

  // MARK: Registering

  /// Registers an action that undoes a change. The handler receives the target, which is not
  /// retained.
  ///
  /// Registering an action clears the redo stack, except during an undo or a redo.
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

  /// Returns whether the given object collects the changes for the newest action in the innermost
  /// open group.
  func isCollecting(_ collector: AnyObject) -> Bool {
    openGroups.last?.actions.last?.collector === collector
  }

  /// Whether the manager records newly registered actions. See ``disableUndoRegistration()``.
  open var isUndoRegistrationEnabled: Bool { disabled == 0 }

  /// Makes the manager ignore newly registered actions. Each call must be balanced by a call to
  /// ``enableUndoRegistration()``.
  open func disableUndoRegistration() { disabled += 1 }

  /// Reverses the last call to ``disableUndoRegistration()``. Does nothing if there is no call to
  /// reverse.
  open func enableUndoRegistration() { disabled = max(0, disabled - 1) }

  // MARK: Grouping

  /// The number of nested undo groups that are currently open.
  open var groupingLevel: Int { openGroups.count }

  /// Opens an undo group. The group is nested if another explicit group is open; an implicit group
  /// is closed first.
  open func beginUndoGrouping() {
    endImplicitGroup()
    post(.NSUndoManagerCheckpoint)
    openGroups.append(ActionGroup())
    post(.NSUndoManagerDidOpenUndoGroup)
  }

  /// Closes the innermost open undo group. An outermost group becomes a step to undo; a nested
  /// group becomes part of its enclosing group. Does nothing if no group is open.
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

  /// Closes the implicitly opened undo group, if there is one.
  func endImplicitGroup() {
    if isImplicit, openGroups.count == 1, !isUndoing, !isRedoing { endUndoGrouping() }
  }

  private func openImplicitly() {
    openGroups.append(ActionGroup())
    isImplicit = true
    turn += 1
    post(.NSUndoManagerDidOpenUndoGroup)
    guard groupsByEvent, MainQueue.isCurrent else { return }
    let turn = Turn(manager: self, number: turn)
    Task { @MainActor in turn.end() }
  }

  /// A marker for an implicitly opened undo group, which ends when the current code on the main
  /// actor returns or suspends. The marker is used only on the main actor.
  private struct Turn: @unchecked Sendable {
    weak var manager: UndoManager?
    let number: Int

    func end() {
      if let manager, manager.turn == number { manager.endImplicitGroup() }
    }
  }

  /// A saved copy of all undo groups that an undo manager holds.
  struct Registered {
    fileprivate let undoStack: [ActionGroup]
    fileprivate let redoStack: [ActionGroup]
    fileprivate let openGroups: [ActionGroup]
    fileprivate let isImplicit: Bool
  }

  /// All undo groups that the manager holds. A checkpoint saves these groups, so that they can be
  /// restored if a transaction fails.
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

  private func keep(_ group: ActionGroup) {
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

  /// Whether there is a group that can be undone.
  open var canUndo: Bool { !undoStack.isEmpty || openGroups.contains { !$0.actions.isEmpty } }
  /// Whether there is a group that can be redone.
  open var canRedo: Bool { !redoStack.isEmpty }
  /// The number of groups that can be undone, including an open group with actions.
  open var undoCount: Int {
    undoStack.count + (openGroups.contains { !$0.actions.isEmpty } ? 1 : 0)
  }
  /// The number of groups that can be redone.
  open var redoCount: Int { redoStack.count }

  /// Undoes the most recent group. If the group is open, it is closed first.
  ///
  /// The method does nothing while a nested group is open, and during an undo or a redo.
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

  /// Redoes the group that was undone most recently. Does nothing while a group is open.
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

  /// Performs a group's actions, newest first. Actions that are registered in the process become
  /// one group.
  private func perform(_ group: ActionGroup) {
    openGroups.append(ActionGroup(name: group.name))
    for action in group.actions.reversed() {
      if let target = action.target { action.perform(target) }
    }
    while !openGroups.isEmpty { endUndoGrouping() }
  }

  /// Removes all actions that could be undone or redone.
  open func removeAllActions() {
    undoStack.removeAll()
    redoStack.removeAll()
    for index in openGroups.indices { openGroups[index].actions.removeAll() }
  }

  /// Removes all actions that were registered with the given target.
  open func removeAllActions(withTarget target: Any) {
    removeAllActions(of: ObjectIdentifier(target as AnyObject))
  }

  func removeAllActions(of identity: ObjectIdentifier) {
    func without(_ groups: [ActionGroup]) -> [ActionGroup] {
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

  /// Sets the name that a menu shows for the open group. If no group is open, the most recent group
  /// is named.
  open func setActionName(_ actionName: String) {
    if let last = openGroups.indices.last {
      openGroups[last].name = actionName
    } else if let last = undoStack.indices.last {
      undoStack[last].name = actionName
    }
  }

  /// The name of the group that ``undo()`` would undo, or an empty string if there is no such group
  /// or the group has no name.
  open var undoActionName: String {
    if let group = openGroups.last, !group.actions.isEmpty { return group.name }
    return undoStack.last?.name ?? ""
  }
  /// The name of the group that ``redo()`` would redo, or an empty string if there is no such group
  /// or the group has no name.
  open var redoActionName: String { redoStack.last?.name ?? "" }
  /// The title of the undo menu item, such as "Undo Rename".
  open var undoMenuItemTitle: String { undoMenuTitle(forUndoActionName: undoActionName) }
  /// The title of the redo menu item, such as "Redo Rename".
  open var redoMenuItemTitle: String { redoMenuTitle(forUndoActionName: redoActionName) }

  /// Returns the title of the undo menu item for an action with the given name.
  open func undoMenuTitle(forUndoActionName actionName: String) -> String {
    actionName.isEmpty ? "Undo" : "Undo \(actionName)"
  }

  /// Returns the title of the redo menu item for an action with the given name.
  open func redoMenuTitle(forUndoActionName actionName: String) -> String {
    actionName.isEmpty ? "Redo" : "Redo \(actionName)"
  }

  private func post(_ name: Notification.Name) {
    NotificationCenter.default.post(name: name, object: self)
  }
}

/// The notifications that an undo manager posts, as in Foundation.
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
