import CartographerCore
import TerminalUI

/// The list of the items nearest to a position.
package struct NearestState: Sendable, Equatable {
  /// The name of the position whose nearest items are listed.
  package var origin: String
  /// The items found, nearest first.
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
