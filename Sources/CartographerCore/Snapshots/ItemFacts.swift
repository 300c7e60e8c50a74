import CartographerModel
import Foundation
import GeoFormats
import SwiftData

/// Details of an item that are not shown in lists or on the map: rarely used fields from the
/// imported file and, for a path, sensor values.
package struct ItemFacts: Sendable, Equatable {
  /// The mean and the range of a sensor quantity, computed from the points that have a value.
  package struct Measured: Sendable, Equatable {
    package var quantity: SensorQuantity
    package var mean: Double
    package var minimum: Double
    package var maximum: Double

    package init(
      quantity: SensorQuantity, mean: Double, minimum: Double, maximum: Double
    ) {
      self.quantity = quantity
      self.mean = mean
      self.minimum = minimum
      self.maximum = maximum
    }
  }

  package var id: ItemID
  package var fields: ItemFields
  package var measured: [Measured]

  package init(id: ItemID, fields: ItemFields = ItemFields(), measured: [Measured] = []) {
    self.id = id
    self.fields = fields
    self.measured = measured
  }
}

extension Library {
  /// Returns the details of a place or path, or empty details for any other item.
  ///
  /// - Throws: ``LibraryError`` if the store cannot be read.
  ///   `CancellationError` if the task is cancelled.
  /// - Complexity: O(*n*), where *n* is the number of points in the path.
  @concurrent
  package nonisolated func facts(of id: ItemID) async throws -> ItemFacts {
    let fields = try await fields(of: id)
    guard id.kind == .path else { return ItemFacts(id: id, fields: fields) }
    return try LibraryError.translating {
      let context = ModelContext(container)
      let path = context.identifier(id)
      var sums = [(count: Int, sum: Double, minimum: Double, maximum: Double)](
        repeating: (0, 0, .infinity, -.infinity), count: SensorQuantity.allCases.count)
      try context.forEachChunk(
        of: Waypoint.self, PointRows.sensors.map { .double($0) },
        where: #Predicate { $0.path?.persistentModelID == path }
      ) { chunk in
        try Task.checkCancellation()
        for column in sums.indices {
          for value in chunk.doubles(column) where !value.isNaN {
            sums[column].count += 1
            sums[column].sum += value
            sums[column].minimum = min(sums[column].minimum, value)
            sums[column].maximum = max(sums[column].maximum, value)
          }
        }
      }
      let measured = zip(SensorQuantity.allCases, sums).filter { $1.count > 0 }.map {
        ItemFacts.Measured(
          quantity: $0, mean: $1.sum / Double($1.count), minimum: $1.minimum,
          maximum: $1.maximum)
      }
      return ItemFacts(id: id, fields: fields, measured: measured)
    }
  }
}
