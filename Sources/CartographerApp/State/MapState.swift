import CartographerPresentation
import Geodesy
import TerminalUI

/// The map pane: what part of the world it shows, and what stands on it.
package struct MapState: Sendable, Equatable {
  package var viewport = MapViewport.world
  /// Until the user moves the map it follows what is loaded.
  package var followsContents = true
  /// Everything drawn, without what is selected; rebuilt when the library changes.
  package var contents = MapScene()
  package var labels = MapLabelMemory()
  /// The cell the mouse was last over while it drags the map.
  package var dragged: Point?
  /// The cell in which its button went down, until it moves: a click is to follow.
  package var pressed: Point?

  package init() {}
}
