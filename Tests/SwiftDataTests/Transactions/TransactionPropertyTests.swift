import SwiftData
import TestSupport
import Testing

/// Random edits in random transactions: one that throws leaves everything as it was at its beginning.
@Suite struct TransactionPropertyTests {
  struct Refusal: Error {}

  @Test(arguments: 1...UInt64(TestRounds.count(12)), [false, true])
  func `a transaction that throws restores all objects and unsaved changes`(seed: UInt64, isRecorded: Bool) throws {
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
        try run.check("seed \(seed), round \(round), saved")
      }
    }
  }

  private struct Run {
    let context: ModelContext
    var editor: WorkshopEditor

    mutating func transaction(depth: Int, _ step: Comment) throws {
      let before = try picture()
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
          if throwsAtLast { throw Refusal() }
        }
      } catch is Refusal {
        editor = run.editor
        try #require(try picture() == before, "\(step), depth \(depth), thrown")
        try #require(self.unsaved() == unsaved, "\(step), depth \(depth), unsaved")
        return
      }
      editor = run.editor
      if depth == 0 { try check("\(step), ended") }
    }

    /// Sees that the context has what the store has; without an undo manager the lists of what is
    /// deleted follow with the save.
    func check(_ step: Comment) throws {
      let stored = try Workshop.picture(ModelContext(context.container))
      try #require(try Workshop.picture(context) == stored, step)
    }

    private func picture() throws -> [String] {
      try Workshop.picture(context, showsDeleted: context.undoManager != nil)
    }

    private func unsaved() -> [[ObjectIdentifier]] {
      [context.insertedModelsArray, context.changedModelsArray, context.deletedModelsArray]
        .map { $0.map(ObjectIdentifier.init) }
    }
  }
}
