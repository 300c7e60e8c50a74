import BaseMap
import Geodesy

/// The names that the base map can show: the towns of the gazetteer and the countries.
package final class BaseMapTowns: Sendable {
  package let gazetteer: Gazetteer
  package let countries: [BaseMapFile.CountryLabel]

  package init(_ gazetteer: Gazetteer, countries: [BaseMapFile.CountryLabel]) {
    self.gazetteer = gazetteer
    self.countries = countries
  }
}

extension BaseMapTowns: Equatable {
  package static func == (lhs: BaseMapTowns, rhs: BaseMapTowns) -> Bool { lhs === rhs }
}
