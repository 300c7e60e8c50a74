import CartographerCore
import TerminalUI

/// What is nearest to something, to choose from.
package struct NearestState: Sendable, Equatable {
  /// What it is near to.
  package var origin: String
  /// Nearest first.
  package var found: [Nearby]
  package var cursor = ListCursor()

  package init(origin: String, found: [Nearby]) {
    self.origin = origin
    self.found = found
  }

  package var selected: Nearby? {
    found.indices.contains(cursor.selected) ? found[cursor.selected] : nil
  }
}
