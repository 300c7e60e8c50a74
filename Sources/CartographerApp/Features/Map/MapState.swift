import CartographerPresentation
import Geodesy
import TerminalUI

/// The state of the map pane: its view and its contents.
package struct MapState: Sendable, Equatable {
  package var viewport = MapViewport.world
  /// Whether the view follows the loaded contents, which ends when the user moves the map.
  package var followsContents = true
  /// The drawn items without the selection; rebuilt when the library changes.
  package var contents = MapScene()
  package var labels = MapLabelMemory()
  /// The last cell of the mouse pointer while the mouse drags the map, or nil.
  package var dragged: Point?
  /// The cell in which the mouse button was pressed, or nil once the mouse moved: releasing the
  /// button in the same cell is a click.
  package var pressed: Point?

  package init() {}
}
