import CartographerCore
import Foundation
import Geodesy
import TerminalUI

/// One thing to choose about an operation.
package struct TrialField: Sendable, Equatable {
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
    /// Metres, as people write lengths; stepped by so many, or from round number to round number.
    case length(step: Double? = nil)
    case duration(step: Double? = nil)
    case speed
    case number(step: Int)
    /// Numbers of points, from 1.
    case points
    case moment
    case place
    case folder
  }

  package let name: Name
  package let label: String
  package let kind: Kind
  /// Whether nothing may stand here, which turns it off.
  package let isOptional: Bool
  /// The choice it belongs to, and for which values of that it counts.
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
    self.label = label
    self.kind = kind
    self.isOptional = isOptional
    self.condition = condition.map { Condition(field: $0.field, values: $0.values) }
    input = TextField(text)
  }

  package var text: String { input.text.trimmingCharacters(in: .whitespaces) }

  /// Whether letters can be typed into it.
  package var isTyped: Bool {
    if case .choice = kind { false } else { true }
  }
}

/// What is wrong with what was chosen, and in which field.
package struct TrialProblem: Error, Sendable, Equatable {
  package var field: TrialField.Name
  package var message: String
}

extension TrialField {
  /// The number that was typed, in metres, seconds, metres per second; nil where nothing stands.
  ///
  /// - Parameter zone: Of moments without one, which are seconds since 2001-01-01.
  /// - Throws: ``TrialProblem`` for what is no such number.
  func value(in zone: TimeZone) throws(TrialProblem) -> Double? {
    if text.isEmpty, isOptional { return nil }
    if let value = read(zone) { return value }
    throw TrialProblem(field: name, message: "write \(example)")
  }

  private func read(_ zone: TimeZone) -> Double? {
    switch kind {
    case .length: return try? Quantity.metres(text)
    case .duration: return try? Quantity.seconds(text)
    case .speed: return try? Quantity.metresPerSecond(text)
    case .number:
      guard case .number(let number)? = try? Quantity(text) else { return nil }
      return number
    case .moment: return TypedTime(text, in: zone)?.start.timeIntervalSinceReferenceDate
    case .points, .choice, .place, .folder: return nil
    }
  }

  /// What may stand in it, for a person.
  var example: String {
    switch kind {
    case .choice(let values): values.joined(separator: ", ")
    case .length: "a length, as 10m or 30ft"
    case .duration: "a time, as 90s, 15min or 1h30"
    case .speed: "a speed, as 5km/h or 80mph"
    case .number: "a number"
    case .points: "numbers of points, as 12 or 12, 40"
    case .moment: "a time, as 2026-07-11 06:02"
    case .place: "the name of a place, or coordinates"
    case .folder: "a folder with .hgt files"
    }
  }
}
