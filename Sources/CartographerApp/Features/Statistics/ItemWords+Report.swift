import CartographerCore
import CartographerPresentation
import Foundation
import Geodesy
import TerminalUI

extension ItemWords {
  private var units: UnitSystem { state.settings.units }

  /// Returns a statistics report as lines that fit in the given number of columns.
  func report(_ shown: StatisticsBox, width: Int) -> [Line] {
    guard let report = shown.report else { return [("measuring…", Style(.dim))] }
    var lines = totals(report)
    if let planned = shown.planned, !planned.days.isEmpty {
      lines += [("", .text)] + table(of: planned)
    }
    if !report.slopes.isEmpty {
      lines += [("", .text), (text("Slopes, over 50 m of path"), Style(.title))]
      lines += slopes(report, width: width)
    }
    if report.days.count > 1 {
      lines += [("", .text)] + table("Day", report.days, width: 10)
    }
    if !report.splits.isEmpty {
      let unit = units == .metric ? "km" : units == .imperial ? "Mile" : "nm"
      lines += [("", .text)] + table(unit, report.splits, width: 6)
    }
    return lines
  }

  private func totals(_ report: PathReport) -> [Line] {
    let total = report.total
    var lines: [Line] = []
    func add(_ label: DisplayText, _ value: String?) {
      guard let value, !value.isEmpty else { return }
      lines.append((label.padded(to: 10) + text(value), .text))
    }
    if report.paths > 1 { add("Paths", Numbers.grouped(report.paths)) }
    add(
      "Points",
      Numbers.grouped(total.points)
        + (report.segments > report.paths
          ? " in \(Numbers.grouped(report.segments)) segments" : ""))
    add("Length", units.length(metres: total.lengthMetres))
    let moving = total.movingSeconds.map { ", moving \(UnitSystem.duration(seconds: $0))" } ?? ""
    let stopped = zip(total.durationSeconds, total.movingSeconds).map {
      ", stopped \(UnitSystem.duration(seconds: max($0 - $1, 0)))"
    }
    add(
      "Time",
      total.durationSeconds.map { UnitSystem.duration(seconds: $0) + moving + (stopped ?? "") })
    if let up = total.ascentMetres, let down = total.descentMetres {
      add(
        "Climb",
        "↑\(units.climb(metres: up, isPartial: total.hasPartialElevations))  "
          + "↓\(units.climb(metres: down, isPartial: total.hasPartialElevations))"
          + "  (threshold \(threshold(total.threshold)); :set threshold)")
    }
    if let low = total.elevationMin, let high = total.elevationMax {
      add("Heights", "\(units.elevation(metres: low)) to \(units.elevation(metres: high))")
    }
    // The mean is the speed while moving. A maximum over a shorter time would show errors of the
    // receiver.
    add(
      "Speed",
      total.speedMean.map { mean in
        let top = total.speedMax.map {
          ", top \(units.speed(metresPerSecond: $0)) (mean over at least 10 s)"
        }
        return "\(units.speed(metresPerSecond: mean)) moving" + (top ?? "")
      })
    return lines
  }

  private func zip(_ first: Double?, _ second: Double?) -> (Double, Double)? {
    guard let first, let second else { return nil }
    return (first, second)
  }

  private func slopes(_ report: PathReport, width: Int) -> [Line] {
    let room = max(width - 40, 4)
    let most = report.slopes.map(\.share).max() ?? 1
    let glyph = String(
      BarGlyphs.scalar(eighths: BarGlyphs.eighthsPerRow, glyphs: state.settings.glyphs))
    var lines: [Line] = report.slopes.map { slope in
      let cells = Int((slope.share / max(most, 1e-9) * Double(room)).rounded())
      let bar = DisplayText(String(repeating: glyph, count: cells)).padded(to: room)
      return (
        text(name(of: slope)).padded(to: 16) + bar
          + right(units.length(metres: slope.metres), 11)
          + right("\(Int((slope.share * 100).rounded())) %", 7), .text
      )
    }
    if report.unknownSlopeMetres > 0.5 {
      lines.append(
        (
          text("unknown").padded(to: 16 + room)
            + right(units.length(metres: report.unknownSlopeMetres), 11), Style(.dim)
        ))
    }
    return lines
  }

  private func name(of slope: SlopeClasses.SlopeClass) -> String {
    func percent(_ value: Double) -> String { "\(Int((value * 100).rounded()))" }
    if slope.lower == -.infinity { return "below \(percent(slope.upper)) %" }
    if slope.upper == .infinity { return "over \(percent(slope.lower)) %" }
    return "\(percent(slope.lower)) to \(percent(slope.upper)) %"
  }

  private func table(of plan: ItineraryPlan) -> [Line] {
    let head =
      text("Planned day").padded(to: 22) + right("length", 12) + right("estimate", 13)
      + right("climb", 9) + right("fall", 9)
    var rows = plan.days.map { day in
      (
        "Day \(day.number)" + (day.date.map { ", \($0.short(ofDay: day.number))" } ?? ""),
        day.totals
      )
    }
    if rows.count > 1 { rows.append(("Total", plan.total)) }
    return [(head, Style(.title))]
      + rows.map { title, totals in
        func climb(_ metres: Double?) -> String {
          metres.map { units.climb(metres: $0, isPartial: totals.omitsClimb) } ?? ""
        }
        let estimate = UnitSystem.estimate(
          seconds: totals.estimatedSeconds, omitsClimb: totals.omitsClimb)
        return (
          text(title).padded(to: 22)
            + right(totals.hasLength ? units.length(metres: totals.lengthMetres) : "", 12)
            + right(totals.hasLength ? estimate : "", 13)
            + right(climb(totals.ascentMetres), 9) + right(climb(totals.descentMetres), 9), .text
        )
      }
  }

  private func table(_ title: String, _ parts: [PathReport.Part], width: Int) -> [Line] {
    let head =
      text(title).padded(to: width) + right("length", 12) + right("time", 13)
      + right("speed", 12) + right("climb", 9) + right("fall", 9)
    return [(head, Style(.title))]
      + parts.map { part in
        func climb(_ metres: Double?) -> String {
          metres.map { units.climb(metres: $0, isPartial: part.hasPartialElevations) } ?? ""
        }
        let speed = part.seconds.flatMap { $0 > 0 ? part.lengthMetres / $0 : nil }
        return (
          right(part.label, width) + right(units.length(metres: part.lengthMetres), 12)
            + right(part.seconds.map(UnitSystem.duration(seconds:)) ?? "", 13)
            + right(speed.map { units.speed(metresPerSecond: $0) } ?? "", 12)
            + right(climb(part.ascentMetres), 9) + right(climb(part.descentMetres), 9), .text
        )
      }
  }

  private func right(_ string: String, _ width: Int) -> DisplayText {
    text(string).padded(to: width, .trailing)
  }
}
