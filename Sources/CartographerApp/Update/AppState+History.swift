import CartographerCore
import TerminalUI

/// The history that lies over the screen: read again after every change.
extension AppState {
  /// Reads the history again that is open.
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

  /// Once nothing is on its way that would change it again.
  func readHistory() -> [Effect] {
    let isWanted = overlays.contains { overlay in
      if case .history(let history) = overlay { history.isOutdated } else { false }
    }
    return isWanted && !isSaving ? [.loadHistory] : []
  }

  /// The history stays as it is where it could not be read.
  mutating func giveUpHistory() {
    for position in overlays.indices {
      guard case .history(var history) = overlays[position] else { continue }
      history.isOutdated = false
      overlays[position] = .history(history)
    }
  }

  /// Shows the history, the cursor on the entry that it was on.
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
