import CartographerModel
import Foundation
import GeoFormats
import SwiftData

/// What devices measured at the points of a path besides position, elevation and time.
package struct PathSensors: Sendable, Equatable {
  /// A quantity, by its name in the JSON of the command line.
  package enum Quantity: String, CaseIterable, Sendable {
    case heartRate, cadence, airTemperature, waterTemperature, depth, speed, course, bearing
    case power, distance

    /// As it is shown behind a number.
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

  /// A value for each point, in order, NaN where there is none; quantities that no point has are
  /// not there.
  package private(set) var columns: [Quantity: [Double]] = [:]
  private var count = 0

  /// - Parameter columns: Of equal length, a value for each point.
  package init(columns: [Quantity: [Double]] = [:]) {
    self.columns = columns
    count = columns.first?.value.count ?? 0
  }

  /// - Parameter values: One column for each quantity, with NaN for a point without a value; empty for
  ///   a path without points.
  init(_ quantities: [Quantity], _ values: [[Double]]) {
    for (quantity, values) in zip(quantities, values) where values.contains(where: { !$0.isNaN }) {
      columns[quantity] = values
    }
    count = values.first?.count ?? 0
  }

  package var isEmpty: Bool { columns.isEmpty }

  mutating func append(_ points: GeoPoints) {
    for (sensor, quantity) in zip(GeoSensor.allCases, Quantity.allCases) {
      let values = points.sensors[sensor.rawValue]
      if values.isEmpty, columns[quantity] == nil { continue }
      var column = columns[quantity] ?? [Double](repeating: .nan, count: count)
      column += values.isEmpty ? [Double](repeating: .nan, count: points.count) : values
      columns[quantity] = column
    }
    count += points.count
  }

  /// Those of a range of the points.
  func part(_ range: Range<Int>) -> PathSensors {
    var part = PathSensors()
    part.count = range.count
    part.columns = columns.mapValues { Array($0[range.clamped(to: $0.indices)]) }
    return part
  }

  /// The mean over the points that have a value, and the highest; nil where none has.
  package func meanAndMaximum(of quantity: Quantity) -> (mean: Double, maximum: Double)? {
    let values = columns[quantity]?.filter { !$0.isNaN } ?? []
    guard let maximum = values.max() else { return nil }
    return (values.reduce(0, +) / Double(values.count), maximum)
  }
}

extension Library {
  /// What was measured at the points of a path; nothing for one that is not there.
  ///
  /// - Complexity: O(points).
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
