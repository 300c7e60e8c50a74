/// A fuzzy search that ranks names by their similarity to the typed letters. The letters must occur
/// in a name in the same order, but other letters can lie between them.
///
/// The search ignores case and accents. Matches at the start of words and adjacent matches score
/// higher. Ties are resolved in favour of shorter names.
package struct FuzzyMatcher: Sendable {
  package struct Match: Hashable, Sendable {
    /// The match's score. A higher score is better.
    package let score: Int
    /// The indexes of the matched characters in the candidate.
    package let positions: [Int]
  }

  private let query: [Character]

  /// Creates a fuzzy matcher for a query.
  ///
  /// - Parameter query: The typed text. Spaces are ignored.
  package init(_ query: String) {
    self.query = SearchFolding.folded(query).filter { !$0.isWhitespace }
  }

  /// Returns the best match for the query in a candidate. Returns nil if the candidate does not
  /// contain the query's letters in order.
  ///
  /// An empty query matches every candidate with a score of 0.
  ///
  /// - Complexity: O(*c* · *q*) for a candidate of *c* characters and a query of *q* characters.
  package func match(_ candidate: String) -> Match? {
    guard !query.isEmpty else { return Match(score: 0, positions: []) }
    let characters = candidate.map { SearchFolding.folded(String($0)).first ?? $0 }
    guard characters.count >= query.count else { return nil }
    return FuzzyAlignment(query: query, candidate: characters).best
  }

  /// Returns the items that match the query, best match first. Ties keep their original
  /// order.
  package func ranked<Item>(_ items: [Item], by name: (Item) -> String) -> [(
    item: Item, match: Match
  )] {
    items.compactMap { item in match(name(item)).map { (item: item, match: $0) } }
      .enumerated()
      .sorted {
        $0.element.match.score == $1.element.match.score
          ? $0.offset < $1.offset : $0.element.match.score > $1.element.match.score
      }
      .map(\.element)
  }
}
