import CartographerCore
import Geodesy
import TerminalUI

/// A place to be drawn on the map, with its projected position.
package struct MapPlace: Sendable, Equatable, Identifiable {
  package let id: ItemID
  package let coordinate: Coordinate
  package let label: DisplayText
  package private(set) var role: Role
  /// The kind of place, which determines the symbol, or nil for the plain symbol.
  package let symbol: PlaceSymbol?
  /// The place's position on the Web Mercator plane.
  let point: WorldPoint
  /// The width of the label, in cells, before it is clipped.
  let labelWidth: Int

  /// The maximum label width, in cells. Longer labels are clipped.
  package static let longestLabel = 28

  /// Creates a place to draw on the map. The initializer fails if the coordinate is not valid.
  package init?(
    id: ItemID, coordinate: Coordinate, label: DisplayText, role: Role = .place,
    symbol: PlaceSymbol? = nil
  ) {
    guard coordinate.isValid else { return nil }
    self.id = id
    self.coordinate = coordinate
    self.label = label
    self.role = role
    self.symbol = symbol
    point = WebMercator.projectBeyondSquare(coordinate)
    labelWidth = label.width
  }

  /// Creates a place to draw on the map in a custom colour. The initializer fails if the coordinate
  /// is not valid.
  ///
  /// - Parameter colour: The colour of the place or its group as `#RRGGBB`.
  package init?(
    id: ItemID, coordinate: Coordinate, label: DisplayText, colour: String?,
    symbol: PlaceSymbol? = nil
  ) {
    self.init(
      id: id, coordinate: coordinate, label: label,
      role: colour.flatMap(RGBColour.init(hexadecimal:)).map(Role.custom) ?? .place,
      symbol: symbol)
  }

  /// Returns a copy of the place with the given colour role.
  package func drawn(in role: Role) -> MapPlace {
    var place = self
    place.role = role
    return place
  }
}
