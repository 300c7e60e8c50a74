import Foundation
import SwiftData

extension CartographerMigrationPlan {
  /// The migration to schema version 4, which stores the complete content of imported files and
  /// links each item to its import record. Before version 4, each import stored the same unique
  /// time in its record and in all its items. The migration uses that time to match the items with
  /// their import.
  package static let wholeFiles = MigrationStage.custom(
    fromVersion: CartographerSchemaV3.self, toVersion: CartographerSchemaV4.self, willMigrate: nil,
    didMigrate: { try leadItemsToTheirImports(in: $0) })

  private static func leadItemsToTheirImports(in context: ModelContext) throws {
    typealias V4 = CartographerSchemaV4
    var imports: [Date: PersistentIdentifier] = [:]
    for record in try context.fetch(FetchDescriptor<V4.ImportRecord>()) {
      imports[record.time] = record.persistentModelID
    }
    guard !imports.isEmpty else { return }
    for (record, items) in try items(V4.Location.self, \.created, imports, context) {
      try context.update(
        V4.Location.self, [.set(\.importRecord, to: record)],
        where: #Predicate { items.contains($0.persistentModelID) })
    }
    for (record, items) in try items(V4.Path.self, \.created, imports, context) {
      try context.update(
        V4.Path.self, [.set(\.importRecord, to: record)],
        where: #Predicate { items.contains($0.persistentModelID) })
    }
  }

  /// Returns the items that each import created. These items have the same creation time as the
  /// import.
  private static func items<Item: PersistentModel>(
    _ type: Item.Type, _ created: KeyPath<Item, Date>, _ imports: [Date: PersistentIdentifier],
    _ context: ModelContext
  ) throws -> [PersistentIdentifier: [PersistentIdentifier]] {
    var items: [PersistentIdentifier: [PersistentIdentifier]] = [:]
    try context.forEachChunk(of: type, [.key, .date(created)]) { chunk in
      for (key, time) in zip(chunk.integers(0), chunk.doubles(1)) {
        guard let record = imports[Date(timeIntervalSinceReferenceDate: time)] else { continue }
        items[record, default: []].append(context.identifier(of: type, key: key))
      }
    }
    return items
  }
}
