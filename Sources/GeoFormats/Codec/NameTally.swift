import Geodesy

/// The number of values of each field, for a diagnostic that lists the fields' names.
struct NameTally {
  /// The maximum number of different names that are stored. A hostile file could contain any number
  /// of names.
  private static let namesAtMost = 1_000

  private var counts: [String: Int] = [:]

  var isEmpty: Bool { counts.isEmpty }

  mutating func add(_ name: String, count: Int = 1) {
    guard count > 0 else { return }
    let isNew = counts[name] == nil
    counts[isNew && counts.count >= Self.namesAtMost ? "other fields" : name, default: 0] += count
  }

  /// All names, each with its number of values, most frequent first.
  var sortedCounts: [Diagnostic.Count] {
    counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
      .map { Diagnostic.Count(name: Excerpt.of($0.key), count: $0.value) }
  }

  /// Returns a list of the most frequent names, each with its number of values.
  ///
  /// - Parameter limit: The maximum number of names.
  func list(_ limit: Int = 40) -> String {
    sortedCounts.map { "\($0.name) (\(Numbers.grouped($0.count)))" }.shortList(limit)
  }
}
