import SwiftData

/// What one group of version 1 holds, kept from one side of the migration to the other.
package final class GroupItem {
  package let group: PersistentIdentifier
  package fileprivate(set) var locations: [PersistentIdentifier] = []
  package fileprivate(set) var paths: [PersistentIdentifier] = []

  fileprivate init(group: PersistentIdentifier) { self.group = group }
}

/// The memberships on their way from `willMigrate`, which knows only the old models, to
/// `didMigrate`, which knows only the new.
///
/// The stages of a migration run one after the other on the thread that opens the store, so nothing
/// else reads or writes it; it is empty outside a migration.
nonisolated(unsafe) private var groupItems: [GroupItem] = []

extension CartographerMigrationPlan {
  /// Version 2 lets a place or path be in many groups. The one group each had is noted before the
  /// tables change and written into the new relationship after.
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
