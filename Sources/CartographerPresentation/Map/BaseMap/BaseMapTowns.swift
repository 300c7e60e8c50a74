import BaseMap
import Geodesy

/// The names that the base map can show: the towns of the gazetteer and the countries.
package final class BaseMapTowns: Sendable {
  package let gazetteer: Gazetteer
  package let countries: [BaseMapFile.CountryLabel]

  /// Describes a coordinate by the nearest town, such as `4 km NE of Zermatt, Switzerland`, or returns nil if
  /// no town is near.
  package func words(for coordinate: Coordinate, in units: UnitSystem) -> String? {
    guard let (town, metres) = gazetteer.nearest(to: coordinate) else { return nil }
    let name = "\(town.name), \(town.country)"
    guard metres >= Self.insideMetres else { return "in \(name)" }
    let bearing = Geodesic.inverse(from: town.coordinate, to: coordinate).initialBearingDegrees
    return "\(units.length(metres: metres)) \(Bearing.wind(bearing)) of \(name)"
  }

  /// The distance from a town's centre, in metres, below which a position counts as inside the town.
  private static let insideMetres = 1_000.0

  package init(_ gazetteer: Gazetteer, countries: [BaseMapFile.CountryLabel]) {
    self.gazetteer = gazetteer
    self.countries = countries
  }
}

extension BaseMapTowns: Equatable {
  package static func == (lhs: BaseMapTowns, rhs: BaseMapTowns) -> Bool { lhs === rhs }
}
