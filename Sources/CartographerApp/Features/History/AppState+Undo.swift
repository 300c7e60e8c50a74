import CartographerCore
import CartographerPresentation
import TerminalUI

extension AppState {
  /// Undoes the newest change. Asks first if the change is an import or was not made in this run,
  /// so that users do not undo changes that they have not seen.
  mutating func undoLast() -> [Effect] {
    guard let entry = index.snapshot.nextUndo else { return warn("there is nothing to undo") }
    guard let origin = foreignOrigin(of: entry) else { return send(.undo(entry.id)) }
    overlays.push(
      Confirmation(
        title: "Undo “\(entry.title.imperative)”?",
        lines: [
          origin,
          """
          \(key("redo")) redoes the change until another change is made.
          """,
        ],
        choices: [Confirmation.Choice(.yes, "undo it", .undo([entry.id]))],
        cancelLabel: "leave it"))
    return []
  }

  mutating func redoNext() -> [Effect] {
    guard let entry = index.snapshot.nextRedo else { return warn("there is nothing to redo") }
    return send(.redo(entry.id))
  }

  /// Returns a sentence about the origin of a change, or nil if the change was made in the current
  /// editor session and is not an import.
  private func foreignOrigin(of entry: LibraryChange) -> String? {
    let time = TimeText.minute(entry.time, in: settings.zone)
    if index.snapshot.undoesImport { return "The items imported at \(time) will be removed." }
    switch writes.origin(of: entry.id) {
    case .thisRun: return nil
    case .earlier: return "The change was made before this editor started, at \(time)."
    case .otherProgram: return "Another program made the change at \(time)."
    }
  }

  /// Returns a note that undone changes can no longer be redone, or an empty string if no change
  /// was lost.
  ///
  /// - Parameter count: The number of changes that could be redone before the latest change.
  func lostRedo(_ count: Int) -> String {
    guard count > 0, index.snapshot.redoCount == 0 else { return "" }
    return """
      \(Numbers.counted(count, "change")) can no longer be redone
      """
  }
}
