import Foundation
import Geodesy
import TerminalUI

/// A profile chart's layout: the positions of its parts, and the scales of its two axes.
package struct ProfileLayout {
  struct ElevationTick {
    let metres: Double
    let label: DisplayText
  }

  struct DistanceTick {
    let column: Int
    let label: DisplayText
  }

  /// The rectangle that contains the chart's bars.
  let plot: Rect
  /// The row of the distance or time labels. Nil if there is no room for them.
  let axisRow: Int?
  /// The width of the value labels beside the bars, in columns. Zero if there is no room for
  /// labels.
  let labelColumns: Int
  private(set) var elevationTicks: [ElevationTick] = []
  let distanceTicks: [DistanceTick]
  let scale: ProfileScale
  /// The tick mark drawn before a distance or time label.
  let tickMark: DisplayText
  /// The value at the bottom edge of the chart's lowest row.
  private let bottom: Double
  /// The value at the top edge of the chart's highest row.
  private let top: Double

  /// The empty space below the lowest value, as a fraction of the charted value range.
  private static let footShare = 0.08

  init(_ chart: ProfileChart, rect: Rect) {
    let hasAxis = rect.rows >= ProfileChart.rowsForAxis
    let rows = rect.rows - (hasAxis ? 1 : 0)
    axisRow = hasAxis ? rect.endRow - 1 : nil
    let shown = Self.shownRange(chart.data)
    bottom = shown.lowerBound
    top = shown.upperBound
    let ticks = Self.elevationTicks(chart, in: shown, rows: rows)
    let widest = ticks.map(\.label.width).max() ?? 0
    labelColumns =
      rect.columns >= ProfileChart.columnsForLabels && rows >= 2 ? widest : 0
    let left = labelColumns > 0 ? labelColumns + 1 : 0
    plot = Rect(
      column: rect.column + left, row: rect.row, columns: rect.columns - left, rows: rows)
    scale = ProfileScale(chart.data, columns: plot.columns)
    tickMark = chart.glyphs == .ascii ? "'" : "╵"
    distanceTicks = Self.distanceTicks(chart, scale)
    elevationTicks = labelColumns > 0 ? spaced(ticks) : []
  }

  /// Returns the height of a value's bar, in eighths of a text row. The minimum is 1.
  func eighths(_ metres: Double) -> Int {
    let all = Double(plot.rows * BarGlyphs.eighthsPerRow)
    return min(max(Int(((metres - bottom) / (top - bottom) * all).rounded()), 1), Int(all))
  }

  /// Returns the row that contains the top of the given value's bar.
  func row(ofElevation metres: Double) -> Int {
    plot.endRow - 1 - (eighths(metres) - 1) / BarGlyphs.eighthsPerRow
  }

  /// Returns the range of values that the chart shows, from slightly below the lowest value to the
  /// highest value.
  ///
  /// The margin below the lowest value keeps that value visible.
  private static func shownRange(_ data: ProfileData) -> ClosedRange<Double> {
    let range = data.range ?? 0...0
    let middle = (range.lowerBound + range.upperBound) / 2
    let half = max(range.upperBound - range.lowerBound, data.quantity.leastRange) / 2
    return (middle - half - footShare * 2 * half)...(middle + half)
  }

  /// Returns ticks for the value axis: at round values, at least two rows apart, and at the highest
  /// value.
  ///
  /// The highest value has a tick because it can lie far above the last round value.
  private static func elevationTicks(
    _ chart: ProfileChart, in range: ClosedRange<Double>, rows: Int
  ) -> [ElevationTick] {
    let units = chart.units
    let quantity = chart.data.quantity
    let unit = quantity.unit(units)
    let extent = range.upperBound - range.lowerBound
    let step = roundStep(extent / unit / Double(max(rows / 2, 2))) * unit
    let first = Int((range.lowerBound / step).rounded(.up))
    let last = Int((range.upperBound / step).rounded(.down))
    let round = first <= last ? (first...last).map { Double($0) * step } : []
    let highest = chart.data.range.map { [$0.upperBound] } ?? []
    return (round + highest).map { metres in
      ElevationTick(metres: metres, label: DisplayText(quantity.label(metres, units)))
    }
  }

  /// Returns the ticks for which there is room: the first tick in each row.
  private func spaced(_ ticks: [ElevationTick]) -> [ElevationTick] {
    var rows: Set<Int> = []
    return ticks.filter { rows.insert(row(ofElevation: $0.metres)).inserted }
  }

  private static func distanceTicks(
    _ chart: ProfileChart, _ scale: ProfileScale
  ) -> [DistanceTick] {
    let data = chart.data
    let wanted = max(Double(scale.columns) / 14, 2)
    let step = data.axis.step(
      atLeast: data.length / wanted, chart.units, length: data.start + data.length)
    let first = Int((data.start / step.step).rounded(.up))
    let last = Int(((data.start + data.length) / step.step).rounded(.down))
    guard first <= last else { return [] }
    return (first...min(last, first + 100)).compactMap { number in
      let place = Double(number) * step.step
      guard let column = column(atMetres: place - data.start, data, scale) else { return nil }
      return DistanceTick(column: column, label: DisplayText(label(number, step, chart)))
    }
  }

  private static func label(
    _ number: Int, _ step: ProfileAxisStep, _ chart: ProfileChart
  ) -> String {
    if number == 0 { return "0" }
    let place = Double(number) * step.step
    guard let symbol = step.symbol else { return chart.data.axis.label(place, chart.units) }
    let decimals = max(0, Int((-log10(step.step / step.unit) - 1e-9).rounded(.up)))
    return "\(String(format: "%.*f", decimals, place / step.unit)) \(symbol)"
  }

  private static func column(
    atMetres metres: Double, _ data: ProfileData, _ scale: ProfileScale
  ) -> Int? {
    let all = 0..<data.count
    let after = min(data.firstPoint(in: all, notBeforeMetres: metres), data.count - 1)
    guard let column = scale.column(ofPoint: after) else { return nil }
    // If two points of a segment are far apart, the tick lies left of the second point's column.
    let beyond = data.places[after] - metres
    let shift = beyond / data.length * scale.columnsOfLength
    return max(column - Int(shift.rounded()), 0)
  }

  /// Returns the given number, rounded up to 1, 2 or 5 times a power of ten.
  package static func roundStep(_ least: Double) -> Double {
    guard least > 0, least.isFinite else { return 1 }
    let power = pow(10, log10(least).rounded(.down))
    return [1.0, 2, 5].map { $0 * power }.first { $0 >= least * (1 - 1e-9) } ?? 10 * power
  }
}
