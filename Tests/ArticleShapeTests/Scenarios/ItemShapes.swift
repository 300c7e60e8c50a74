import SwiftData

struct ItemSchemaV1: VersionedSchema {
  static var versionIdentifier: Schema.Version = Schema.Version(1, 0, 0)
  static var models: [any PersistentModel.Type] {
    [Item.self]
  }

  @Model
  final class Item {
    var timestamp: Date

    init(timestamp: Date) {
      self.timestamp = timestamp
    }
  }
}

struct ItemSchemaV2: VersionedSchema {
  static var versionIdentifier = Schema.Version(2, 0, 0)
  static var models: [any PersistentModel.Type] {
    [Item.self]
  }

  @Model
  final class Item {
    @Attribute(.unique) var timestamp: Date

    init(timestamp: Date) {
      self.timestamp = timestamp
    }
  }
}

struct ItemSchemaV3: VersionedSchema {
  static var versionIdentifier = Schema.Version(3, 0, 0)
  static var models: [any PersistentModel.Type] {
    [Item.self]
  }

  @Model
  final class Item {
    @Attribute(.unique) var timestamp: Date
    var message: String = "none"
    var image: String = ""

    init(timestamp: Date, message: String = "none", image: String = "") {
      self.timestamp = timestamp
      self.message = message
      self.image = image
    }
  }
}

typealias Item = ItemSchemaV3.Item

enum ItemUniquePlan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] {
    [ItemSchemaV1.self, ItemSchemaV2.self]
  }

  static var stages: [MigrationStage] {
    [migrateV1toV2]
  }

  static let migrateV1toV2: MigrationStage = MigrationStage.lightweight(
    fromVersion: ItemSchemaV1.self,
    toVersion: ItemSchemaV2.self
  )
}

enum ItemMigrationPlan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] {
    [ItemSchemaV1.self, ItemSchemaV2.self, ItemSchemaV3.self]
  }

  static var stages: [MigrationStage] {
    [ItemUniquePlan.migrateV1toV2, migrateV2toV3]
  }

  static let migrateV2toV3 = MigrationStage.custom(
    fromVersion: ItemSchemaV2.self,
    toVersion: ItemSchemaV3.self,
    willMigrate: nil
  ) { context in
    let items = try? context.fetch(FetchDescriptor<ItemSchemaV3.Item>())

    // swift-format-ignore: ReplaceForEachWithForLoop
    items?.forEach { item in
      item.image = "photo-\(Int(item.timestamp.timeIntervalSinceReferenceDate))"
    }

    try? context.save()
  }
}

/// A plan that fetches the old type in the new context and ignores the error.
enum WrongVersionItemPlan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] {
    ItemMigrationPlan.schemas
  }

  static var stages: [MigrationStage] {
    [ItemUniquePlan.migrateV1toV2, migrateV2toV3]
  }

  static let migrateV2toV3 = MigrationStage.custom(
    fromVersion: ItemSchemaV2.self,
    toVersion: ItemSchemaV3.self,
    willMigrate: nil
  ) { context in
    guard let items = try? context.fetch(FetchDescriptor<ItemSchemaV2.Item>()) else {
      return
    }
    for item in items { context.delete(item) }
    try? context.save()
  }
}

/// A plan that sets equal values of a unique property and ignores the error of the save.
enum EqualTimestampItemPlan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] {
    ItemMigrationPlan.schemas
  }

  static var stages: [MigrationStage] {
    [ItemUniquePlan.migrateV1toV2, migrateV2toV3]
  }

  static let migrateV2toV3 = MigrationStage.custom(
    fromVersion: ItemSchemaV2.self,
    toVersion: ItemSchemaV3.self,
    willMigrate: nil
  ) { context in
    let items = try? context.fetch(FetchDescriptor<ItemSchemaV3.Item>())
    for item in items ?? [] { item.timestamp = Date(timeIntervalSinceReferenceDate: 1) }
    try? context.save()
  }
}
