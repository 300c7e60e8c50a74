import BaseMap
import CartographerCore
import Foundation
import Geodesy
import TerminalUI

/// The names that the base map can show: the towns of the gazetteer and the countries.
package final class BaseMapTowns: Sendable {
  package let gazetteer: Gazetteer
  package let countries: [BaseMapFile.CountryLabel]

  package init(_ gazetteer: Gazetteer, countries: [BaseMapFile.CountryLabel]) {
    self.gazetteer = gazetteer
    self.countries = countries
  }

  /// The town nearest to a position.
  package struct Nearest: Sendable {
    private let town: Gazetteer.Town
    /// The distance from the town's centre to the position, in metres.
    package let metres: Double
    /// The direction from the town to the position, in degrees from true north.
    package let bearingDegrees: Double

    fileprivate init(_ town: Gazetteer.Town, metres: Double, bearingDegrees: Double) {
      self.town = town
      self.metres = metres
      self.bearingDegrees = bearingDegrees
    }

    package var townName: String { town.name }
    package var country: String { town.country }
    /// The ISO 3166 code of the country.
    package var countryCode: String { town.countryCode }
    /// The identifier of the time zone, such as `Europe/Zurich`.
    package var timeZone: String { town.timeZone }
    /// The town's name with its country, such as `Zermatt, Switzerland`.
    package var title: String { "\(town.name), \(town.country)" }

    /// Returns the position in words, such as `4 km NE of Zermatt, Switzerland`.
    package func words(in units: UnitSystem) -> String {
      distance(in: units).map { "\($0) of \(title)" } ?? "in \(title)"
    }

    /// Returns the distance and the direction from the town, or nil for a position in the town.
    fileprivate func distance(in units: UnitSystem) -> String? {
      guard metres >= BaseMapTowns.insideMetres else { return nil }
      return "\(units.length(metres: metres)) \(Bearing.wind(bearingDegrees))"
    }
  }

  /// Returns the town nearest to a coordinate, or nil if no town is within 990 km.
  package func nearest(to coordinate: Coordinate) -> Nearest? {
    guard let (town, metres) = gazetteer.nearest(to: coordinate) else { return nil }
    let bearing = Geodesic.inverse(from: town.coordinate, to: coordinate).initialBearingDegrees
    return Nearest(town, metres: metres, bearingDegrees: bearing)
  }

  /// Describes a coordinate by the nearest town, such as `4 km NE of Zermatt, Switzerland`, or returns nil if
  /// no town is near.
  package func words(for coordinate: Coordinate, in units: UnitSystem) -> String? {
    nearest(to: coordinate)?.words(in: units)
  }

  /// Returns the positions of a path's ends in words, on one line if both are near the same town, else
  /// on two lines.
  package func words(
    fromStart start: Coordinate, toEnd end: Coordinate, in units: UnitSystem
  ) -> String? {
    guard let first = nearest(to: start), let last = nearest(to: end) else { return nil }
    let (from, to) = (first.words(in: units), last.words(in: units))
    if from == to { return from }
    guard first.title == last.title, let distance = first.distance(in: units),
      let other = last.distance(in: units)
    else { return "start: \(from)\nend: \(to)" }
    return "\(distance) to \(other) of \(first.title)"
  }

  /// The distance from a town's centre, in metres, below which a position counts as inside the town.
  private static let insideMetres = 1_000.0
}

// MARK: Names of paths

extension BaseMapTowns {
  /// The distance, in metres, up to which a town gives its name to a path that begins or ends there.
  package static let namingMetres = 30_000.0

  /// Returns the name of the town nearest to a coordinate, or nil if it is too far for a name.
  package func townName(at coordinate: Coordinate) -> String? {
    guard let nearest = nearest(to: coordinate), nearest.metres <= Self.namingMetres else {
      return nil
    }
    return nearest.townName
  }

  /// Returns a name for a path between two coordinates, such as `Chamonix-Mont-Blanc – Zermatt`, or
  /// one town's name if both ends are nearest to the same town. Returns nil if there is no town near
  /// one of the ends.
  package func pathName(from start: Coordinate, to end: Coordinate) -> String? {
    ends(from: start, to: end).title
  }

  /// Returns the towns that give their names to the ends of a path.
  package func ends(from start: Coordinate, to end: Coordinate) -> NamePatternItem.Towns {
    NamePatternItem.Towns(from: townName(at: start), to: townName(at: end))
  }
}

// MARK: Towns by name

extension BaseMapTowns {
  /// A town found by its name.
  package struct Named: Sendable, Equatable {
    /// The town's name with its country, such as `Zermatt, Switzerland`.
    package let title: String
    package let coordinate: Coordinate
    /// The number of smaller towns with the same name.
    package let others: Int

    /// Returns a sentence that tells the user near which town a code is read.
    package func remark(on code: ShortPlusCode) -> String {
      "The plus code \(code.code) is read near the town \(title)."
    }
  }

  /// Returns the largest town with a name, which can be followed by a comma and the name or code of a
  /// country, as in `Zürich, Switzerland`; nil if there is no such town.
  ///
  /// Case, accents and spelling variants do not matter. The name of a town whose other words are
  /// left out, such as `Chamonix` for `Chamonix-Mont-Blanc`, is used only if no town has exactly the
  /// given name.
  ///
  /// - Complexity: O(length of all names); some tens of milliseconds.
  package func town(named text: String) -> Named? {
    let parts = text.split(separator: ",").map { part in
      SearchFolding.folded(String(part)).trimmingCharacters(in: .whitespaces)
    }
    guard let wanted = parts.first, !wanted.isEmpty else { return nil }
    let found = gazetteer.matches(wanted, near: nil, limit: 200, fold: SearchFolding.folded)
    let exact = found.filter(\.isExact)
    let named =
      exact.isEmpty
      ? found.filter {
        let spelling = SearchFolding.folded($0.spelling)
        return spelling.hasPrefix(wanted + " ") || spelling.hasPrefix(wanted + "-")
      } : exact
    let inCountry = named.filter {
      [$0.town.country, $0.town.countryCode].contains { parts.last == SearchFolding.folded($0) }
    }
    let candidates = inCountry.isEmpty ? named : inCountry
    return candidates.first.map {
      Named(
        title: "\($0.town.name), \($0.town.country)", coordinate: $0.town.coordinate,
        others: candidates.count - 1)
    }
  }
}

// MARK: Time zones

extension BaseMapTowns {
  /// Returns the time zone of the town nearest to a coordinate, or nil if the system does not know
  /// it.
  package func zone(at coordinate: Coordinate) -> TimeZone? {
    nearest(to: coordinate).flatMap { TimeZone(identifier: $0.timeZone) }
  }

  /// Returns the probable time zone at a coordinate if its clocks showed another time than those of
  /// the given zone.
  ///
  /// - Parameter onlyForDay: Whether only another date counts, because no time of day is shown.
  package func otherZone(
    at coordinate: Coordinate, _ date: Date, than zone: TimeZone, onlyForDay: Bool = false
  ) -> TimeZone? {
    guard let local = self.zone(at: coordinate),
      local.secondsFromGMT(for: date) != zone.secondsFromGMT(for: date)
    else { return nil }
    guard onlyForDay else { return local }
    return TimeText.day(date, in: local) == TimeText.day(date, in: zone) ? nil : local
  }
}

extension BaseMapTowns: Equatable {
  package static func == (lhs: BaseMapTowns, rhs: BaseMapTowns) -> Bool { lhs === rhs }
}
