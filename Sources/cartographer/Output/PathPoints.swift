import CartographerCore
import CartographerPresentation
import Foundation
import Geodesy
import TerminalUI

/// The segments and points of a path, as text and as JSON.
struct PathPoints {
  private let columns: TrackColumns
  private let measures: TrackMeasures
  private let sensors: [(SensorQuantity, [Double])]
  private let zone: TimeZone
  private let units: UnitSystem

  init(_ geometry: PathGeometry, _ sensors: PathSensors, zone: TimeZone, units: UnitSystem) {
    self.sensors = SensorQuantity.allCases.compactMap { quantity in
      sensors.columns[quantity].map { (quantity, $0) }
    }
    columns = geometry.columns
    measures = geometry.measures
    self.zone = zone
    self.units = units
  }

  /// The table of the path's segments, one line per segment. The table is empty if the path has
  /// only one segment.
  var segmentLines: [DisplayText] {
    guard measures.segments > 1 else { return [] }
    var table = PrintableTable([.leading, .trailing, .trailing, .leading, .leading])
    for (number, segment) in measures.segmentMeasures.enumerated() {
      table.add([
        "  segment \(Numbers.grouped(number + 1))",
        DisplayText(Numbers.counted(segment.points, "point")),
        DisplayText(units.length(metres: segment.lengthMetres)),
        time(segment.timeFirst), time(segment.timeLast),
      ])
    }
    return table.lines
  }

  private func time(_ date: Date?) -> DisplayText {
    DisplayText(date.map { TimeText.minute($0, in: zone) } ?? "")
  }

  /// Prints one line per point: number, position, elevation, time and sensor values.
  func printPoints(to console: Console, _ notation: CoordinateNotation) throws {
    for range in columns.segments {
      for point in range {
        var line = DisplayText(Numbers.grouped(point + 1)).padded(to: 8, .trailing)
        line = "\(line)  \(notation.format(columns.coordinate(point)))"
        let elevation = columns.elevations[point]
        if !elevation.isNaN {
          line = "\(line)  \(units.elevation(metres: elevation))"
        }
        if let date = date(point) { line = "\(line)  \(TimeText.utc(date))" }
        for (quantity, values) in sensors where !values[point].isNaN {
          let value = Numbers.grouped((values[point] * 1000).rounded() / 1000)
          line = "\(line)  \(quantity.label) \(value) \(quantity.unit)"
        }
        try console.print(line)
      }
    }
  }

  func json(withPoints: Bool) -> JSONValue {
    .array(
      zip(columns.segments, measures.segmentMeasures).map { range, segment in
        .object([
          ("points", .count(segment.points)), ("lengthMetres", .number(segment.lengthMetres)),
          ("timeFirst", .time(segment.timeFirst)), ("timeLast", .time(segment.timeLast)),
          ("waypoints", withPoints ? .rows(AnySequence(range.lazy.map(pointJSON))) : nil),
        ])
      })
  }

  private func pointJSON(_ point: Int) -> JSONValue {
    .object(
      [
        ("index", .count(point)), ("number", .count(point + 1)),
        ("latitude", .degrees(columns.latitudes[point])),
        ("longitude", .degrees(columns.longitudes[point])),
        ("elevation", .measure(columns.elevations[point])), ("time", .time(date(point))),
      ] + sensors.map { ($0.rawValue, .measure($1[point])) })
  }

  private func date(_ point: Int) -> Date? {
    let time = columns.times[point]
    return time.isNaN ? nil : Date(timeIntervalSinceReferenceDate: time)
  }
}

extension SensorQuantity {
  /// The short label of a sensor value in text output, such as `hr`.
  fileprivate var label: String {
    switch self {
    case .heartRate: "hr"
    case .cadence: "cad"
    case .airTemperature: "air"
    case .waterTemperature: "water"
    case .depth, .speed, .course, .bearing, .power, .distance: rawValue
    }
  }
}
