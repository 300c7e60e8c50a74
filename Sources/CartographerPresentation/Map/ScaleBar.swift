import Foundation
import Geodesy

/// A scale bar: a round ground length and its width on the screen.
package struct ScaleBar: Equatable, Sendable {
  /// The scale bar's width in columns, measured between the centres of its first and last cells.
  package let columns: Int
  package let label: String

  /// Creates the longest scale bar that fits. The initializer fails if the bar would be too short
  /// for its label.
  ///
  /// The length that the bar represents is 1, 2 or 5 times a power of ten.
  package init?(metresPerColumn: Double, maximumColumns: Int, units: UnitSystem) {
    guard metresPerColumn > 0, metresPerColumn.isFinite else { return nil }
    for step in Self.steps(units) {
      let columns = step.metres / metresPerColumn
      guard columns.rounded() <= Double(maximumColumns) else { continue }
      // The label needs two bars, two strokes and two spaces around it.
      guard Int(columns.rounded()) >= step.label.count + 5 else { return nil }
      self.columns = Int(columns.rounded())
      label = step.label
      return
    }
    return nil
  }

  /// Returns the scale bar as text, such as `|─── 2 km ───|`.
  package func text(stroke: Character) -> String {
    let room = columns - 1 - label.count - 2
    let left = room / 2
    return "|" + String(repeating: stroke, count: left) + " \(label) "
      + String(repeating: stroke, count: room - left) + "|"
  }

  /// Returns the lengths that a scale bar can represent, longest first.
  private static func steps(_ units: UnitSystem) -> [(metres: Double, label: String)] {
    func rounds(_ powers: ClosedRange<Int>) -> [Int] {
      powers.flatMap { power in [1, 2, 5].map { $0 * Int(pow(10, Double(power))) } }
    }
    func short(_ numbers: [Int]) -> [(Double, String)] {
      numbers.map {
        (Double($0) * units.shortMetres, "\(Numbers.grouped($0)) \(units.shortSymbol)")
      }
    }
    let long = rounds(0...3).map {
      (Double($0) * units.splitMetres, "\(Numbers.grouped($0)) \(units.splitSymbol)")
    }
    switch units {
    case .metric: return (short(rounds(0...2)) + long).reversed()
    case .imperial: return (short(rounds(0...2) + [1_000, 2_000]) + long).reversed()
    case .nautical:
      let tenths = [1, 2, 5].map { (Double($0) * units.splitMetres / 10, "0.\($0) nm") }
      return (short(rounds(0...1)) + tenths + long).reversed()
    }
  }
}
