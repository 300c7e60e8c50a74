import BaseMap
import CartographerCore
import CartographerPresentation
import Geodesy
import TerminalUI

/// An item, a town or a country to which the map can move.
package struct MapTarget: Sendable, Equatable {
  /// The item, or nil for a town or a country.
  let id: ItemID?
  let name: String
  /// The text at the end of the target's row in a list: an item's kind or a town's country. If the
  /// list contains several towns of this name in the same country, the region precedes the country.
  let detail: String
  /// The text that completes the target's name on the command line, such as `Geneva, Illinois`.
  let searchText: String
  let coordinate: Coordinate
  /// The distance from the origin of the search.
  let metres: Double
  let bearingDegrees: Double
  /// The minimum zoom level at which the map shows the target.
  let zoom: Double

  private init(
    id: ItemID?, name: String, detail: String, searchText: String, at coordinate: Coordinate,
    from origin: Coordinate, zoom: Double = 8
  ) {
    let line = Geodesic.inverse(from: origin, to: coordinate)
    self.id = id
    self.name = name
    self.detail = detail
    self.searchText = searchText
    self.coordinate = coordinate
    metres = line.distanceMetres
    bearingDegrees = line.initialBearingDegrees
    self.zoom = zoom
  }

  init(_ nearby: Nearby) {
    id = nearby.id
    name = nearby.name
    detail = nearby.id.kind.noun
    searchText = nearby.name
    coordinate = nearby.coordinate
    metres = nearby.metres
    bearingDegrees = nearby.bearingDegrees
    zoom = 8
  }

  init(_ id: ItemID, _ name: String, at coordinate: Coordinate, from origin: Coordinate) {
    self.init(
      id: id, name: name, detail: id.kind.noun, searchText: name, at: coordinate, from: origin)
  }

  init(_ country: BaseMapFile.CountryLabel, from origin: Coordinate) {
    self.init(
      id: nil, name: country.name, detail: "country", searchText: country.name,
      at: country.coordinate, from: origin, zoom: 4)
  }

  /// Returns a map target for each town.
  static func targets(
    for towns: [Gazetteer.Match], from origin: Coordinate
  ) -> [MapTarget] {
    let counts = Dictionary(towns.map { ($0.town.title, 1) }, uniquingKeysWith: +)
    return towns.map { MapTarget($0, isUnique: counts[$0.town.title] == 1, from: origin) }
  }

  private init(_ match: Gazetteer.Match, isUnique: Bool, from origin: Coordinate) {
    let town = match.town
    let other = match.spelling == town.name ? "" : " (\(match.spelling))"
    let area = isUnique ? town.country : town.region ?? town.country
    self.init(
      id: nil, name: town.name + other, detail: isUnique ? town.country : town.area,
      searchText: "\(town.name), \(area)", at: town.coordinate, from: origin)
  }
}

extension MapTarget {
  /// The number of columns that the bearing and the gaps occupy in a row.
  private static let columnsOfBearing = 16

  /// Returns the rows for a list of map targets, and the widest row's width in columns.
  static func rows(
    _ targets: [MapTarget], _ units: UnitSystem, _ words: ItemWords
  ) -> (rows: [ListRow], columns: Int) {
    let lengths = targets.map { words.text(units.length(metres: $0.metres)) }
    let width = lengths.map(\.width).max() ?? 0
    let rows = zip(targets, lengths).map { target, length in
      let gap = DisplayText.empty.padded(to: width - length.width)
      let bearing = words.text(
        Bearing.text(target.bearingDegrees, overMetres: target.metres) ?? "")
      return ListRow(
        gap + length + "  " + bearing.padded(to: 9) + words.text(target.name),
        detail: words.text(target.detail))
    }
    let widest =
      targets.map { words.text($0.name).width + words.text($0.detail).width }.max() ?? 0
    return (rows, width + 2 + widest + columnsOfBearing)
  }
}
