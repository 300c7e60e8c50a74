import Geodesy

/// The number of values for each field name, for a diagnostic that lists the names.
struct NameTally {
  /// The maximum number of different names that are stored. A hostile file could have any number.
  private static let namesAtMost = 1_000

  private var counts: [String: Int] = [:]

  var isEmpty: Bool { counts.isEmpty }

  mutating func add(_ name: String, count: Int = 1) {
    guard count > 0 else { return }
    let isNew = counts[name] == nil
    counts[isNew && counts.count >= Self.namesAtMost ? "other fields" : name, default: 0] += count
  }

  /// A list of the most frequent names, each with its number of values.
  var list: String {
    counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
      .map { "\(Excerpt.of($0.key)) (\(Numbers.grouped($0.value)))" }.shortList(40)
  }
}
