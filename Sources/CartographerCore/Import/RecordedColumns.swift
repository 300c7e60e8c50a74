import CartographerModel
import Foundation
import SwiftData

/// A reader for the items of one import, or for all items in the library. The reader uses database
/// columns instead of objects, since there may be hundreds of thousands of items.
struct RecordedColumns {
  private let context: ModelContext
  /// The import whose items are read. Nil to read all items in the library.
  private let identifier: PersistentIdentifier?
  private let isWanted: (FileItem) -> Bool

  /// Creates a reader of an import's items.
  init(_ context: ModelContext, of identifier: PersistentIdentifier) {
    (self.context, self.identifier) = (context, identifier)
    isWanted = { _ in true }
  }

  /// Creates a reader of the library's items that satisfy a condition.
  init(_ context: ModelContext, where isWanted: @escaping (FileItem) -> Bool) {
    (self.context, self.isWanted) = (context, isWanted)
    identifier = nil
  }

  func places() throws -> [FileItem] {
    let wanted = identifier.map { record in
      #Predicate<Location> { $0.importRecord?.persistentModelID == record }
    }
    let undigested = try keys(
      of: Location.self,
      identifier.map { record in
        #Predicate { $0.importRecord?.persistentModelID == record && $0.digest == nil }
      } ?? #Predicate { $0.digest == nil })
    let unplaced = try keys(
      of: Location.self,
      identifier.map { record in
        #Predicate { $0.importRecord?.persistentModelID == record && $0.position == nil }
      } ?? #Predicate { $0.position == nil })
    var items: [FileItem] = []
    try context.forEachChunk(
      of: Location.self,
      [
        .key, .text(\.name), .boolean(\.isNameless), .date(\.trashed), .integer(\.digest),
        .integer(\.position), .reference(\.importRecord), .reference(\.waypoint),
      ], where: wanted
    ) { chunk in
      let (keys, waypoints) = (chunk.integers(0), chunk.integers(7))
      let points = try points(waypoints)
      let rows = Rows(chunk, undigested, unplaced)
      for row in 0..<chunk.count {
        var item = rows.item(row, ItemID(.location, keys[row]), .place)
        item.first = points[waypoints[row]]
        if isWanted(item) { items.append(item) }
      }
    }
    return items
  }

  func paths() throws -> [FileItem] {
    let wanted = identifier.map { record in
      #Predicate<Path> { $0.importRecord?.persistentModelID == record }
    }
    let undigested = try keys(
      of: Path.self,
      identifier.map { record in
        #Predicate { $0.importRecord?.persistentModelID == record && $0.digest == nil }
      } ?? #Predicate { $0.digest == nil })
    let unplaced = try keys(
      of: Path.self,
      identifier.map { record in
        #Predicate { $0.importRecord?.persistentModelID == record && $0.position == nil }
      } ?? #Predicate { $0.position == nil })
    var items: [FileItem] = []
    try context.forEachChunk(
      of: Path.self,
      [
        .key, .text(\.name), .boolean(\.isNameless), .date(\.trashed), .integer(\.digest),
        .integer(\.position), .reference(\.importRecord), .text(\.kind),
      ], where: wanted
    ) { chunk in
      let (keys, kinds) = (chunk.integers(0), chunk.texts(7))
      let first = try context.firstKeys(of: Waypoint.self, by: \.path, targets: keys)
      let points = try points(Array(first.values))
      let rows = Rows(chunk, undigested, unplaced)
      for (row, key) in keys.enumerated() {
        var item = rows.item(
          row, ItemID(.path, key), FileItem.Kind(rawValue: kinds[row]) ?? .track)
        item.first = first[key].flatMap { points[$0] }
        if isWanted(item) { items.append(item) }
      }
    }
    return items
  }

  /// The database columns that places and paths have in common.
  private struct Rows {
    private let names: [String]
    private let nameless: [Int64]
    private let trashed: [Double]
    private let digests: [Int64]
    private let positions: [Int64]
    /// The database keys of the rows without a digest. The set is necessary because a nil digest is
    /// read as 0, which is also a valid digest. For the same reason, `unplaced` contains the keys
    /// of the rows without a position.
    private let undigested: Set<Int64>
    private let unplaced: Set<Int64>
    private let records: [Int64]

    init(_ chunk: BulkChunk, _ undigested: Set<Int64>, _ unplaced: Set<Int64>) {
      names = chunk.texts(1)
      nameless = chunk.integers(2)
      trashed = chunk.doubles(3)
      digests = chunk.integers(4)
      positions = chunk.integers(5)
      records = chunk.integers(6)
      (self.undigested, self.unplaced) = (undigested, unplaced)
    }

    func item(_ row: Int, _ id: ItemID, _ kind: FileItem.Kind) -> FileItem {
      var item = FileItem(id: id, kind: kind, name: nameless[row] == 0 ? names[row] : nil)
      item.digest = undigested.contains(id.key) ? nil : Int(digests[row])
      item.position = unplaced.contains(id.key) ? nil : Int(positions[row])
      item.isTrashed = !trashed[row].isNaN
      item.record = records[row]
      return item
    }
  }

  private func keys<Model: PersistentModel>(
    of type: Model.Type, _ predicate: Predicate<Model>
  ) throws -> Set<Int64> {
    var keys: Set<Int64> = []
    try context.forEachChunk(of: type, [.key], where: predicate) { keys.formUnion($0.integers(0)) }
    return keys
  }

  /// Returns the points with the given database keys, indexed by key. Missing points are omitted.
  private func points(_ keys: [Int64]) throws -> [Int64: FileItem.FirstPoint] {
    var points: [Int64: FileItem.FirstPoint] = [:]
    points.reserveCapacity(keys.count)
    try context.forEachChunk(
      of: Waypoint.self,
      [.key, .double(\.latitude), .double(\.longitude), .date(\.timestamp)], rows: .keys(keys)
    ) { chunk in
      let (found, times) = (chunk.integers(0), chunk.doubles(3))
      let (latitudes, longitudes) = (chunk.doubles(1), chunk.doubles(2))
      for row in 0..<chunk.count {
        points[found[row]] = FileItem.FirstPoint(
          latitude: latitudes[row], longitude: longitudes[row],
          time: times[row].isNaN ? nil : times[row])
      }
    }
    return points
  }
}
