import SwiftData
import TestSupport
import Testing

/// Random edits in random nested transactions. A transaction that throws restores the state at its
/// beginning.
@Suite struct TransactionPropertyTests {
  struct IntendedError: Error {}

  @Test(arguments: 1...UInt64(TestRounds.count(12)), [false, true])
  func `a transaction that throws restores all objects and unsaved changes`(
    seed: UInt64, isRecorded: Bool
  ) throws {
    let container = try Workshop.container()
    let context = ModelContext(container)
    if isRecorded { context.undoManager = UndoManager() }
    var editor = WorkshopEditor(context: context, random: SplitMix64(seed: seed))
    try editor.edit(times: 12)
    try context.save()
    var run = Run(context: context, editor: editor)
    for round in 0..<8 {
      try run.editor.edit(times: Int.random(in: 0...4, using: &run.editor.random))
      try run.transaction(depth: 0, "seed \(seed), round \(round)")
      if Bool.random(using: &run.editor.random) {
        try context.save()
        try run.check("seed \(seed), round \(round), after a save")
      }
    }
  }

  private struct Run {
    let context: ModelContext
    var editor: WorkshopEditor

    mutating func transaction(depth: Int, _ step: Comment) throws {
      let before = try contents()
      let unsaved = unsaved()
      let throwsAtLast = Int.random(in: 0..<3, using: &editor.random) > 0
      var run = self
      do {
        try context.transaction {
          for _ in 0..<Int.random(in: 1...4, using: &run.editor.random) {
            switch Int.random(in: 0..<6, using: &run.editor.random) {
            case 0: try run.context.save()
            case 1 where depth < 3: try run.transaction(depth: depth + 1, step)
            default: try run.editor.edit(times: 2)
            }
          }
          if throwsAtLast { throw IntendedError() }
        }
      } catch is IntendedError {
        editor = run.editor
        try #require(try contents() == before, "\(step), depth \(depth), objects after the error")
        try #require(
          self.unsaved() == unsaved, "\(step), depth \(depth), unsaved changes after the error")
        return
      }
      editor = run.editor
      if depth == 0 { try check("\(step), after the transaction") }
    }

    /// Expects the context to have the same contents as the store. Without an undo manager, lists
    /// drop deleted objects only at a save.
    func check(_ step: Comment) throws {
      let stored = try Workshop.contents(ModelContext(context.container))
      try #require(try Workshop.contents(context) == stored, step)
    }

    private func contents() throws -> [String] {
      try Workshop.contents(context, showsDeleted: context.undoManager != nil)
    }

    private func unsaved() -> [[ObjectIdentifier]] {
      [context.insertedModelsArray, context.changedModelsArray, context.deletedModelsArray]
        .map { $0.map(ObjectIdentifier.init) }
    }
  }
}
