import SwiftData
import TestSupport
import Testing

/// Random edits in random undo groups. Each undo and redo restores the state recorded at its step,
/// with and without saves in between.
@Suite struct UndoPropertyTests {
  @Test(arguments: 32...UInt64(31 + TestRounds.count(3)))
  func `undo and redo restore the state of every step`(seed: UInt64) throws {
    let container = try Workshop.container()
    let context = ModelContext(container)
    let manager = UndoManager()
    var editor = WorkshopEditor(context: context, random: SplitMix64(seed: seed))
    try editor.edit(times: 12)
    try context.save()
    context.undoManager = manager
    var states = [try Workshop.contents(context)]
    for _ in 0..<12 {
      manager.beginUndoGrouping()
      try editor.edit(times: Int.random(in: 1...4, using: &editor.random))
      manager.endUndoGrouping()
      guard manager.undoCount == states.count else { continue }
      states.append(try Workshop.contents(context))
      if Bool.random(using: &editor.random) { try context.save() }
    }
    for _ in 0..<2 {
      for index in states.indices.dropLast().reversed() {
        manager.undo()
        try expectState(context, states[index], "seed \(seed), undo to \(index)", &editor.random)
      }
      #expect(!manager.canUndo)
      for index in states.indices.dropFirst() {
        manager.redo()
        try expectState(context, states[index], "seed \(seed), redo to \(index)", &editor.random)
      }
      #expect(!manager.canRedo)
    }
  }

  private func expectState(
    _ context: ModelContext, _ state: [String], _ step: Comment, _ random: inout SplitMix64
  ) throws {
    let now = try Workshop.contents(context)
    try #require(now == state, step)
    guard Bool.random(using: &random) else { return }
    try context.save()
    let stored = try Workshop.contents(ModelContext(context.container))
    try #require(stored == state, "\(step), after a save")
  }
}
