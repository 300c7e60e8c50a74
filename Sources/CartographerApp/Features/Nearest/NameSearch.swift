import BaseMap
import CartographerCore
import CartographerPresentation
import Geodesy
import TerminalUI

/// A request to search for items, countries and towns by name.
package struct NameRequest: Sendable, Equatable {
  package let name: String
  /// The position used to prefer nearby items and towns.
  package let origin: Coordinate
  /// Whether places are ranked before paths, as they are while the user draws or measures a line.
  private let hasPlacesFirst: Bool
  private let index: LibraryIndex

  init(_ name: String, in state: AppState) {
    self.name = name
    origin = state.map.viewport.centreCoordinate
    hasPlacesFirst = state.mode.line != nil
    index = state.index
  }

  /// The maximum number of towns that a search returns.
  package static let mostTowns = 20

  /// Searches the library and the base map's towns and countries.
  ///
  /// - Parameter towns: The base map's towns and countries, or nil to search only the library.
  /// - Complexity: O(*n*), where *n* is the total length of all names of items and towns.
  ///   Searching the towns takes a few tens of milliseconds.
  package func suggestions(_ towns: BaseMapTowns?) -> [MapTarget] {
    let found = towns?.towns(named: name, near: origin, limit: Self.mostTowns) ?? []
    return search(among: found, towns?.countries ?? []).suggestions
  }

  /// Searches the library's items and the given towns and countries.
  ///
  /// - Parameter towns: The towns whose names match, best match first.
  func search(
    among towns: [Gazetteer.Match], _ countries: [BaseMapFile.CountryLabel]
  ) -> NameSearch {
    let wanted = SearchFolding.folded(name)
    return NameSearch(
      name, items: items(containing: wanted), towns: towns,
      countries: countries.filter { SearchFolding.folded($0.name) == wanted }, near: origin)
  }

  /// Returns the items whose names contain the given text, nearest first. The text must already be
  /// folded to ignore case and accents. If places come first, the nearest place precedes the
  /// nearest path.
  private func items(containing wanted: String) -> [MapTarget] {
    let bytes = ContiguousArray(wanted.utf8)
    guard !bytes.isEmpty else { return [] }
    let ids =
      index.snapshot.places.filter { $0.trashed == nil }.map(\.id)
      + index.snapshot.paths.filter { $0.trashed == nil }.map(\.id)
    return ids.compactMap { id -> MapTarget? in
      guard index.searchKeys[id]?.nameContains(bytes) == true, let spot = index.spot(id) else {
        return nil
      }
      return MapTarget(id, spot.name, at: spot.coordinate, from: origin)
    }
    .sorted { sortKey(of: $0) < sortKey(of: $1) }
  }

  private func sortKey(of item: MapTarget) -> (Int, Double) {
    (hasPlacesFirst && item.id?.kind == .path ? 1 : 0, item.metres)
  }
}

/// The results of a search for items, countries and towns by name.
struct NameSearch: Equatable {
  private let name: String
  /// The item, country or town that the user probably means. Nil if the user must choose, or if
  /// nothing was found.
  let target: MapTarget?
  /// The items, countries and towns to choose from, most likely first. Empty if ``target`` is not
  /// nil.
  let choices: [MapTarget]
  /// All results, most likely first.
  private let all: [MapTarget]
  /// Whether a result has exactly the name that was searched for.
  private let isNamed: Bool
  private let isUnknown: Bool
  /// Whether the user probably means an item or a town that the search did not find.
  let isDoubtful: Bool

  /// Ranks the items, countries and towns that were found.
  ///
  /// Towns whose names are only similar to the text are not offered if a word of an item's name
  /// begins with the text.
  fileprivate init(
    _ name: String, items: [MapTarget], towns: [Gazetteer.Match],
    countries: [BaseMapFile.CountryLabel], near origin: Coordinate
  ) {
    let wanted = SearchFolding.folded(name)
    self.name = name
    let all =
      items + countries.map { MapTarget($0, from: origin) }
      + MapTarget.targets(for: towns, from: origin)
    // The user more likely means an item than a town whose name only resembles the text, but not
    // more likely than a town with exactly this name.
    let hasNamedTown = !countries.isEmpty || towns.contains(where: \.isExact)
    let own = hasNamedTown ? [] : items.filter { Self.hasWord(beginning: wanted, in: $0.name) }
    let entries = own.isEmpty ? all : items
    let exact = items.filter { SearchFolding.folded($0.name) == wanted }
    let hasOneName = items.isEmpty && countries.count + towns.count(where: \.isExact) == 1
    // A name that only contains the typed letters may belong to a different town than the user
    // means: “Tasch” begins “Taschkent”, another spelling of Tashkent. The beginning of the name on
    // the map is sufficient.
    let isLoose =
      entries.count == 1 && countries.isEmpty && own.isEmpty
      && !Self.hasWords(name, in: items.first?.name ?? towns.first?.spelling ?? "")
      && !(items.isEmpty && towns.first.map { Self.begins($0.town.name, with: name) } ?? false)
    let mustChoose = (entries.count > 1 || isLoose) && exact.count != 1 && !hasOneName
    target = mustChoose ? nil : exact.first ?? entries.first
    choices = mustChoose ? entries : []
    self.all = all
    isNamed = !exact.isEmpty || hasNamedTown
    // The user's own items were found as intended if their names contain the text.
    isUnknown = !isNamed && items.isEmpty
    isDoubtful = isLoose || isUnknown
  }

  /// The title of the list of ``choices``.
  var title: String {
    isNamed
      ? "Places named “\(name)”"
      : isUnknown
        ? "“\(name)” is unknown; choose a similar name" : "Places with names like “\(name)”"
  }

  /// The maximum number of suggestions.
  private static let mostSuggestions = 6

  /// The best results to show while the user types the name. ``target`` is the first result.
  var suggestions: [MapTarget] {
    let others = all.filter { $0 != target }
    return Array(((target.map { [$0] } ?? []) + others).prefix(Self.mostSuggestions))
  }

  /// Returns whether a name contains the given text as whole words. Abbreviations such as `St` are
  /// treated as equal to their long forms.
  private static func hasWords(_ text: String, in name: String) -> Bool {
    func isInWord(_ character: Character?) -> Bool {
      character.map { $0.isLetter || $0.isNumber } ?? false
    }
    let (text, name) = (TownName.comparable(text), TownName.comparable(name))
    return name.ranges(of: text).contains {
      !isInWord(name[..<$0.lowerBound].last) && !isInWord(name[$0.upperBound...].first)
    }
  }

  /// Returns whether a town's name begins with the given text. Accents, hyphens and capitals are
  /// ignored.
  private static func begins(_ name: String, with text: String) -> Bool {
    TownName.comparable(name).hasPrefix(TownName.comparable(text))
  }

  /// Returns whether a word of a name begins with the given text. The text must already be folded
  /// to ignore case and accents.
  private static func hasWord(beginning text: String, in name: String) -> Bool {
    let name = SearchFolding.folded(name)
    return name.ranges(of: text).contains { range in
      name[..<range.lowerBound].last.map { !$0.isLetter && !$0.isNumber } ?? true
    }
  }
}
