import CartographerPresentation
import Foundation
import TerminalUI

/// A JSON value whose objects keep the order of their keys.
///
/// Objects omit absent values (nil) and numbers that JSON cannot represent.
indirect enum JSONValue {
  case object([(String, JSONValue?)])
  case array([JSONValue])
  /// An array that is written with one element per line. The elements are created while they are
  /// written, because an array of points can have millions of elements.
  case rows(AnySequence<JSONValue>)
  case string(String)
  case integer(Int64)
  /// A measurement, written with at most four decimals (0.1 mm or 0.1 ms).
  case number(Double)
  /// A latitude or a longitude, written with at most nine decimals (0.1 mm).
  case degrees(Double)
  case boolean(Bool)

  static func count(_ value: Int) -> JSONValue { .integer(Int64(value)) }
  static func text(_ value: String?) -> JSONValue? { value.map(JSONValue.string) }
  static func time(_ value: Date?) -> JSONValue? { value.map { .string(TimeText.utc($0)) } }

  /// Returns a value as a JSON number. Returns nil for an absent, infinite or NaN value.
  static func measure(_ value: Double?) -> JSONValue? {
    value.flatMap { $0.isFinite ? .number($0) : nil }
  }

  /// Returns the JSON member that marks a generated name. Its value is nil for a name from the file
  /// or the user.
  static func nameIsMadeUp(_ isMadeUp: Bool) -> (String, JSONValue?) {
    ("nameIsMadeUp", isMadeUp ? .boolean(true) : nil)
  }

  static func strings(_ values: some Sequence<some CustomStringConvertible>) -> JSONValue {
    .array(values.map { .string($0.description) })
  }
}
