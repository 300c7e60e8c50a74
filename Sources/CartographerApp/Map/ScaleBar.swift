import Foundation
import Geodesy

/// A round ground length and how many columns wide it is.
package struct ScaleBar: Equatable, Sendable {
  /// Columns from the middle of the first cell to the middle of the last.
  package let columns: Int
  package let label: String

  private static let metresPerFoot = 0.3048
  private static let metresPerMile = 1609.344
  private static let metresPerNauticalMile = 1852.0

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
    switch units {
    case .metric:
      let metres = rounds(0...2).map { (Double($0), "\($0) m") }
      let kilometres = rounds(0...3).map { (Double($0) * 1_000, "\(grouped($0)) km") }
      return (metres + kilometres).reversed()
    case .imperial:
      let feet = (rounds(0...2) + [1_000, 2_000]).map {
        (Double($0) * metresPerFoot, "\(grouped($0)) ft")
      }
      let miles = rounds(0...3).map { (Double($0) * metresPerMile, "\(grouped($0)) mi") }
      return (feet + miles).reversed()
    case .nautical:
      let metres = rounds(0...1).map { (Double($0), "\($0) m") }
      let tenths = [1, 2, 5].map { (Double($0) * metresPerNauticalMile / 10, "0.\($0) nm") }
      let miles = rounds(0...3).map { (Double($0) * metresPerNauticalMile, "\(grouped($0)) nm") }
      return (metres + tenths + miles).reversed()
    }
  }
}
