import BaseMap
import Foundation
import Geodesy
import TerminalUI

/// A town that completes a short plus code.
package struct ReferenceTown: Sendable, Equatable {
  /// The town's name and country, such as `Zürich, Switzerland`.
  package let name: String
  package let coordinate: Coordinate

  /// A sentence that tells the user how a code was completed.
  package func remark(on code: ShortPlusCode) -> String {
    "The plus code \(code.code) is read near the town \(name)."
  }
}

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

  /// Returns the town with the given name, or nil if there is no such town. A comma and the name or code
  /// of a country can follow the name, as in `Zürich, Switzerland`. Of several towns, the one with the
  /// most inhabitants is returned.
  ///
  /// - Complexity: O(length of all names); some tens of milliseconds.
  package func town(named text: String) -> ReferenceTown? {
    let parts = text.split(separator: ",").map { part in
      SearchFolding.folded(String(part)).trimmingCharacters(in: .whitespaces)
    }
    guard let name = parts.first else { return nil }
    // The position has little weight, because only the inhabitants decide between equal names.
    let found = gazetteer.matches(
      name, near: Coordinate(latitude: 0, longitude: 0), limit: 200, fold: SearchFolding.folded
    ).filter(\.isExact).map(\.town)
    let inCountry = found.filter { town in
      [town.country, town.countryCode].contains { parts.last == SearchFolding.folded($0) }
    }
    let best = (inCountry.isEmpty ? found : inCountry).max {
      gazetteer.population(of: $0.index) < gazetteer.population(of: $1.index)
    }
    return best.map {
      ReferenceTown(name: "\($0.name), \($0.country)", coordinate: $0.coordinate)
    }
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
