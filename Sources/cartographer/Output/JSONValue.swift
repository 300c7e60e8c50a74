import Foundation
import TerminalUI

/// A JSON document in the making: keys keep the order they are given in.
///
/// Absent values (nil) are left out of objects, as are numbers JSON cannot hold.
indirect enum JSONValue {
  case object([(String, JSONValue?)])
  case array([JSONValue])
  /// One element a line, made while it is written: for a million points.
  case rows(AnySequence<JSONValue>)
  case string(String)
  case integer(Int64)
  case number(Double)
  case boolean(Bool)

  static func count(_ value: Int) -> JSONValue { .integer(Int64(value)) }
  static func text(_ value: String?) -> JSONValue? { value.map(JSONValue.string) }
  static func time(_ value: Date?) -> JSONValue? { value.map { .string(Timestamp.utc($0)) } }

  /// nil for an absent value and for one that JSON cannot hold.
  static func measure(_ value: Double?) -> JSONValue? {
    value.flatMap { $0.isFinite ? .number($0) : nil }
  }

  /// The member of an item whose name was made up; none for any other.
  static func nameIsMadeUp(_ isMadeUp: Bool) -> (String, JSONValue?) {
    ("nameIsMadeUp", isMadeUp ? .boolean(true) : nil)
  }

  static func strings(_ values: some Sequence<some CustomStringConvertible>) -> JSONValue {
    .array(values.map { .string($0.description) })
  }
}
