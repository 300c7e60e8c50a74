import CartographerCore
import TerminalUI

/// A path on the map.
package struct MapPath: Sendable, Equatable, Identifiable {
  package let id: ItemID
  package let shape: PathShape
  package let role: Role

  package init(id: ItemID, shape: PathShape, role: Role) {
    self.id = id
    self.shape = shape
    self.role = role
  }

  /// - Parameter colour: `#RRGGBB` of the path or its group; without it, or with one that cannot
  ///   be read, a colour of the palette that stays with the path.
  package init(id: ItemID, shape: PathShape, colour: String? = nil) {
    self.init(
      id: id, shape: shape,
      role: colour.flatMap(RGBColour.init(hexadecimal:)).map(Role.custom)
        ?? .path(Int(truncatingIfNeeded: id.key)))
  }
}
