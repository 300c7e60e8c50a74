import SwiftData

enum UsersSchemaV1: VersionedSchema {
  static var versionIdentifier = Schema.Version(1, 0, 0)
  static var models: [any PersistentModel.Type] { [User.self] }

  @Model
  class User {
    var name: String
    var email: String

    init(name: String, email: String) {
      self.name = name
      self.email = email
    }
  }
}

enum UsersSchemaV2: VersionedSchema {
  static var versionIdentifier = Schema.Version(2, 0, 0)
  static var models: [any PersistentModel.Type] { [User.self] }

  @Model
  class User {
    @Attribute(originalName: "name") var fullName: String
    @Attribute(.unique) var email: String

    init(fullName: String, email: String) {
      self.fullName = fullName
      self.email = email
    }
  }
}

typealias User = UsersSchemaV2.User

enum UsersMigrationPlan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] {
    [UsersSchemaV1.self, UsersSchemaV2.self]
  }

  static var stages: [MigrationStage] { [migrateV1toV2] }

  /// Keeps the first user of each address.
  static let migrateV1toV2 = MigrationStage.custom(
    fromVersion: UsersSchemaV1.self,
    toVersion: UsersSchemaV2.self,
    willMigrate: { context in
      let users = try context.fetch(FetchDescriptor<UsersSchemaV1.User>())
      var seen = Set<String>()
      for user in users where !seen.insert(user.email).inserted {
        context.delete(user)
      }
      try context.save()
    },
    didMigrate: nil
  )
}

/// A plan that does not delete duplicates.
enum UsersPlanWithoutDeletion: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { UsersMigrationPlan.schemas }

  static var stages: [MigrationStage] {
    [.lightweight(fromVersion: UsersSchemaV1.self, toVersion: UsersSchemaV2.self)]
  }
}

/// A version without addresses, so the mandatory address of version 2 has no values.
enum NamedUsersSchemaV1: VersionedSchema {
  static var versionIdentifier = Schema.Version(1, 0, 0)
  static var models: [any PersistentModel.Type] { [User.self] }

  @Model
  class User {
    var name: String

    init(name: String) {
      self.name = name
    }
  }
}

enum NamedUsersPlan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] {
    [NamedUsersSchemaV1.self, UsersSchemaV2.self]
  }

  static var stages: [MigrationStage] {
    [
      .custom(
        fromVersion: NamedUsersSchemaV1.self, toVersion: UsersSchemaV2.self,
        willMigrate: { context in
          _ = try context.fetch(FetchDescriptor<NamedUsersSchemaV1.User>())
          try context.save()
        }, didMigrate: nil)
    ]
  }
}

/// A plan that gives every user the same address.
enum EqualAddressUsersPlan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { NamedUsersPlan.schemas }

  static var stages: [MigrationStage] {
    [
      .custom(fromVersion: NamedUsersSchemaV1.self, toVersion: UsersSchemaV2.self, willMigrate: nil)
      { context in
        for user in try context.fetch(FetchDescriptor<User>()) {
          user.email = "unknown@example.org"
        }
      }
    ]
  }
}
