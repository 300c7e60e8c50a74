import CartographerCore
import CartographerPresentation
import Foundation
import Geodesy
import TerminalUI

/// A path's statistics by split, day and slope, as printed by `stats`.
struct BreakdownTable {
  private let breakdown: PathBreakdown
  private let zone: TimeZone
  private let units: UnitSystem

  init(_ breakdown: PathBreakdown, zone: TimeZone, units: UnitSystem) {
    self.breakdown = breakdown
    self.zone = zone
    self.units = units
  }

  var id: ItemID { breakdown.id }

  /// Whether the statistics are broken down by splits or by days.
  var hasPieces: Bool { breakdown.splits != nil || breakdown.days != nil }

  // MARK: Text

  var lines: [DisplayText] {
    var lines: [DisplayText] = []
    let title = "\(breakdown.id)  \(breakdown.name)"
    if let splits = breakdown.splits {
      var end = 0.0
      let rows = splits.map { piece in
        end += piece.measures.lengthMetres
        return (units.length(metres: end), piece)
      }
      lines += ["", DisplayText(title)] + table("to", rows)
    }
    if let days = breakdown.days {
      let rows = days.map { (day($0.day), $0.piece) }
      lines += ["", DisplayText(title)] + table("day", rows)
    }
    if let slopes = breakdown.slopes { lines += ["", DisplayText(title)] + table(slopes) }
    return lines
  }

  private func day(_ date: Date) -> String { TimeText.day(date, in: zone) }

  private func table(
    _ first: String, _ rows: [(String, PieceMeasures)]
  ) -> [DisplayText] {
    var table = PrintableTable([.leading] + Array(repeating: .trailing, count: 6))
    table.add([
      DisplayText("  \(first)"), "length", "ascent", "descent", "time", "moving", "speed",
    ])
    for (label, piece) in rows {
      let measures = piece.measures
      func text(_ value: Double?, _ write: (Double) -> String) -> DisplayText {
        DisplayText(value.map(write) ?? "")
      }
      func climb(_ metres: Double) -> String {
        units.climb(metres: metres, isPartial: measures.hasPartialElevations)
      }
      table.add([
        DisplayText("  \(label)"), DisplayText(units.length(metres: measures.lengthMetres)),
        text(measures.ascentMetres, climb), text(measures.descentMetres, climb),
        text(piece.seconds) { UnitSystem.duration(seconds: $0) },
        text(measures.movingSeconds) { UnitSystem.duration(seconds: $0) },
        text(piece.speed) { units.speed(metresPerSecond: $0) },
      ])
    }
    return table.lines
  }

  private func table(_ slopes: SlopeClasses) -> [DisplayText] {
    var table = PrintableTable([.leading, .trailing, .trailing])
    table.add(["  slope", "length", "share"])
    for part in slopes.classes {
      table.add([
        DisplayText("  \(Self.label(part))"),
        DisplayText(units.length(metres: part.metres)),
        DisplayText("\(Int((part.share * 100).rounded())) %"),
      ])
    }
    if slopes.unknownMetres > 0 {
      table.add([
        "  unknown", DisplayText(units.length(metres: slopes.unknownMetres)), "",
      ])
    }
    return table.lines
  }

  private static func label(_ part: SlopeClasses.SlopeClass) -> String {
    func percent(_ slope: Double) -> String { "\(Int((slope * 100).rounded()))" }
    if part.lower == -.infinity { return "below \(percent(part.upper)) %" }
    if part.upper == .infinity { return "\(percent(part.lower)) % or more" }
    return "\(percent(part.lower)) to \(percent(part.upper)) %"
  }

  // MARK: JSON

  /// The breakdown as members of the JSON object that contains the path's statistics.
  var members: [(String, JSONValue?)] {
    [
      ("splits", breakdown.splits.map { .array($0.map { .object(Self.members($0)) }) }),
      (
        "days",
        breakdown.days.map { days in
          .array(
            days.map { .object([("day", .string(day($0.day)))] + Self.members($0.piece)) })
        }
      ),
      (
        "slopes",
        breakdown.slopes.map { slopes in
          .array(
            slopes.classes.map {
              .object([
                ("from", .measure($0.lower)), ("to", .measure($0.upper)),
                ("metres", .number($0.metres)), ("share", .number($0.share)),
              ])
            })
        }
      ), ("slopeUnknownMetres", breakdown.slopes.map { .number($0.unknownMetres) }),
    ]
  }

  private static func members(_ piece: PieceMeasures) -> [(String, JSONValue?)] {
    let measures = piece.measures
    return [
      ("lengthMetres", .number(measures.lengthMetres)),
      ("ascentMetres", .measure(measures.ascentMetres)),
      ("descentMetres", .measure(measures.descentMetres)),
      ("timeFirst", .time(measures.timeFirst)), ("timeLast", .time(measures.timeLast)),
      ("durationSeconds", .measure(piece.seconds)),
      ("movingSeconds", .measure(measures.movingSeconds)), ("speed", .measure(piece.speed)),
    ]
  }
}
