import CartographerCore
import Foundation
import Geodesy

/// A column in the table of points.
package enum PointColumn: Sendable, Hashable {
  case distance, elevation, time, speed, slope
  /// The gap to the previous point, as a time or a distance.
  case gapTime, gapLength
  case sensor(SensorQuantity)
  case position

  package static let sensors: [SensorQuantity] = [
    .heartRate, .cadence, .power, .airTemperature, .waterTemperature, .depth,
  ]

  package var title: String {
    switch self {
    case .distance: "dist"
    case .elevation: "height"
    case .time: "time"
    case .speed: "speed"
    case .slope: "slope"
    case .gapTime, .gapLength: "gap"
    case .sensor(.heartRate): "heart"
    case .sensor(.cadence): "rpm"
    case .sensor(.power): "power"
    case .sensor(.airTemperature): "air"
    case .sensor(.waterTemperature): "water"
    case .sensor(.depth): "depth"
    case .sensor(let quantity): quantity.rawValue
    case .position: "position"
    }
  }

  /// Returns the column's width in cells, including leading spaces.
  package func width(in units: UnitSystem, _ notation: CoordinateNotation) -> Int {
    switch self {
    case .position: Self.positionWidth(notation)
    case .speed: 10
    case .distance, .time: 9
    case .gapTime: 11
    case .gapLength: 9
    // Elevations in feet can have five digits.
    case .elevation, .sensor(.depth): units == .imperial ? 11 : 8
    case .slope, .sensor: 8
    }
  }

  /// Returns the width, in cells, of the longest coordinates in a notation, including two leading
  /// spaces.
  private static func positionWidth(_ notation: CoordinateNotation) -> Int {
    let longest = [
      Coordinate(latitude: -79.987_65, longitude: -179.987_65),
      Coordinate(latitude: 83.987_65, longitude: 179.987_65),
    ]
    return 2 + (longest.map { notation.format($0).count }.max() ?? 0)
  }

  /// Returns the columns for which a path has data, most useful first.
  ///
  /// - Parameter gap: The column of the gaps between points.
  ///   Nil unless a point search compares gaps.
  package static func all(
    of path: PathData, _ series: PathSeries?, gap: PointColumn? = nil
  ) -> [PointColumn] {
    if let gap {
      return [.distance, gap] + all(of: path, series).filter { $0 != .distance }
    }
    var columns: [PointColumn] = [.distance]
    if path.measures.elevationMin != nil { columns.append(.elevation) }
    if path.measures.timeFirst != nil { columns.append(.time) }
    guard let series else { return columns + [.position] }
    if !series.speeds.isEmpty { columns.append(.speed) }
    if !series.slopes.isEmpty { columns.append(.slope) }
    columns += sensors.filter { series.sensors.columns[$0] != nil }.map(PointColumn.sensor)
    return columns + [.position]
  }
}
