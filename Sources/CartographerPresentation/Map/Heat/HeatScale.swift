import CartographerCore
import Geodesy
import TerminalUI

/// A heat map's colour steps, which depend on the highest track count in the view's cells.
package struct HeatScale: Sendable, Equatable {
  /// For each colour step used in the view, the lowest number of tracks.
  private let starts: [Int]
  private let most: Int

  /// The possible scales, each a list of the colour steps' lowest track counts. There are only a
  /// few scales, so that the colours seldom change while the view moves.
  private static let scales = [
    [1, 2, 3, 4, 5], [1, 2, 4, 8, 16], [1, 3, 9, 27, 81], [1, 5, 25, 125, 625],
    [1, 10, 100, 1_000, 10_000],
  ]

  package init(most: Int) {
    let scale = Self.scales.first { most < 3 * $0[Role.scaleSteps - 1] } ?? Self.scales[4]
    self.most = most
    starts = scale.filter { $0 <= most }
  }

  /// The colour role of each step that occurs in the view.
  var roles: [Role] { starts.indices.map { .scale($0) } }

  /// Returns the colour step for a number of tracks, or nil for 0.
  package func step(of passes: Int) -> Int? { starts.lastIndex { $0 <= passes } }

  /// The range of track counts for each step, such as `1`, `2–3` and `4+`, in ascending order.
  package var labels: [String] {
    starts.enumerated().map { step, start in
      guard step + 1 < starts.count else {
        return Numbers.grouped(start) + (start == most ? "" : "+")
      }
      let last = starts[step + 1] - 1
      return last == start
        ? Numbers.grouped(start) : "\(Numbers.grouped(start))–\(Numbers.grouped(last))"
    }
  }
}
