import CartographerCore
import Foundation
import Geodesy
import TerminalUI

/// A scale that divides the values of a quantity into steps, and assigns a colour to each step. The
/// boundaries between the steps are round numbers.
///
/// The step boundaries lie between the values' 5th and 95th percentiles. A few outliers therefore
/// do not compress all other values into one colour. Values beyond the percentiles belong to the
/// first or the last step.
package struct ColourScale: Sendable, Equatable {
  package let quantity: PathColour
  /// The symbol of the unit used in the labels.
  package let unit: String
  /// The lowest value of each step except the first, in ascending order.
  let bounds: [Double]
  /// The boundaries between the steps as text, or a single typical value if there is only one step.
  package let labels: [String]

  private static let percentile = 5
  /// The approximate number of values that are sorted to find the percentiles.
  private static let sampleCount = 20_000

  /// Creates a colour scale for the values along paths. Returns nil if there are no values.
  ///
  /// - Complexity: O(*n*), where *n* is the number of values.
  init?(_ values: [[Double]], of quantity: PathColour, _ units: UnitSystem) {
    let known = values.map { $0.filter(\.isFinite) }
    // If two values alternate, an odd step samples both of them.
    let step = known.reduce(0) { $0 + $1.count } / Self.sampleCount | 1
    let sample = known.flatMap { values in
      stride(from: 0, to: values.count, by: step).map { values[$0] }
    }.sorted()
    guard !sample.isEmpty else { return nil }
    var low = sample[(sample.count - 1) * Self.percentile / 100]
    var high = sample[(sample.count - 1) * (100 - Self.percentile) / 100]
    let isUniform = low == high
    let missing = (quantity.profileQuantity?.leastRange ?? 0) - (high - low)
    if missing > 0, !isUniform { (low, high) = (low - missing / 2, high + missing / 2) }
    let unit = quantity.unit(units, extent: high - low)
    self.quantity = quantity
    self.unit = unit.symbol
    let numbers =
      isUniform ? [] : Self.roundNumbers(between: low / unit.size, and: high / unit.size)
    bounds = numbers.map { $0 * unit.size }
    labels = (numbers.isEmpty ? [(low / unit.size).rounded()] : numbers).map(Self.text)
  }

  /// Returns up to four equally spaced round numbers that divide a range into at most five steps.
  private static func roundNumbers(between low: Double, and high: Double) -> [Double] {
    let least = (high - low) / Double(Role.scaleSteps)
    let power = pow(10, log10(least).rounded(.down))
    guard power > 0, power.isFinite else { return [] }
    for factor in [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10, 15] where factor * power >= least {
      let step = factor * power
      let first = (low / step).rounded(.down) + 1
      let last = (high / step).rounded(.up) - 1
      let count = Int(last - first) + 1
      guard count < Role.scaleSteps else { continue }
      return (0..<max(count, 0)).map { (first + Double($0)) * step }
    }
    return []
  }

  private static func text(_ number: Double) -> String {
    abs(number) >= 1_000 && abs(number) < 1e15
      ? Numbers.grouped(Int(number.rounded())) : Numbers.decimal(number)
  }

  /// Returns the colour step for a value, or ``MapColouring/noStep`` for NaN.
  func step(of value: Double) -> UInt8 {
    guard !value.isNaN else { return MapColouring.noStep }
    var step: UInt8 = 0
    for bound in bounds where value >= bound { step += 1 }
    return step
  }

  /// The colour role of each step of the colour scale. If the scale has fewer steps than there are
  /// colours, the steps' colours are spread over the whole range of colours.
  var roles: [Role] {
    guard !bounds.isEmpty else { return [.scale(Role.scaleSteps / 2)] }
    return (0...bounds.count).map { .scale($0 * (Role.scaleSteps - 1) / bounds.count) }
  }

  /// Each step's range of values, such as `below 800 m`, `800–1 200 m` and `from 1 200 m`.
  var ranges: [String] {
    guard let first = labels.first, let last = labels.last, !bounds.isEmpty else {
      return labels.map { "\($0) \(unit)" }
    }
    let between = zip(labels, labels.dropFirst()).map { low, high in
      // A dash before a minus sign would be hard to read.
      high.hasPrefix("-") ? "\(low) to \(high) \(unit)" : "\(low)–\(high) \(unit)"
    }
    return ["below \(first) \(unit)"] + between + ["from \(last) \(unit)"]
  }
}
