import BaseMap
import CartographerCore
import Foundation
import Geodesy
import TerminalUI

/// The names that the base map can show: country names and the gazetteer's town names.
package final class BaseMapTowns: Sendable {
  /// The population above which GeoNames lists every town. Only a few smaller, remote settlements
  /// are listed.
  private static let leastInhabitants = 5_000
  /// A description of the towns that the base map includes, for messages.
  package static let scope =
    "towns with more than \(Numbers.grouped(leastInhabitants)) people and a few remote settlements"

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
    package var title: String { "\(town.name), \(town.country)" }

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

  /// Returns a path name made from the towns nearest to two coordinates, such as
  /// `Chamonix-Mont-Blanc – Zermatt`. If both coordinates are nearest to the same town, the name is
  /// that town's name. Returns nil if there is no town near one of the ends.
  package func pathName(from start: Coordinate, to end: Coordinate) -> String? {
    ends(from: start, to: end).title
  }

  /// Returns the names of the towns near a path's two ends, for use in the path's name.
  package func ends(from start: Coordinate, to end: Coordinate) -> NamePatternItem.Towns {
    NamePatternItem.Towns(from: townName(at: start), to: townName(at: end))
  }
}

// MARK: Towns by name

extension BaseMapTowns {
  /// A town that was found by its name.
  package struct Named: Sendable, Equatable {
    /// The town's name with its country, such as `Zermatt, Switzerland`.
    package let title: String
    package let coordinate: Coordinate
    /// The number of smaller towns with the same name.
    package let others: Int

    /// Returns a sentence that names the reference town used to resolve a short Plus Code.
    package func remark(on code: ShortPlusCode) -> String {
      "The short Plus Code \(code.code) is read as a position near the town \(title)."
    }
  }

  /// Returns the largest town with the given name. Returns nil if there is no such town. The name
  /// can be followed by a comma and a country's name or code, as in `Zürich, Switzerland`; towns in
  /// other countries are then not returned.
  ///
  /// Case and accents are ignored, and spelling variants are recognised. The name of a town whose other words
  /// are left out, such as `Chamonix` for `Chamonix-Mont-Blanc`, is used only if no town has exactly the
  /// given name.
  ///
  /// - Complexity: O(*n*), where *n* is the total length of all town names; the search takes some
  ///   tens of milliseconds.
  package func town(named text: String) -> Named? {
    let (towns, country) = towns(named: text)
    let candidates = towns.filter { Self.isTown($0, in: country) }
    return candidates.first.map {
      Named(
        title: "\($0.name), \($0.country)", coordinate: $0.coordinate,
        others: candidates.count - 1)
    }
  }

  /// Returns the error for a short Plus Code that names an existing town but the wrong country.
  /// Returns nil if no country is stated, or if no town has the stated name.
  package func refusal(of code: ShortPlusCode) -> CoordinateParseError? {
    let (towns, country) = towns(named: code.locality)
    guard let country, !towns.isEmpty, !towns.contains(where: { Self.isTown($0, in: country) })
    else { return nil }
    var titles: [String] = []
    for title in towns.map({ "\($0.name), \($0.country)" }) where !titles.contains(title) {
      titles.append(title)
    }
    return CoordinateParseError(
      code: .needsReference,
      message: """
        “\(code.locality)” is not a known town near the short Plus Code \(code.code); towns of this name: \
        \(titles.prefix(5).joined(separator: "; "))
        """, place: code.locality)
  }

  /// The ISO 3166 codes of countries, keyed by common abbreviations.
  private static let countryCodes = ["usa": "us", "uk": "gb"]

  /// - Parameter country: A country's name or code, folded to ignore case and accents, or nil for
  ///   any country.
  private static func isTown(_ town: Gazetteer.Town, in country: String?) -> Bool {
    guard let country else { return true }
    let code = countryCodes[country] ?? country
    return [town.country, town.countryCode].contains { SearchFolding.folded($0) == code }
  }

  /// Returns the towns named in the text, largest first, and the country named after the comma, as
  /// text folded for searching. The country is nil if the text contains only a town.
  private func towns(named text: String) -> (towns: [Gazetteer.Town], country: String?) {
    let parts = text.split(separator: ",").map { part in
      SearchFolding.folded(String(part)).trimmingCharacters(in: .whitespaces)
    }
    guard let wanted = parts.first, !wanted.isEmpty else { return ([], nil) }
    var named: [Gazetteer.Match] = []
    for wanted in Self.spellings(of: wanted) where named.isEmpty {
      let found = gazetteer.matches(wanted, near: nil, limit: 200, fold: SearchFolding.folded)
      named = found.filter(\.isExact)
      guard named.isEmpty else { break }
      named = found.filter {
        let spelling = SearchFolding.folded($0.spelling)
        return spelling.hasPrefix(wanted + " ") || spelling.hasPrefix(wanted + "-")
      }
    }
    return (named.map(\.town), parts.count > 1 ? parts.last : nil)
  }

  /// Returns the towns whose name contains the given text in one of its spellings, with large and
  /// nearby towns first. The name can be followed by a comma and a country's name or code, or a
  /// region's name, as in `Zermatt, Switzerland`.
  ///
  /// A name in Cyrillic or Greek letters is also looked up in its common Latin spellings.
  ///
  /// - Complexity: O(*n*), where *n* is the total length of all town names; the search takes some
  ///   tens of milliseconds.
  package func towns(
    named text: String, near coordinate: Coordinate, limit: Int
  ) -> [Gazetteer.Match] {
    let parts = text.split(separator: ",").map {
      SearchFolding.folded(String($0)).trimmingCharacters(in: .whitespaces)
    }
    guard let name = parts.first else { return [] }
    var best: [Gazetteer.Match] = []
    for spelling in Self.spellings(of: name) {
      var found = gazetteer.matches(
        spelling, near: coordinate, limit: 200, fold: SearchFolding.folded)
      if parts.count > 1, let area = parts.last {
        let areas = Self.spellings(of: area)
        found.removeAll { match in
          !areas.contains { Self.isTown(match.town, in: $0) }
            && !areas.contains(SearchFolding.folded(match.town.region ?? ""))
        }
      }
      if best.isEmpty { best = found }
      if found.contains(where: \.isExact) {
        best = found
        break
      }
    }
    return Array(best.prefix(limit))
  }

  /// The transliterations to Latin letters: first those used on maps, then a general one.
  private static let transliterations = [
    "Greek-Latin/UNGEGN", "Russian-Latin/BGN", "Ukrainian-Latin/BGN", "Any-Latin",
  ].map(StringTransform.init(rawValue:))

  /// Returns a name's spellings, folded for searching: the name itself and, for a name with letters
  /// outside ASCII, its transliterations.
  private static func spellings(of name: String) -> [String] {
    guard !name.utf8.allSatisfy({ $0 < 0x80 }) else { return [name] }
    var spellings = [name]
    for transliteration in transliterations {
      guard let text = name.applyingTransform(transliteration, reverse: false) else { continue }
      let spelling = SearchFolding.folded(text)
      if spelling.utf8.allSatisfy({ $0 < 0x80 }), !spellings.contains(spelling) {
        spellings.append(spelling)
      }
    }
    return spellings
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
  /// - Parameter onlyForDay: Whether to return nil also if both zones have the same calendar day at
  ///   the given time. Use this option for text that contains no times.
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
