import CartographerApp
import CartographerCore
import Foundation
import Geodesy

/// The segments and points of a path, as text and as JSON.
struct PathPoints {
  private let columns: TrackColumns
  private let measures: TrackMeasures
  private let zone: TimeZone

  init(_ geometry: PathGeometry, zone: TimeZone) {
    columns = geometry.columns
    measures = geometry.measures
    self.zone = zone
  }

  /// A line a segment; none for a path of one.
  var segmentLines: [PrintableText] {
    guard measures.segments > 1 else { return [] }
    var table = PrintableTable([.leading, .trailing, .trailing, .leading, .leading])
    for (number, segment) in measures.segmentMeasures.enumerated() {
      table.add([
        "  segment \(number)", "\(segment.points) points",
        PrintableText(UnitSystem.metric.length(metres: segment.lengthMetres)),
        time(segment.timeFirst), time(segment.timeLast),
      ])
    }
    return table.lines
  }

  private func time(_ date: Date?) -> PrintableText {
    PrintableText(date.map { Timestamp.local($0, in: zone) } ?? "")
  }

  /// A line a point: its number, position, elevation and time.
  func printPoints(to console: Console) throws {
    for range in columns.segments {
      for point in range {
        var line = PrintableText("\(point)").padded(to: 8, trailing: true)
        line = "\(line)  \(CoordinateNotation.decimalDegrees.format(coordinate(point)))"
        let elevation = columns.elevations[point]
        if !elevation.isNaN {
          line = "\(line)  \(UnitSystem.metric.elevation(metres: elevation))"
        }
        if let date = date(point) { line = "\(line)  \(Timestamp.utc(date))" }
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
    .object([
      ("index", .count(point)), ("latitude", .number(columns.latitudes[point])),
      ("longitude", .number(columns.longitudes[point])),
      ("elevation", .measure(columns.elevations[point])), ("time", .time(date(point))),
    ])
  }

  private func coordinate(_ point: Int) -> Coordinate {
    Coordinate(latitude: columns.latitudes[point], longitude: columns.longitudes[point])
  }

  private func date(_ point: Int) -> Date? {
    let time = columns.times[point]
    return time.isNaN ? nil : Date(timeIntervalSinceReferenceDate: time)
  }
}
