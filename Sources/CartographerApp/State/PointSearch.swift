import CartographerCore
import Foundation
import Geodesy
import TerminalUI

/// Points of a path that were searched.
package struct PointSearch: Sendable, Equatable {
  package var text: String
  package var query: PointQuery
  /// As it was when it was searched.
  package var path: PathData
  /// Ascending; nil until they are found.
  package var found: [Int]?
  /// The number of the question that is on its way.
  package var asked: Int?
  /// Where the cursor was when the search began; the first found after it is gone to.
  package var origin: Int?

  /// Whether it is of what sensors measured, which is known later than the points.
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

/// The line in which a search is typed.
package struct SearchState: Sendable, Equatable {
  package var field = TextField()
  /// Where the cursor goes back to.
  package let origin: Int
  package var error: String?

  package init(origin: Int) {
    self.origin = origin
  }
}

/// Points to be searched, off the interface.
package struct PointSearchRequest: Sendable, Equatable {
  package let number: Int
  package let path: PathData
  package let series: PathSeries?
  package let query: PointQuery
  package let zone: TimeZone

  /// The points for which the query holds, ascending.
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
