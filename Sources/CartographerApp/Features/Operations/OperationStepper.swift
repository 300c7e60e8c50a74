import CartographerCore
import CartographerPresentation
import Foundation
import Geodesy

/// The rules for increasing or decreasing a form field's value in steps. The new value is formatted
/// as text that can be parsed again.
struct OperationStepper {
  let units: UnitSystem
  let zone: TimeZone
  /// The current time, used to interpret relative days such as `tomorrow`.
  var now: Date?
  /// The names of the places that the user can choose.
  let places: [String]

  /// Returns a field's text after increasing or decreasing its value by a number of steps. Returns
  /// nil if the value cannot be stepped.
  func text(after field: OperationField, by steps: Int) -> String? {
    let value = (try? field.value(in: zone, now: now)) ?? nil
    switch field.kind {
    case .length(nil): return ladder(value, steps, lengths, field.isOptional, length)
    case .length(let step?): return length((value ?? 0) + Double(steps) * step)
    case .duration(_, nil):
      return ladder(value, steps, Self.durations, field.isOptional, Self.duration)
    case .duration(_, let step?): return Self.duration((value ?? 0) + Double(steps) * step)
    case .speed: return ladder(value, steps, speeds, field.isOptional, speed)
    case .number(_, let step):
      guard let value else { return steps > 0 ? "5" : nil }
      let next = value + Double(steps * max(step, 1))
      if next < 1 { return field.isOptional ? "" : nil }
      return Numbers.decimal(next)
    case .points:
      guard let number = Int(field.text) else { return nil }
      let (next, isTooGreat) = number.addingReportingOverflow(steps)
      return isTooGreat ? nil : "\(max(next, 1))"
    case .moment: return value.map { moment($0 + Double(steps) * 60) }
    case .place:
      guard !places.isEmpty else { return nil }
      guard let position = places.firstIndex(of: field.text) else { return places[0] }
      return places[(position + steps + places.count) % places.count]
    case .choice, .folder: return nil
    }
  }

  /// Returns the next larger or smaller number from a list of round numbers. If the field is
  /// optional, a step below the smallest number returns an empty string.
  private func ladder(
    _ value: Double?, _ steps: Int, _ rungs: [Double], _ isOptional: Bool,
    _ written: (Double) -> String
  ) -> String? {
    guard let value else { return steps > 0 ? written(rungs[rungs.count / 2]) : nil }
    let margin = abs(value) * 1e-6
    let next =
      steps > 0
      ? rungs.first { $0 > value + margin } : rungs.last { $0 < value - margin }
    if let next { return written(next) }
    return steps < 0 && isOptional ? "" : nil
  }

  private static let round: [Double] = [0.1, 1, 10, 100].flatMap { [$0, 2 * $0, 5 * $0] }

  private var lengths: [Double] {
    let small = Self.round.filter { units != .imperial || $0 >= 0.5 }.map { $0 * units.shortMetres }
    return small
      + [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000].map { $0 * units.splitMetres }
      .filter { $0 > (small.last ?? 0) }
  }

  private var speeds: [Double] {
    [5, 10, 15, 20, 30, 50, 80, 100, 150, 200, 300, 500, 1000].map {
      $0 * units.splitMetres / 3600
    }
  }

  private static let durations: [Double] =
    [1, 2, 5, 10, 20, 30].flatMap { [$0, $0 * 60] }.sorted()
    + [1, 2, 3, 4, 6, 8, 12, 24, 48, 168].map { $0 * 3600 }

  // MARK: Written

  /// Returns a length as text, such as `10m`, `1.5km`, `30ft` or `2mi`.
  func length(_ metres: Double) -> String {
    guard abs(metres) < units.splitMetres else {
      return Numbers.decimal(metres / units.splitMetres) + units.splitSymbol
    }
    return Numbers.decimal(metres / units.shortMetres) + units.shortSymbol
  }

  func speed(_ metresPerSecond: Double) -> String {
    Numbers.decimal(metresPerSecond * 3600 / units.splitMetres)
      + ProfileQuantity.speed.symbol(units)
  }

  /// Returns a duration as text, such as `1h30min`, `90s` or `-1h`.
  static func duration(_ seconds: Double) -> String {
    let whole = Int(min(abs(seconds), 1e15).rounded())
    if whole == 0 { return "0s" }
    if whole < 120 { return "\(seconds < 0 ? "-" : "")\(whole)s" }
    let parts = [(whole / 3600, "h"), (whole % 3600 / 60, "min"), (whole % 60, "s")]
    let words = parts.filter { $0.0 > 0 }.map { "\($0.0)\($0.1)" }
    return (seconds < 0 ? "-" : "") + words.joined()
  }

  func moment(_ seconds: Double) -> String {
    let date = Date(timeIntervalSinceReferenceDate: seconds)
    return "\(TimeText.day(date, in: zone)) \(TimeText.clock(date, in: zone))"
  }
}
