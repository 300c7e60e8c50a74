import CartographerCore
import TerminalUI

/// A path as drawn on the map: its ID, shape and colour.
package struct MapPath: Sendable, Equatable, Identifiable {
  package let id: ItemID
  package let shape: PathShape
  package let role: Role

  package init(id: ItemID, shape: PathShape, role: Role) {
    self.id = id
    self.shape = shape
    self.role = role
  }

  /// Creates a path that is drawn in its own colour, or in a colour from the palette.
  ///
  /// - Parameter colour: The colour of the path or its group as `#RRGGBB`.
  ///   If the colour is missing or malformed, the path's ID selects a colour from the palette.
  package init(id: ItemID, shape: PathShape, colour: String? = nil) {
    self.init(
      id: id, shape: shape,
      role: colour.flatMap(RGBColour.init(hexadecimal:)).map(Role.custom)
        ?? .path(Int(truncatingIfNeeded: id.key)))
  }
}
