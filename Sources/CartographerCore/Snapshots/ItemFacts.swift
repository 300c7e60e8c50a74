import CartographerModel
import Foundation
import GeoFormats
import SwiftData

/// What is shown of one item and no list and no map needs: what its file said, and what was measured
/// along a path.
package struct ItemFacts: Sendable, Equatable {
  /// A quantity over the points of a path that have it.
  package struct Measured: Sendable, Equatable {
    package var quantity: PathSensors.Quantity
    package var mean: Double
    package var minimum: Double
    package var maximum: Double

    package init(
      quantity: PathSensors.Quantity, mean: Double, minimum: Double, maximum: Double
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
  /// What else is known of a place or path; nothing for any other item.
  ///
  /// - Throws: ``LibraryError``; `CancellationError`.
  /// - Complexity: O(points).
  @concurrent
  package nonisolated func facts(of id: ItemID) async throws -> ItemFacts {
    let fields = try await fields(of: id)
    guard id.kind == .path else { return ItemFacts(id: id, fields: fields) }
    return try LibraryError.translating {
      let context = ModelContext(container)
      let path = context.identifier(id)
      var sums = [(count: Int, sum: Double, minimum: Double, maximum: Double)](
        repeating: (0, 0, .infinity, -.infinity), count: PathSensors.Quantity.allCases.count)
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
      let measured = zip(PathSensors.Quantity.allCases, sums).filter { $1.count > 0 }.map {
        ItemFacts.Measured(
          quantity: $0, mean: $1.sum / Double($1.count), minimum: $1.minimum,
          maximum: $1.maximum)
      }
      return ItemFacts(id: id, fields: fields, measured: measured)
    }
  }
}
