import CartographerCore
import CartographerPresentation
import Foundation
import Geodesy
import TerminalUI

/// A form field for one parameter of an operation.
package struct OperationField: Sendable, Equatable {
  package enum Name: String, Sendable {
    case by, tolerance, count
    case keep, part, firstPoint, lastPoint, fromMetres, toMetres, fromTime, toTime
    case points, everyMetres, everySeconds, gapSeconds, gapMetres, place, radius
    case widthMetres, widthSeconds, median, what
    case duplicates, spikes, speedLimit, restSeconds, restRadius, order
    case shift, start, pace, speed
    case offset, folder, rule
    case gap
  }

  package enum Kind: Sendable, Equatable {
    case choice([String])
    /// A length in metres. Keys change the value by a fixed step, or to the next round number if
    /// the step is nil.
    case length(step: Double? = nil)
    /// A duration; the given unit is assumed for numbers entered without a unit.
    case duration(_ unit: DurationUnit, step: Double? = nil)
    case speed
    /// A number with the given unit, such as `points`.
    case number(_ unit: String, step: Int)
    /// Point numbers, counted from 1.
    case points
    case moment
    case place
    case folder
  }

  package enum DurationUnit: String, Sendable {
    case seconds = "s"
    case minutes = "min"
    case hours = "h"

    fileprivate var seconds: Double {
      switch self {
      case .seconds: 1
      case .minutes: 60
      case .hours: 3600
      }
    }
  }

  package let name: Name
  /// The label without the unit.
  private let title: String
  /// The units assumed for lengths and speeds entered without a unit.
  private var units = UnitSystem.metric
  package let kind: Kind
  /// Whether the field can be left empty to turn off the parameter.
  package let isOptional: Bool
  /// The condition under which this field is relevant: another field must have one of the given
  /// values. Nil if this field is always relevant.
  let condition: Condition?
  package var input: TextField
  package var error: String?

  struct Condition: Sendable, Equatable {
    let field: Name
    let values: [String]
  }

  init(
    _ name: Name, _ label: String, _ kind: Kind, _ text: String, isOptional: Bool = false,
    when condition: (field: Name, values: [String])? = nil
  ) {
    self.name = name
    title = label
    self.kind = kind
    self.isOptional = isOptional
    self.condition = condition.map { Condition(field: $0.field, values: $0.values) }
    input = TextField(text)
  }

  /// The label, such as `Tolerance (m)`, including the unit assumed for numbers entered without a
  /// unit.
  package var label: String { unit.map { "\(title) (\($0))" } ?? title }

  /// The unit assumed for numbers entered without a unit. Nil if the values have no unit.
  package var unit: String? { kind.unit(in: units) }

  package var text: String { input.text.trimmingCharacters(in: .whitespaces) }

  /// Returns the field with the given units for lengths and speeds.
  func using(_ units: UnitSystem) -> OperationField {
    var field = self
    field.units = units
    return field
  }

  /// Appends the unit shown in the field's previous label to the entered number. Does nothing if
  /// the label's unit is the same now, or if the text is not a number without a unit.
  mutating func keepUnit(of label: String) {
    guard label != self.label, plainNumber != nil, label.hasPrefix("\(title) ("),
      label.hasSuffix(")")
    else { return }
    input.replace(with: text + label.dropFirst(title.count + 2).dropLast())
  }

  /// Whether the field accepts typed text.
  package var isTyped: Bool {
    if case .choice = kind { false } else { true }
  }
}

/// An error in a form field.
package struct OperationProblem: Error, Sendable, Equatable {
  package var field: OperationField.Name
  package var message: String
}

extension OperationField.Kind {
  /// Returns the unit assumed for numbers entered without a unit. Returns nil if the values have no
  /// unit.
  fileprivate func unit(in units: UnitSystem) -> String? {
    switch self {
    case .length: units.shortSymbol
    case .duration(let unit, _): unit.rawValue
    case .speed: ProfileQuantity.speed.symbol(units)
    case .number(let unit, _): unit
    case .choice, .points, .moment, .place, .folder: nil
    }
  }
}

extension OperationField {
  /// Returns the entered value in metres, seconds or metres per second. Returns nil if the field is
  /// empty. Times are returned as seconds since 2001-01-01.
  ///
  /// - Parameter zone: The time zone assumed for times entered without a time zone.
  /// - Parameter now: The current time, used to interpret relative days such as `tomorrow`.
  /// - Throws: ``OperationProblem`` if the text is not a valid value.
  func value(in zone: TimeZone, now: Date? = nil) throws(OperationProblem) -> Double? {
    if text.isEmpty, isOptional { return nil }
    if let value = read(zone, now) { return value }
    if case .moment = kind, let reason = CalendarDay.obstacle(in: text) {
      throw OperationProblem(field: name, message: reason)
    }
    throw OperationProblem(field: name, message: "enter \(example)")
  }

  private func read(_ zone: TimeZone, _ now: Date?) -> Double? {
    switch kind {
    case .length: return plainNumber.map { $0 * units.shortMetres } ?? (try? Quantity.metres(text))
    case .duration(let unit, _):
      if let seconds = try? Quantity.seconds(text) { return seconds }
      return plainNumber.map { $0 * unit.seconds }
    case .speed:
      return plainNumber.map { $0 * units.splitMetres / 3600 }
        ?? (try? Quantity.metresPerSecond(text))
    case .number: return plainNumber
    case .moment:
      return TypedTime(text, in: zone, now: now, weekdays: .future)?.start
        .timeIntervalSinceReferenceDate
    case .points, .choice, .place, .folder: return nil
    }
  }

  /// The value of a number entered without a unit. Nil if the text is not a number or includes a
  /// unit.
  var plainNumber: Double? {
    if case .number(let number)? = try? Quantity(text) { number } else { nil }
  }

  /// A description of valid values, for error messages.
  var example: String {
    switch kind {
    case .choice(let values): values.joined(separator: ", ")
    case .length: "a length such as 10m or 30ft"
    case .duration: "a duration such as 90s, 15min or 1h30"
    case .speed: "a speed such as 5km/h or 80mph"
    case .number: "a number"
    case .points: "point numbers such as 12 or 12, 40"
    case .moment: "a time such as 2026-07-11 06:02 or tomorrow 06:02"
    case .place: "the name of a place, or coordinates"
    case .folder: "a folder with .hgt files"
    }
  }
}
