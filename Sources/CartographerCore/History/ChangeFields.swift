import Foundation
import Geodesy
import SwiftData

/// The database columns whose changes are shown to the user, with the names and types of the
/// displayed fields.
enum ChangeFields {
  private enum Reading { case text, number, time }

  private static let words: [(column: String, name: String, reading: Reading)] = [
    ("name", "name", .text), ("kind", "kind", .text), ("notes", "notes", .text),
    ("comment", "comment", .text), ("details", "details", .text), ("symbol", "symbol", .text),
    ("type", "type", .text), ("colour", "colour", .text), ("source", "source", .text),
    ("number", "number", .number), ("links", "links", .text), ("trashed", "trashed", .time),
    ("firstDay", "first day", .text), ("sha256", "sha256", .text),
  ]

  private static let position: [(column: String, name: String, reading: Reading)] = [
    ("latitude", "latitude", .number), ("longitude", "longitude", .number),
    ("elevation", "elevation", .number), ("timestamp", "time", .time),
  ]

  static var columns: [String] { words.map(\.column) + ["waypoint"] }
  static var positionColumns: [String] { position.map(\.column) + ["path"] }

  /// Returns the displayed fields that a change modified in a database row.
  static func differences(_ row: JournalRow) -> [ChangeDiff.Field] {
    differences(row, words)
  }

  /// Returns the coordinate, elevation and time fields that a change modified in a point's row.
  static func positionDifferences(_ row: JournalRow) -> [ChangeDiff.Field] {
    differences(row, position)
  }

  private static func differences(
    _ row: JournalRow, _ fields: [(column: String, name: String, reading: Reading)]
  ) -> [ChangeDiff.Field] {
    fields.compactMap { column, name, reading in
      let before = value(row.before?[column], reading)
      let after = value(row.after?[column], reading)
      return before == after ? nil : ChangeDiff.Field(name: name, before: before, after: after)
    }
  }

  private static func value(_ value: JournalValue?, _ reading: Reading) -> ChangeDiff.Value? {
    switch (value, reading) {
    case (.text(let text)?, _): text.isEmpty ? nil : .text(text)
    case (.integer(let number)?, .time): .time(Date(stored: Double(number)))
    case (.real(let number)?, .time): .time(Date(stored: number))
    case (.integer(let number)?, _): .number(Double(number))
    case (.real(let number)?, _): .number(number)
    case (nil, _), (.null?, _), (.blob?, _): nil
    }
  }

  static func text(_ column: String, of row: JournalRow) -> String? {
    guard case .text(let text)? = (row.after ?? row.before)?[column] else { return nil }
    return text
  }

  static func key(_ column: String, of row: JournalRow) -> Int64? {
    guard case .integer(let key)? = (row.after ?? row.before)?[column] else { return nil }
    return key
  }

  static func point(_ values: [String: JournalValue]?) -> ChangeDiff.PointChange.State? {
    guard let values else { return nil }
    func number(_ column: String) -> Double? {
      switch values[column] {
      case .real(let number)?: number
      case .integer(let number)?: Double(number)
      default: nil
      }
    }
    guard let latitude = number("latitude"),
      let longitude = number("longitude")
    else { return nil }
    return ChangeDiff.PointChange.State(
      coordinate: Coordinate(latitude: latitude, longitude: longitude),
      elevation: number("elevation"), time: number("timestamp").map(Date.init(stored:)))
  }
}
