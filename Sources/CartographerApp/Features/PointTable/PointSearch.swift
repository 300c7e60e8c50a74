import CartographerCore
import Foundation
import Geodesy
import TerminalUI

/// A search for points of a path, and its result.
package struct PointSearch: Sendable, Equatable {
  package let text: String
  package let query: PointQuery
  /// The path's data at the time of the last search request.
  package private(set) var path: PathData
  /// The indexes of the points found, in ascending order. Nil until the search ends.
  package private(set) var found: [Int]?
  /// The number of the pending search request. Nil if no request is pending.
  private var pending: Int?
  /// The index of the point that was selected when the search began. Nil if the search has ended.
  /// The cursor moves to the first matching point at or after the point at which the search began.
  private(set) var origin: Int?

  init(text: String, query: PointQuery, path: PathData, origin: Int?) {
    self.text = text
    self.query = query
    self.path = path
    self.origin = origin
  }

  var isPending: Bool { pending != nil }

  /// Starts a request for the points that match the search, and invalidates earlier requests.
  mutating func request(in path: PathData, number: Int) {
    self.path = path
    pending = number
    found = nil
  }

  /// Stores the points found by the search. Returns false if the points belong to an outdated
  /// request.
  mutating func receive(_ points: [Int], of number: Int) -> Bool {
    guard pending == number else { return false }
    pending = nil
    found = points
    origin = nil
    return true
  }

  mutating func cancelRequest() { pending = nil }

  /// Whether the search needs sensor values, which are loaded after the points.
  var needsSeries: Bool { query.terms.contains(where: \.isOfSensors) }
}

extension PointQuery.Term {
  fileprivate var isOfSensors: Bool {
    guard case .compare(let quality, _, _) = self else { return false }
    switch quality {
    case .heartRate, .cadence, .power, .temperature: return true
    case .elevation, .distance, .gapSeconds, .gapMetres, .speed, .slope, .segment: return false
    }
  }
}

/// A request to run a point search in the background.
package struct PointSearchRequest: Sendable, Equatable {
  package let number: Int
  package let path: PathData
  package let series: PathSeries?
  package let query: PointQuery
  package let zone: TimeZone

  /// Returns the indexes of the points that match the query, in ascending order.
  ///
  /// - Complexity: O(n · t) for n points and t query terms.
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
