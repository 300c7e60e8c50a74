/// The best order-preserving alignment of a query's letters with a candidate's letters.
struct FuzzyAlignment {
  private static let letterScore = 16
  private static let wordStartBonus = 12
  private static let neighbourBonus = 15
  private static let unmatched = Int.min / 2

  let best: FuzzyMatcher.Match?

  init(query: [Character], candidate: [Character]) {
    let width = candidate.count
    let bonuses = candidate.indices.map { index in
      index == 0 || !(candidate[index - 1].isLetter || candidate[index - 1].isNumber)
        ? FuzzyAlignment.wordStartBonus : 0
    }
    // `ends[q][c]` is the best score of the first q + 1 letters with the last of them at c.
    var ends: [[Int]] = []
    var origins: [[Int]] = []
    for (row, letter) in query.enumerated() {
      var scores = [Int](repeating: FuzzyAlignment.unmatched, count: width)
      var from = [Int](repeating: -1, count: width)
      var bestBefore = FuzzyAlignment.unmatched
      var bestIndex = -1
      for column in 0..<width {
        if row > 0, column > 0, ends[row - 1][column - 1] > bestBefore {
          bestBefore = ends[row - 1][column - 1]
          bestIndex = column - 1
        }
        guard candidate[column] == letter else { continue }
        let own = FuzzyAlignment.letterScore + bonuses[column]
        if row == 0 {
          scores[column] = own - min(column, 8)
          continue
        }
        guard bestIndex >= 0, bestBefore > FuzzyAlignment.unmatched else { continue }
        let beside =
          ends[row - 1][column - 1] > FuzzyAlignment.unmatched
          ? ends[row - 1][column - 1] + FuzzyAlignment.neighbourBonus : FuzzyAlignment.unmatched
        let isBeside = beside >= bestBefore
        scores[column] = own + (isBeside ? beside : bestBefore)
        from[column] = isBeside ? column - 1 : bestIndex
      }
      ends.append(scores)
      origins.append(from)
    }
    best = FuzzyAlignment.trace(ends: ends, origins: origins)
  }

  private static func trace(ends: [[Int]], origins: [[Int]]) -> FuzzyMatcher.Match? {
    guard let last = ends.last,
      let end = last.indices.max(by: { last[$0] < last[$1] || (last[$0] == last[$1] && $0 > $1) }),
      last[end] > unmatched
    else { return nil }
    var positions: [Int] = []
    var column = end
    for row in ends.indices.reversed() {
      positions.append(column)
      column = origins[row][column]
    }
    return FuzzyMatcher.Match(
      score: last[end] * 4 - min(last.count, 60), positions: positions.reversed())
  }
}
