import SwiftData

/// A group from schema version 1 and its members, kept in memory during the migration.
package final class GroupItem {
  package let group: PersistentIdentifier
  package fileprivate(set) var locations: [PersistentIdentifier] = []
  package fileprivate(set) var paths: [PersistentIdentifier] = []

  fileprivate init(group: PersistentIdentifier) { self.group = group }
}

/// The group memberships that `willMigrate` passes to `didMigrate`. `willMigrate` can use
/// only the old models, and `didMigrate` only the new ones.
///
/// The stages of a migration run in sequence on the thread that opens the store, so no other thread
/// accesses this variable. The variable is empty except during a migration.
nonisolated(unsafe) private var groupItems: [GroupItem] = []

extension CartographerMigrationPlan {
  /// The migration to schema version 2, in which a place or path can be in many groups. Each item's
  /// single group is recorded before the tables change, and is added to the new relationship
  /// afterwards.
  package static let oneGroupToMany = MigrationStage.custom(
    fromVersion: CartographerSchemaV1.self, toVersion: CartographerSchemaV2.self,
    willMigrate: { try collectGroups(in: $0) }, didMigrate: { try restoreGroups(in: $0) })

  package static func collectGroups(in context: ModelContext) throws {
    groupItems = []
    for group in try context.fetch(FetchDescriptor<CartographerSchemaV1.AnnotationGroup>()) {
      let item = GroupItem(group: group.persistentModelID)
      item.locations = group.locations.map(\.persistentModelID)
      item.paths = group.paths.map(\.persistentModelID)
      groupItems.append(item)
    }
  }

  package static func restoreGroups(in context: ModelContext) throws {
    defer { groupItems = [] }
    let groups = try objects(of: CartographerSchemaV2.AnnotationGroup.self, in: context)
    let locations = try objects(of: CartographerSchemaV2.Location.self, in: context)
    let paths = try objects(of: CartographerSchemaV2.Path.self, in: context)
    for item in groupItems {
      guard let group = groups[item.group] else { continue }
      group.locations = item.locations.compactMap { locations[$0] }
      group.paths = item.paths.compactMap { paths[$0] }
    }
    try context.save()
  }

  private static func objects<Model: PersistentModel>(
    of type: Model.Type, in context: ModelContext
  ) throws -> [PersistentIdentifier: Model] {
    let models = try context.fetch(FetchDescriptor<Model>())
    return Dictionary(uniqueKeysWithValues: models.map { ($0.persistentModelID, $0) })
  }
}
