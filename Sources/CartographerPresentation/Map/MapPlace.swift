import CartographerCore
import Geodesy
import TerminalUI

/// A place on the map, projected once.
package struct MapPlace: Sendable, Equatable, Identifiable {
  package let id: ItemID
  package let coordinate: Coordinate
  package let label: DisplayText
  package let role: Role
  /// Its position on the Web Mercator plane.
  let point: WorldPoint
  /// Cells the whole label takes.
  let labelWidth: Int

  /// The largest width of a label, in cells; longer labels are clipped.
  package static let longestLabel = 28

  /// nil for a coordinate that is not on the globe.
  package init?(id: ItemID, coordinate: Coordinate, label: DisplayText, role: Role = .place) {
    guard coordinate.isValid else { return nil }
    self.id = id
    self.coordinate = coordinate
    self.label = label
    self.role = role
    point = WebMercator.project(coordinate)
    labelWidth = label.width
  }

  /// - Parameter colour: `#RRGGBB` of the place or its group.
  package init?(id: ItemID, coordinate: Coordinate, label: DisplayText, colour: String?) {
    self.init(
      id: id, coordinate: coordinate, label: label,
      role: colour.flatMap(RGBColour.init(hexadecimal:)).map(Role.custom) ?? .place)
  }
}
