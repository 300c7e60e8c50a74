/// Ranks names by how well the letters typed so far fit them, in order, gaps allowed.
///
/// Case and accents are ignored. Letters at the start of words and letters next to each other
/// count more; a shorter name wins between equals.
package struct FuzzyMatcher: Sendable {
  package struct Match: Hashable, Sendable {
    /// Larger is better.
    package let score: Int
    /// The characters of the candidate that were matched.
    package let positions: [Int]
  }

  private let query: [Character]

  /// - Parameter query: What was typed; spaces in it separate nothing and are left out.
  package init(_ query: String) {
    self.query = SearchFolding.folded(query).filter { !$0.isWhitespace }
  }

  /// The best fit, nil where a letter of the query is missing.
  ///
  /// An empty query fits all alike.
  ///
  /// - Complexity: O(candidate × query).
  package func match(_ candidate: String) -> Match? {
    guard !query.isEmpty else { return Match(score: 0, positions: []) }
    let characters = candidate.map { SearchFolding.folded(String($0)).first ?? $0 }
    guard characters.count >= query.count else { return nil }
    return FuzzyAlignment(query: query, candidate: characters).best
  }

  /// The candidates that fit, best first, in their old order between equals.
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
