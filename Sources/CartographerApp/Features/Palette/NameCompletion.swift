import Geodesy

/// The items, countries and towns that match the name being typed on the command line.
///
/// Only one search runs at a time. If text is typed during a search, another search starts when
/// that search ends.
struct NameCompletion: Sendable, Equatable {
  /// The name to search for. Nil if no name is being typed.
  private var wanted: String?
  /// The name for which a search is running.
  private var pending: String?
  /// The name whose matches are in ``found``.
  private var answered: String?
  private var found: [MapTarget] = []

  /// The matches for the entered name. Until the search ends, contains the previous matches in
  /// which the entered text occurs.
  var matches: [MapTarget] {
    guard let wanted, isPending else { return wanted == nil ? [] : found }
    return found.filter { $0.searchText.lowercased().contains(wanted.lowercased()) }
  }

  /// Whether the matches for the entered name are not known yet.
  var isPending: Bool { wanted != answered && wanted != nil }

  /// Changes the name to search for. Returns the name for which a search must start now, if any.
  mutating func search(for name: String?) -> String? {
    wanted = name
    guard let name, pending == nil, name != answered else { return nil }
    pending = name
    return name
  }

  /// Stores a search's results. Returns the name for which a search must start now, if any.
  mutating func receive(_ matches: [MapTarget], for name: String) -> String? {
    guard pending == name else { return nil }
    pending = nil
    answered = name
    found = matches
    return search(for: wanted)
  }

  /// Returns the typed text if it is suitable for a name search. Returns nil for a single letter,
  /// which matches too many names, and for text that looks like a coordinate.
  static func searchedName(_ text: String) -> String? {
    guard text.utf8.count > 1, text.contains(where: \.isLetter) else { return nil }
    guard text.contains(where: \.isNumber) else { return text }
    guard ShortPlusCode(text) == nil else { return nil }
    do throws(CoordinateParseError) {
      _ = try CoordinateParser.parse(text)
      return nil
    } catch {
      return error.code.isOfCoordinate ? nil : text
    }
  }
}
