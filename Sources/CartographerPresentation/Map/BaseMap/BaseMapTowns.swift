import BaseMap
import CartographerCore
import Foundation
import Geodesy

/// The names that the base map can show: country names and the gazetteer's town names.
package final class BaseMapTowns: Sendable {
  /// The population that a town must exceed to be on the base map, except for a few remote
  /// settlements.
  private static let leastInhabitants = 5_000
  /// A description of the towns that the base map includes, for messages.
  package static let scope =
    "towns with more than \(Numbers.grouped(leastInhabitants)) inhabitants, and a few remote settlements"

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
    /// The direction from the town to the position, in degrees clockwise from true north.
    package let bearingDegrees: Double

    fileprivate init(_ town: Gazetteer.Town, metres: Double, bearingDegrees: Double) {
      self.town = town
      self.metres = metres
      self.bearingDegrees = bearingDegrees
    }

    package var townName: String { town.name }
    package var country: String { town.country }
    /// The country's ISO 3166 code.
    package var countryCode: String { town.countryCode }
    /// The time zone's identifier, such as `Europe/Zurich`.
    package var timeZone: String { town.timeZone }
    /// The town's name with its country, such as `Zermatt, Switzerland`.
    package var title: String { town.title }

    /// Returns the position in words, such as `4 km NE of Zermatt, Switzerland`.
    package func words(in units: UnitSystem) -> String {
      distance(in: units).map { "\($0) of \(title)" } ?? "in \(title)"
    }

    /// Returns the distance and direction from the town as text, or nil for a position in the town.
    fileprivate func distance(in units: UnitSystem) -> String? {
      guard metres >= BaseMapTowns.insideMetres else { return nil }
      return "\(units.length(metres: metres)) \(Bearing.wind(bearingDegrees))"
    }
  }

  /// Returns the town nearest to a coordinate. Returns nil if no town is within 990 km.
  package func nearest(to coordinate: Coordinate) -> Nearest? {
    guard let (town, metres) = gazetteer.nearest(to: coordinate) else { return nil }
    let bearing = Geodesic.inverse(from: town.coordinate, to: coordinate).initialBearingDegrees
    return Nearest(town, metres: metres, bearingDegrees: bearing)
  }

  /// Describes a coordinate relative to the nearest town, as in `4 km NE of Zermatt, Switzerland`.
  /// Returns nil if no town is near.
  package func words(for coordinate: Coordinate, in units: UnitSystem) -> String? {
    nearest(to: coordinate)?.words(in: units)
  }

  /// Describes in words where a path starts and ends. The text has one line if both ends are near
  /// the same town, otherwise two lines.
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

  /// The radius around a town's centre, in metres, within which a position is described as inside
  /// the town.
  private static let insideMetres = 1_000.0
}

// MARK: Names of paths

extension BaseMapTowns {
  /// The maximum distance, in metres, between a path's end and a town whose name is used for the
  /// path.
  package static let namingMetres = 30_000.0

  /// Returns the name of the town nearest to a coordinate. Returns nil if no town is within
  /// ``namingMetres``.
  package func townName(at coordinate: Coordinate) -> String? {
    guard let nearest = nearest(to: coordinate), nearest.metres <= Self.namingMetres else {
      return nil
    }
    return nearest.townName
  }

  /// Returns the name of the town whose centre is nearest to a coordinate. Returns nil if no town's
  /// centre is within the given distance in metres.
  package func townName(within metres: Double, of coordinate: Coordinate) -> String? {
    gazetteer.towns(within: metres, of: coordinate).first.map(gazetteer.name(of:))
  }

  /// Returns a path name made from the towns nearest to two coordinates, such as
  /// `Chamonix-Mont-Blanc – Zermatt`. If both coordinates are nearest to the same town, the name is
  /// that town's name. Returns nil if either end has no town nearby.
  package func pathName(from start: Coordinate, to end: Coordinate) -> String? {
    ends(from: start, to: end).title
  }

  /// Returns the names of the towns near a path's two ends, for use in the path's name.
  package func ends(from start: Coordinate, to end: Coordinate) -> NamePatternItem.Towns {
    NamePatternItem.Towns(from: townName(at: start), to: townName(at: end))
  }
}

// MARK: Time zones

extension BaseMapTowns {
  /// Returns the time zone of the town nearest to a coordinate. Returns nil if the system does not
  /// know that zone.
  package func zone(at coordinate: Coordinate) -> TimeZone? {
    nearest(to: coordinate).flatMap { TimeZone(identifier: $0.timeZone) }
  }

  /// Returns the probable time zone at a coordinate. Returns nil if this zone and the given zone
  /// have the same UTC offset on the given date.
  ///
  /// - Parameter onlyForDay: Whether to return nil also if both zones have the same calendar day.
  ///   The UTC offsets may then differ. Used for text that contains dates but no times.
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
