import SwiftData
import TestSupport
import Testing

/// Random edits in random groups: undoing all gives the start, redoing all gives the end, and each
/// step on the way gives what was there, whether or not it was saved in between.
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
    var pictures = [try Workshop.picture(context)]
    for _ in 0..<12 {
      manager.beginUndoGrouping()
      try editor.edit(times: Int.random(in: 1...4, using: &editor.random))
      manager.endUndoGrouping()
      guard manager.undoCount == pictures.count else { continue }
      pictures.append(try Workshop.picture(context))
      if Bool.random(using: &editor.random) { try context.save() }
    }
    for _ in 0..<2 {
      for index in pictures.indices.dropLast().reversed() {
        manager.undo()
        try check(context, pictures[index], "seed \(seed), undo to \(index)", &editor.random)
      }
      #expect(!manager.canUndo)
      for index in pictures.indices.dropFirst() {
        manager.redo()
        try check(context, pictures[index], "seed \(seed), redo to \(index)", &editor.random)
      }
      #expect(!manager.canRedo)
    }
  }

  private func check(
    _ context: ModelContext, _ picture: [String], _ step: Comment, _ random: inout SplitMix64
  ) throws {
    let now = try Workshop.picture(context)
    try #require(now == picture, step)
    guard Bool.random(using: &random) else { return }
    try context.save()
    let stored = try Workshop.picture(ModelContext(context.container))
    try #require(stored == picture, "\(step), saved")
  }
}
