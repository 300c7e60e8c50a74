import BaseMap
import Foundation
import Geodesy
import TerminalUI

extension BaseMapTowns {
  /// A town that was found by its name.
  package struct Named: Sendable, Equatable {
    /// The town's name with its country, such as `Zermatt, Switzerland`.
    package let title: String
    /// The town's name with its country, and with its region if other towns share the name or the
    /// search specifies an area.
    package let longTitle: String
    package let coordinate: Coordinate
    /// The number of other towns with the same name.
    package let others: Int

    /// Returns a sentence that names the reference town used to resolve a short Plus Code.
    package func remark(on code: ShortPlusCode) -> String {
      "The short Plus Code \(code.code) is read as a position near the town \(title)."
    }
  }

  /// Returns the town with the given name. Returns nil if there is no such town. The name can be
  /// followed by a comma and a country's name or code, or a region's name, as in `Zürich,
  /// Switzerland`; only towns in that country or region are then considered. The comma can be
  /// omitted unless the whole text matches the name of a town.
  ///
  /// Case and accents are ignored, and spelling variants are recognised. An incomplete name, such
  /// as `Chamonix` for `Chamonix-Mont-Blanc`, is accepted only if no town has exactly this name.
  ///
  /// - Parameter coordinate: The position near which a town is preferred.
  ///   If nil, the largest town is returned.
  /// - Complexity: O(*n*), where *n* is the total length of all town names.
  ///   The search takes a few tens of milliseconds.
  package func town(named text: String, near coordinate: Coordinate? = nil) -> Named? {
    let (search, towns) = firstResult(for: text) { namesakes($0, near: coordinate) }
    return towns.first.map {
      Named(
        title: $0.title,
        longTitle: towns.count > 1 || search?.hasArea == true
          ? "\($0.name), \($0.area)" : $0.title,
        coordinate: $0.coordinate, others: towns.count - 1)
    }
  }

  /// Searches for towns that match a text. If nothing is found, interprets the last words of the
  /// text as a country or region, and searches for the other words in that area. Returns the first
  /// successful search and its results. The results are empty if no search is successful.
  private func firstResult<Found>(
    for text: String, _ find: (TownSearch) -> [Found]
  ) -> (search: TownSearch?, found: [Found]) {
    guard let search = TownSearch(text) else { return (nil, []) }
    let found = find(search)
    // The names of the areas are normalised only if a comma may be missing.
    guard found.isEmpty, TownSearch.canEndWithArea(text) else { return (search, found) }
    let areas = Set(gazetteer.areaNames.map(TownName.comparable))
    for search in TownSearch.endingWithArea(text, among: areas) {
      let found = find(search)
      if !found.isEmpty { return (search, found) }
    }
    return (search, [])
  }

  /// Returns the error for a short Plus Code that names an existing town but the wrong country or
  /// region. Returns nil if no area is stated, or if no town has the stated name.
  package func refusal(of code: ShortPlusCode) -> CoordinateParseError? {
    guard let search = TownSearch(code.locality), search.hasArea,
      namesakes(search, near: nil).isEmpty
    else { return nil }
    let towns = namesakes(search.everywhere, near: nil)
    guard !towns.isEmpty else { return nil }
    var titles: [String] = []
    for title in towns.map(\.title) where !titles.contains(title) {
      titles.append(title)
    }
    return CoordinateParseError(
      code: .needsReference,
      message: """
        “\(code.locality)” is not a known town near the short Plus Code \(code.code); towns of this name: \
        \(titles.prefix(5).joined(separator: "; "))
        """, place: code.locality)
  }

  /// Returns the towns whose names exactly match a search. If there is no exact match, returns the
  /// towns whose names begin with the search words. The first town is the best match.
  private func namesakes(_ search: TownSearch, near coordinate: Coordinate?) -> [Gazetteer.Town] {
    for wording in search.wordings {
      let found = matches(wording, search, near: coordinate)
      let exact = found.filter(\.isExact)
      if !exact.isEmpty { return exact.map(\.town) }
      let longer = found.filter {
        TownName.isLonger(wording.fold($0.spelling), than: wording.text)
      }
      if !longer.isEmpty { return longer.map(\.town) }
    }
    return []
  }

  /// Returns the towns whose names contain the given text, in any spelling, with large and nearby
  /// towns first. The name can be followed by a comma and a country's name or code, or a region's
  /// name, as in `Zermatt, Switzerland`.
  ///
  /// If no town has a matching name in the script of the given text, the text's transliterations to
  /// Latin letters are searched. A Greek or Cyrillic text is also transliterated if it is only the
  /// beginning of a name.
  ///
  /// - Complexity: O(*n*), where *n* is the total length of all town names.
  ///   The search takes a few tens of milliseconds.
  package func towns(
    named text: String, near coordinate: Coordinate, limit: Int
  ) -> [Gazetteer.Match] {
    Array(firstResult(for: text) { towns($0, near: coordinate) }.found.prefix(limit))
  }

  private func towns(_ search: TownSearch, near coordinate: Coordinate) -> [Gazetteer.Match] {
    var best: [Gazetteer.Match] = []
    for wording in search.wordings {
      let found = matches(wording, search, near: coordinate)
      if best.isEmpty { best = found }
      if found.contains(where: \.isExact) {
        best = found
        break
      }
      // Names in the typed script take precedence over names that equal a transliteration. Only
      // large towns have Greek and Cyrillic names, so the transliteration may be a better match.
      if !found.isEmpty, TownName.hasOtherScript(wording.text) { break }
    }
    return best
  }

  /// Returns the towns that match one spelling of the name and lie in the search's country or
  /// region.
  private func matches(
    _ wording: TownSearch.Wording, _ search: TownSearch, near coordinate: Coordinate?
  ) -> [Gazetteer.Match] {
    // The matching towns in a small area may be the last among all matching towns in the world.
    gazetteer.matches(
      wording.text, near: coordinate, limit: search.hasArea ? .max : 200, fold: wording.fold
    )
    .filter { search.hasInArea($0.town) }
  }
}

extension Gazetteer.Town {
  /// The town's name with its country, such as `Zermatt, Switzerland`.
  package var title: String { "\(name), \(country)" }

  /// The town's region and country, such as `Texas, United States`. The region is omitted if it is
  /// unknown or has the same name as the town.
  package var area: String {
    guard let region, TownName.folded(region) != TownName.folded(name) else { return country }
    return "\(region), \(country)"
  }
}

/// A search for a town by its name and, optionally, its country or region.
private struct TownSearch {
  /// A spelling of the name to find, normalised for comparison, and the function that normalises
  /// town names in the same way.
  struct Wording {
    let text: String
    let fold: (String) -> String
  }

  /// The spellings of the name to find, in search order. The first spelling with results is used.
  let wordings: [Wording]
  /// The spellings of the country or region, normalised for comparison. Nil if the search is not
  /// limited to an area.
  private let areas: [String]?

  var hasArea: Bool { areas != nil }

  /// The same search, but in all countries and regions.
  var everywhere: TownSearch { TownSearch(wordings: wordings, areas: nil) }

  private init(wordings: [Wording], areas: [String]?) {
    self.wordings = wordings
    self.areas = areas
  }

  /// Parses a name such as `Zürich` or `Zürich, Switzerland`. Returns nil if the text contains no
  /// name.
  init?(_ text: String) {
    let parts = text.split(separator: ",").map(String.init)
    guard let name = parts.first else { return nil }
    self.init(name: name, area: parts.count > 1 ? parts.last : nil)
  }

  private init?(name: String, area: String?) {
    guard !TownName.folded(name).isEmpty else { return nil }
    wordings = Self.spellings(of: name).flatMap { spelling -> [Wording] in
      let plain = Wording(text: spelling, fold: TownName.folded)
      guard let long = TownName.expanded(spelling) else { return [plain] }
      return [Wording(text: long, fold: TownName.comparable), plain]
    }
    areas = area.map { area in
      Self.spellings(of: area).map { Self.countryCodes[$0] ?? TownName.comparable($0) }
    }
  }

  /// Returns whether the last words of a text can be the name of a country or region: the text must
  /// have several words and no comma.
  static func canEndWithArea(_ text: String) -> Bool {
    !text.contains(",") && text.split(whereSeparator: \.isWhitespace).count > 1
  }

  /// The maximum number of words in the name of a country or region, as in `South Georgia and South
  /// Sandwich Islands`.
  private static let mostAreaWords = 6

  /// Returns the searches that interpret the last words of a text as a country or region. The
  /// searches with the longest area names come first, because `wheeling west virginia` means a town
  /// in West Virginia, not in Virginia.
  ///
  /// - Parameter known: The names and codes of all areas, normalised for comparison.
  static func endingWithArea(_ text: String, among known: Set<String>) -> [TownSearch] {
    let words = text.split(whereSeparator: \.isWhitespace)
    return (1..<words.count).suffix(mostAreaWords).compactMap { start in
      TownSearch(
        name: words[..<start].joined(separator: " "), area: words[start...].joined(separator: " "))
    }
    .filter { $0.areas?.contains(where: known.contains) == true }
  }

  /// The ISO 3166 codes of countries, keyed by common abbreviations.
  private static let countryCodes = ["usa": "us", "uk": "gb"]

  /// Returns whether a town is in the country or region to which the search is limited.
  func hasInArea(_ town: Gazetteer.Town) -> Bool {
    guard let areas else { return true }
    let names = [town.country, town.countryCode, town.region ?? ""].map(TownName.comparable)
    return areas.contains(where: names.contains)
  }

  /// The text transforms that transliterate names to Latin letters: first the standards used on
  /// maps, then a general transform for any script.
  private static let transliterations = [
    "Greek-Latin/UNGEGN", "Russian-Latin/BGN", "Ukrainian-Latin/BGN", "Any-Latin",
  ].map(StringTransform.init(rawValue:))

  /// Returns a name's spellings, folded for searching: the name itself and, for a name with letters
  /// outside ASCII, its transliterations.
  private static func spellings(of name: String) -> [String] {
    let name = TownName.folded(name)
    guard !name.utf8.allSatisfy({ $0 < 0x80 }) else { return [name] }
    var spellings = [name]
    for transliteration in transliterations {
      guard let text = name.applyingTransform(transliteration, reverse: false) else { continue }
      let spelling = TownName.folded(text)
      if spelling.utf8.allSatisfy({ $0 < 0x80 }), !spellings.contains(spelling) {
        spellings.append(spelling)
      }
    }
    return spellings
  }
}
