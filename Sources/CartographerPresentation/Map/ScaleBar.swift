import Foundation
import Geodesy

/// A round ground length and how many columns wide it is.
package struct ScaleBar: Equatable, Sendable {
  /// Columns from the middle of the first cell to the middle of the last.
  package let columns: Int
  package let label: String

  /// The longest bar of 1, 2 or 5 times a power of ten that fits and can hold its label; nil
  /// when none does.
  package init?(metresPerColumn: Double, maximumColumns: Int, units: UnitSystem) {
    guard metresPerColumn > 0, metresPerColumn.isFinite else { return nil }
    for step in Self.steps(units) {
      let columns = step.metres / metresPerColumn
      guard columns.rounded() <= Double(maximumColumns) else { continue }
      // Two bars, two strokes and two spaces around the label.
      guard Int(columns.rounded()) >= step.label.count + 5 else { return nil }
      self.columns = Int(columns.rounded())
      label = step.label
      return
    }
    return nil
  }

  /// The whole bar: `|─── 2 km ───|`.
  package func text(stroke: Character) -> String {
    let room = columns - 1 - label.count - 2
    let left = room / 2
    return "|" + String(repeating: stroke, count: left) + " \(label) "
      + String(repeating: stroke, count: room - left) + "|"
  }

  /// Longest first.
  private static func steps(_ units: UnitSystem) -> [(metres: Double, label: String)] {
    func rounds(_ powers: ClosedRange<Int>) -> [Int] {
      powers.flatMap { power in [1, 2, 5].map { $0 * Int(pow(10, Double(power))) } }
    }
    func grouped(_ number: Int) -> String {
      number < 1_000
        ? String(number) : "\(number / 1_000) " + String(String(1_000 + number % 1_000).dropFirst())
    }
    func short(_ numbers: [Int]) -> [(Double, String)] {
      numbers.map { (Double($0) * units.shortMetres, "\(grouped($0)) \(units.shortSymbol)") }
    }
    let long = rounds(0...3).map {
      (Double($0) * units.splitMetres, "\(grouped($0)) \(units.splitSymbol)")
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
