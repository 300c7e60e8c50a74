/// A search for the known name that is most similar to a misspelled name.
package enum NearestName {
  /// Returns the known name most similar to a word. Returns nil if no name is similar enough.
  package static func of(_ word: String, among names: some Sequence<String>) -> String? {
    let near = names.map { (name: $0, distance: distance(word, $0)) }
      .min { $0.distance < $1.distance }
    return near.flatMap { $0.distance <= max(1, word.count / 3) ? $0.name : nil }
  }

  /// Returns the Levenshtein distance between two words, counting a swap of two adjacent letters as
  /// one edit.
  private static func distance(_ one: String, _ other: String) -> Int {
    let left = Array(one.lowercased())
    let right = Array(other)
    var rows = [Array(0...right.count)]
    for (row, character) in left.enumerated() {
      var next = [row + 1]
      for (column, wanted) in right.enumerated() {
        var cost = min(rows[row][column + 1], next[column]) + 1
        cost = min(cost, rows[row][column] + (character == wanted ? 0 : 1))
        if row > 0, column > 0, character == right[column - 1], left[row - 1] == wanted {
          cost = min(cost, rows[row - 1][column - 1] + 1)
        }
        next.append(cost)
      }
      rows.append(next)
    }
    return rows[left.count][right.count]
  }
}
