import CartographerCore
import TerminalUI

/// The history list, which is loaded again after every change.
extension AppState {
  /// Loads the open history again.
  mutating func renewHistory() -> [Effect] {
    outdateHistory()
    return readHistory()
  }

  mutating func outdateHistory() {
    for position in overlays.indices {
      guard case .history(var history) = overlays[position] else { continue }
      history.isOutdated = true
      overlays[position] = .history(history)
    }
  }

  /// Requests the history if an open list is outdated and no change is being saved.
  func readHistory() -> [Effect] {
    let isWanted = overlays.contains { overlay in
      if case .history(let history) = overlay { history.isOutdated } else { false }
    }
    return isWanted && !isSaving ? [.loadHistory] : []
  }

  /// Keeps the old history if the new one could not be loaded.
  mutating func keepOldHistory() {
    for position in overlays.indices {
      guard case .history(var history) = overlays[position] else { continue }
      history.isOutdated = false
      overlays[position] = .history(history)
    }
  }

  /// Shows the loaded history, with the cursor on the same change as before.
  mutating func showHistory(_ entries: [HistoryEntry]) -> [Effect] {
    for position in overlays.indices {
      guard case .history(var history) = overlays[position] else { continue }
      let selected = history.selected?.id
      let newest = Array(entries.reversed())
      history.entries = newest
      history.isOutdated = false
      if let row = newest.firstIndex(where: { $0.id == selected }) {
        history.cursor.select(row, count: newest.count, height: overlayHeight)
      }
      overlays[position] = .history(history)
    }
    return []
  }
}
