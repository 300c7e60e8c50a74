import CartographerModel
import SwiftData

/// The waypoints of a generated walk, as columns. One fifth has no elevation, and one fifth has no
/// time.
struct PointColumns {
  var latitudes: [Double] = []
  var longitudes: [Double] = []
  var elevations: [Double] = []
  var times: [Double] = []
  let count: Int

  init(first: Int, count: Int) {
    self.count = count
    for number in first..<first + count {
      latitudes.append(45 + Double(number % 30_011) / 10_003)
      longitudes.append(6 + Double(number % 40_009) / 10_007)
      elevations.append(number % 5 == 1 ? .nan : 500 + Double(number % 3_001) / 2)
      times.append(number % 5 == 2 ? .nan : 8e8 + Double(number))
    }
  }

  func append(to context: ModelContext, of path: PersistentIdentifier?) throws {
    try context.append(
      CartographerSchemaV3.Waypoint.self, count: count,
      [
        .values(\.latitude, latitudes), .values(\.longitude, longitudes),
        .values(\.elevation, nanAsNil: elevations), .values(\.timestamp, nanAsNil: times),
        .counting(\.index, from: 1024, by: 1024), .constant(\.segment, 0),
        .reference(\.path, path),
      ])
  }
}
