import CartographerCore
import Foundation
import Geodesy
import TerminalUI

/// A search for points of a path, and its result.
package struct PointSearch: Sendable, Equatable {
  package var text: String
  package var query: PointQuery
  /// The path's data at the time of the search.
  package var path: PathData
  /// The indexes of the points found, ascending, or nil until the search ends.
  package var found: [Int]?
  /// The number of the pending search request, or nil.
  package var asked: Int?
  /// The index of the selected point when the search began. The cursor moves to the first point
  /// found from there on.
  package var origin: Int?

  /// Whether the search needs sensor values, which are loaded after the points.
  var needsSeries: Bool { query.terms.contains(where: \.isOfSensors) }
}

extension PointQuery.Term {
  fileprivate var isOfSensors: Bool {
    guard case .compare(let quality, _, _) = self else { return false }
    switch quality {
    case .heartRate, .cadence, .power, .temperature: return true
    case .elevation, .distance, .gapSeconds, .gapMetres, .speed, .slope: return false
    }
  }
}

/// A point search to be run in the background.
package struct PointSearchRequest: Sendable, Equatable {
  package let number: Int
  package let path: PathData
  package let series: PathSeries?
  package let query: PointQuery
  package let zone: TimeZone

  /// Returns the indexes of the points that match the query, ascending.
  ///
  /// - Complexity: O(points · terms).
  package func matches() -> [Int] {
    var sensors: [PointQuery.Quality: [Double]] = [:]
    if let columns = series?.sensors.columns {
      sensors[.heartRate] = columns[.heartRate]
      sensors[.cadence] = columns[.cadence]
      sensors[.power] = columns[.power]
      sensors[.temperature] = columns[.airTemperature] ?? columns[.waterTemperature]
    }
    return query.matches(
      in: PointQueryColumns(path.geometry.columns, sensors: sensors, zone: zone))
  }
}
