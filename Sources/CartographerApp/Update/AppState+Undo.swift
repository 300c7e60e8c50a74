import CartographerCore
import CartographerPresentation
import TerminalUI

extension AppState {
  /// Takes the newest change back. Asks first where that is not a plain edit of this run, so that
  /// nobody takes back unseen what a file or another program brought.
  mutating func undoLast() -> [Effect] {
    guard let entry = index.snapshot.nextUndo else { return warn("there is nothing to undo") }
    guard let origin = foreignOrigin(of: entry) else { return send(.undo(entry.id)) }
    guard layout.kind != .tooSmall else {
      return warn("undo asks first here, and has no room for that")
    }
    overlays.append(
      .confirm(
        ConfirmState(
          title: "Undo “\(entry.title)”?",
          lines: [origin, "\(key("redo")) does it again, until something else is changed."],
          choices: [ConfirmState.Choice(KeyStroke("y"), "undo it", .undo([entry.id]))],
          cancelLabel: "leave it")))
    return []
  }

  mutating func redoNext() -> [Effect] {
    guard let entry = index.snapshot.nextRedo else { return warn("there is nothing to redo") }
    return send(.redo(entry.id))
  }

  /// Where a change came from that is not a plain edit of this run.
  private func foreignOrigin(of entry: HistoryEntry) -> String? {
    let time = Times.minute(entry.time, in: settings.zone)
    if index.snapshot.undoesImport { return "What the file brought at \(time) goes away." }
    if ownEntries.contains(entry.id) { return nil }
    return entry.id <= firstEntry
      ? "It was done before this editor began, at \(time)."
      : "Another program did it at \(time)."
  }

  /// Says of changes that were undone that they cannot be done again any more.
  ///
  /// - Parameter count: How many there were before the change that was just made.
  func lostRedo(_ count: Int) -> String {
    guard count > 0, index.snapshot.redoCount == 0 else { return "" }
    return "redo of \(Numbers.counted(count, "change")) is gone"
  }
}
