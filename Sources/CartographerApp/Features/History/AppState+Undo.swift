import CartographerCore
import CartographerPresentation
import Geodesy
import TerminalUI

extension AppState {
  /// Undoes the latest change. Asks for confirmation if the change is an import or was not made in
  /// the current session, so that users do not undo changes that they have not seen.
  mutating func undoLast() -> [Effect] {
    if case .grab = mode {
      let back = key("back")
      return warn("cancel the move with \(back) before undoing")
    }
    guard let change = index.snapshot.nextUndo else { return warn("there is nothing to undo") }
    guard let origin = foreignOrigin(of: change) else { return send(.undo(change.id)) }
    let batch = jobs.imports.batch(upTo: change.id)
    guard batch.count < 2 else { return askToUndo(batch, endingWith: change) }
    return ask(
      "Undo “\(change.title.imperative)”?",
      [
        origin,
        """
        \(key("redo")) redoes the change until another change is made.
        """,
      ],
      [Confirmation.Choice(.yes, "undo it", .undo([change.id]))])
  }

  /// Asks whether to undo all changes made by an import of several files, or only the last of these
  /// changes.
  private mutating func askToUndo(
    _ batch: [LibraryChange.ID], endingWith last: LibraryChange
  ) -> [Effect] {
    let files = Numbers.counted(batch.count, "file")
    return ask(
      "Undo the import of \(files)?",
      [
        "The latest of these changes is “\(last.title.imperative)”.",
        "The imported items will be removed.",
        """
        \(key("redo")) redoes the imports until another change is made.
        """,
      ],
      [
        Confirmation.Choice(
          .yes, "undo all \(Numbers.grouped(batch.count)) imports", .undo(batch)),
        Confirmation.Choice(.last, "undo only the last import", .undo([last.id])),
      ])
  }

  /// The message about an undone change, or about several changes undone together.
  var undoToast: Toast {
    let titles = writes.undone
    let redo = key("redo")
    guard titles.count > 1 else {
      let title = titles.first?.imperative ?? ""
      return Toast("Undid: \(title)", .success, hint: "\(redo) does it again")
    }
    let areImports = titles.allSatisfy { $0.verb == .import }
    let list = titles.map { areImports ? $0.subject : $0.imperative }.shortList(3)
    let count = Numbers.counted(titles.count, areImports ? "import" : "change")
    return Toast("Undid \(count): \(list)", .success, hint: "\(redo) redoes them together")
  }

  /// Redoes the last undone change, together with all changes that were undone in the same step.
  mutating func redoNext() -> [Effect] {
    guard let change = index.snapshot.nextRedo else { return warn("there is nothing to redo") }
    let changes = writes.removeUndoneTogether(from: change.id)
    guard changes.count <= index.snapshot.redoCount else { return send(.redo(change.id)) }
    return changes.flatMap { send(.redo($0)) }
  }

  /// Returns a sentence that states when a change was made, and whether another program made it.
  /// Returns nil for changes made in the current editor session, except imports.
  private func foreignOrigin(of change: LibraryChange) -> String? {
    let time = TimeText.minute(change.time, in: settings.zone)
    if index.snapshot.undoesImport { return "The items imported at \(time) will be removed." }
    switch writes.origin(of: change.id) {
    case .thisRun: return nil
    case .earlier: return "The change was made before this editor started, at \(time)."
    case .otherProgram: return "Another program made the change at \(time)."
    }
  }

  /// Returns a note with the number of undone changes that can no longer be redone. Returns an
  /// empty string if there are no such changes.
  ///
  /// - Parameter count: The number of changes that could have been redone before the latest change.
  func lostRedo(_ count: Int) -> String {
    guard count > 0, index.snapshot.redoCount == 0 else { return "" }
    return """
      \(Numbers.counted(count, "change")) can no longer be redone
      """
  }
}
