// Source in the style of articles about Apple's framework must compile unchanged. Therefore this
// target uses the Swift 5 mode, and this file imports only SwiftData.
import SwiftData

enum RecipeSchemaV1: VersionedSchema {
  static var versionIdentifier = Schema.Version(1, 0, 0)
  static var models: [any PersistentModel.Type] = [Recipe.self, Tag.self]

  @Model
  final class Recipe: Hashable {
    var title: String
    var minutes: Int = 10
    var added: Date
    var tag: Tag?

    init(title: String, added: Date = .now, tag: Tag? = nil) {
      self.title = title
      self.added = added
      self.tag = tag
    }
  }

  @Model
  class Tag {
    var label: String
    var recipes: [Recipe]?

    init(label: String) {
      self.label = label
    }
  }
}

enum RecipeSchemaV2: VersionedSchema {
  static var versionIdentifier = Schema.Version(2, 0, 0)
  static var models: [any PersistentModel.Type] = [Recipe.self, Tag.self]

  @Model
  final class Recipe {
    @Attribute(originalName: "title")
    var name: String
    var minutes: Int
    var added: Date
    var tags: [Tag]

    init(name: String, minutes: Int, added: Date, tags: [Tag] = []) {
      self.name = name
      self.minutes = minutes
      self.added = added
      self.tags = tags
    }
  }

  @Model
  class Tag {
    var label: String
    @Relationship(inverse: \Recipe.tags) var recipes: [Recipe]

    init(label: String) {
      self.label = label
      self.recipes = []
    }
  }
}

var tagsOfRecipes: [PersistentIdentifier: PersistentIdentifier] = [:]

enum RecipeMigrationPlan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] = [RecipeSchemaV1.self, RecipeSchemaV2.self]
  static var stages: [MigrationStage] = [migrateV1toV2]

  static let migrateV1toV2 = MigrationStage.custom(
    fromVersion: RecipeSchemaV1.self,
    toVersion: RecipeSchemaV2.self,
    willMigrate: { context in
      let recipes = try context.fetch(FetchDescriptor<RecipeSchemaV1.Recipe>())
      for recipe in recipes {
        if let tag = recipe.tag {
          tagsOfRecipes[recipe.persistentModelID] = tag.persistentModelID
        }
      }
      try context.save()
    },
    didMigrate: { context in
      let tags = try context.fetch(FetchDescriptor<RecipeSchemaV2.Tag>())
      for recipe in try context.fetch(FetchDescriptor<RecipeSchemaV2.Recipe>()) {
        guard let id = tagsOfRecipes[recipe.persistentModelID] else { continue }
        recipe.tags = tags.filter { $0.persistentModelID == id }
      }
      try context.save()
    })
}

typealias Recipe = RecipeSchemaV2.Recipe

extension Recipe {
  var isQuick: Bool { minutes < 15 }
}
