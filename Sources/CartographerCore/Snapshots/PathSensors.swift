import CartographerModel
import Foundation
import GeoFormats
import SwiftData

/// A quantity measured by a sensor. The raw value is the quantity's name in JSON output.
package enum SensorQuantity: String, CaseIterable, Sendable {
  case heartRate, cadence, airTemperature, waterTemperature, depth, speed, course, bearing
  case power, distance

  /// The symbol of the quantity's unit, to be shown after a number.
  package var unit: String {
    switch self {
    case .heartRate: "bpm"
    case .cadence: "rpm"
    case .airTemperature, .waterTemperature: "°C"
    case .depth, .distance: "m"
    case .speed: "m/s"
    case .course, .bearing: "°"
    case .power: "W"
    }
  }
}

/// The sensor values at the points of a path: quantities other than position, elevation and time.
package struct PathSensors: Sendable, Equatable {
  /// The values of each quantity in point order, with NaN for missing values. Quantities without
  /// any value are omitted.
  package private(set) var columns: [SensorQuantity: [Double]] = [:]
  private var count = 0

  /// Creates sensor values from the given columns.
  ///
  /// - Parameter columns: The sensor columns, each with one value for every point.
  package init(columns: [SensorQuantity: [Double]] = [:]) {
    self.columns = columns
    count = columns.first?.value.count ?? 0
  }

  /// Creates sensor values from arrays of numbers, omitting quantities that have no values.
  ///
  /// - Parameter values: The values of each quantity, with NaN for a point without a value.
  ///   The arrays are empty for a path without points.
  init(_ quantities: [SensorQuantity], _ values: [[Double]]) {
    for (quantity, values) in zip(quantities, values) where values.contains(where: { !$0.isNaN }) {
      columns[quantity] = values
    }
    count = values.first?.count ?? 0
  }

  package var isEmpty: Bool { columns.isEmpty }

  mutating func append(_ points: GeoPoints) {
    for (sensor, quantity) in zip(GeoSensor.allCases, SensorQuantity.allCases) {
      let values = points.sensors[sensor.rawValue]
      if values.isEmpty, columns[quantity] == nil { continue }
      var column = columns[quantity] ?? [Double](repeating: .nan, count: count)
      column += values.isEmpty ? [Double](repeating: .nan, count: points.count) : values
      columns[quantity] = column
    }
    count += points.count
  }

  /// Returns the sensor values for a range of points.
  func part(_ range: Range<Int>) -> PathSensors {
    var part = PathSensors()
    part.count = range.count
    part.columns = columns.mapValues { Array($0[range.clamped(to: $0.indices)]) }
    return part
  }

  /// Returns a quantity's mean and maximum. The result is nil if no point has a value.
  package func meanAndMaximum(of quantity: SensorQuantity) -> (mean: Double, maximum: Double)? {
    let values = columns[quantity]?.filter { !$0.isNaN } ?? []
    guard let maximum = values.max() else { return nil }
    return (values.reduce(0, +) / Double(values.count), maximum)
  }
}

extension Library {
  /// Returns the sensor values of a path's points, or no values if the path does not exist.
  ///
  /// - Complexity: O(*n*), where *n* is the number of points in the path.
  @concurrent
  package nonisolated func sensors(of id: ItemID) async throws -> PathSensors {
    try LibraryError.translating { try PathSensors(of: id, in: ModelContext(container)) }
  }
}

extension PathSensors {
  init(of id: ItemID, in context: ModelContext) throws {
    try PointRows(context).forEachPiece(of: id) { append($0) }
  }
}
