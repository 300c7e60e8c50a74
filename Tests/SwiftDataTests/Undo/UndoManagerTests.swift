import SwiftData
import Testing

/// The undo manager without a context, with actions on a plain object.
@Suite struct UndoManagerTests {
  private final class Counter {
    var value = 0
    let manager: UndoManager
    init(_ manager: UndoManager) { self.manager = manager }

    func set(_ new: Int) {
      let old = value
      manager.registerUndo(withTarget: self) { $0.set(old) }
      value = new
    }
  }

  private let manager = UndoManager()

  private func group(_ body: () -> Void) {
    manager.beginUndoGrouping()
    body()
    manager.endUndoGrouping()
  }

  @Test func `undo and redo apply one group at a time`() {
    let counter = Counter(manager)
    for value in 1...3 { group { counter.set(value) } }
    #expect(manager.undoCount == 3)
    manager.undo()
    manager.undo()
    #expect(counter.value == 1)
    #expect(manager.canRedo)
    manager.redo()
    #expect(counter.value == 2)
    manager.undo()
    manager.undo()
    manager.undo()
    #expect(counter.value == 0)
    #expect(!manager.canUndo)
    for _ in 0..<5 { manager.redo() }
    #expect(counter.value == 3)
    #expect(!manager.canRedo)
  }

  @Test func `undo and redo apply all actions of a group`() {
    let counter = Counter(manager)
    group {
      counter.set(1)
      counter.set(2)
      group { counter.set(3) }
    }
    #expect(manager.undoCount == 1)
    manager.undo()
    #expect(counter.value == 0)
    manager.redo()
    #expect(counter.value == 3)
  }

  @Test func `a new change clears the redo actions`() {
    let counter = Counter(manager)
    group { counter.set(1) }
    manager.undo()
    group { counter.set(5) }
    #expect(!manager.canRedo)
    manager.undo()
    #expect(counter.value == 0)
  }

  @Test func `actions registered outside a group form one group`() {
    let counter = Counter(manager)
    counter.set(1)
    counter.set(2)
    #expect(manager.groupingLevel == 1)
    manager.undo()
    #expect(counter.value == 0)
    #expect(manager.groupingLevel == 0)
    counter.set(3)
    group { counter.set(4) }
    manager.undo()
    #expect(counter.value == 3)
  }

  @Test @MainActor func `an implicit group ends with the current turn of the main actor`() async {
    let manager = UndoManager()
    let counter = Counter(manager)
    counter.set(1)
    counter.set(2)
    for _ in 0..<10_000 where manager.groupingLevel > 0 { await Task.yield() }
    #expect(manager.groupingLevel == 0)
    counter.set(3)
    manager.undo()
    #expect(counter.value == 2)
    manager.undo()
    #expect(counter.value == 0)
  }

  @Test func `empty groups and unbalanced calls have no effect`() {
    group {}
    #expect(!manager.canUndo)
    manager.undo()
    manager.redo()
    manager.endUndoGrouping()
    manager.enableUndoRegistration()
    #expect(manager.groupingLevel == 0)
  }

  @Test func `levelsOfUndo limits the number of kept groups`() {
    let counter = Counter(manager)
    manager.levelsOfUndo = 2
    for value in 1...5 { group { counter.set(value) } }
    #expect(manager.undoCount == 2)
    for _ in 0..<5 { manager.undo() }
    #expect(counter.value == 3)
  }

  @Test func `no action is registered while undo registration is disabled`() {
    let counter = Counter(manager)
    manager.disableUndoRegistration()
    manager.disableUndoRegistration()
    counter.set(1)
    manager.enableUndoRegistration()
    counter.set(2)
    #expect(!manager.isUndoRegistrationEnabled)
    manager.enableUndoRegistration()
    #expect(!manager.canUndo)
    counter.set(3)
    manager.undo()
    #expect(counter.value == 2)
  }

  @Test func `an action name moves with its group between undo and redo`() {
    let counter = Counter(manager)
    group {
      counter.set(1)
      manager.setActionName("Count")
    }
    #expect(manager.undoActionName == "Count")
    #expect(manager.undoMenuItemTitle == "Undo Count")
    #expect(manager.redoMenuItemTitle == "Redo")
    manager.undo()
    #expect(manager.redoMenuItemTitle == "Redo Count")
    #expect(manager.undoActionName == "")
    manager.redo()
    #expect(manager.undoActionName == "Count")
  }

  @Test func `removeAllActions removes all actions, or those of one target`() {
    let first = Counter(manager)
    let second = Counter(manager)
    group {
      first.set(1)
      second.set(1)
    }
    group { first.set(2) }
    manager.removeAllActions(withTarget: first)
    #expect(manager.undoCount == 1)
    manager.undo()
    #expect(first.value == 2)
    #expect(second.value == 0)
    manager.removeAllActions()
    #expect(!manager.canRedo)
  }

  @Test func `the undo manager does not retain its targets`() {
    weak var target: Counter?
    do {
      let counter = Counter(manager)
      counter.set(1)
      target = counter
    }
    #expect(target == nil)
    manager.undo()
    #expect(!manager.canUndo)
  }
}
