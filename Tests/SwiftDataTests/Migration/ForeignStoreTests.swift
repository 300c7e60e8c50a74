import SwiftData
import TestSupport
import Testing

/// The schema of another program that uses the library.
private enum Recipes: VersionedSchema {
  static let versionIdentifier = Schema.Version(3, 0, 0)
  static var models: [any PersistentModel.Type] { [Recipe.self, Item.self] }

  @Model final class Recipe {
    var title: String
    init(title: String) { self.title = title }
  }

  /// Shares only its name with a class of this program.
  @Model final class Item {
    var grams: Int = 0
    init() {}
  }
}

private enum F1: VersionedSchema {
  static let versionIdentifier = Schema.Version(1, 0, 0)
  static var models: [any PersistentModel.Type] { [Item.self, Tag.self] }

  @Model final class Item {
    var name: String
    init(name: String) { self.name = name }
  }

  @Model final class Tag {
    var label: String
    init(label: String) { self.label = label }
  }
}

private enum F2: VersionedSchema {
  static let versionIdentifier = Schema.Version(2, 0, 0)
  static var models: [any PersistentModel.Type] { [Item.self, Tag.self] }

  @Model final class Item {
    var name: String
    var note: String?
    init(name: String) { self.name = name }
  }

  @Model final class Tag {
    var label: String
    init(label: String) { self.label = label }
  }
}

/// A later version with a renamed class and a new class.
private enum F3: VersionedSchema {
  static let versionIdentifier = Schema.Version(3, 0, 0)
  static var models: [any PersistentModel.Type] { [Item.self, Label.self, Shelf.self] }

  @Model final class Item {
    var name: String
    var place: String?
    init(name: String) { self.name = name }
  }

  @Model(originalName: "Tag") final class Label {
    var label: String
    init(label: String) { self.label = label }
  }

  @Model final class Shelf {
    var number: Int = 0
    init() {}
  }
}

/// Stores of other programs and of later versions.
@Suite struct ForeignStoreTests {
  private func plans() -> [(any SchemaMigrationPlan.Type)?] {
    [nil, LightweightPlan<F1, F2>.self]
  }

  @Test func `a store with other classes belongs to another program, regardless of its version`()
    throws
  {
    try TemporaryDirectory.with { folder in
      let url = folder.appending(path: "x.store")
      try write(Recipes.self, url) { $0.insert(Recipes.Recipe(title: "Soup")) }
      for plan in plans() {
        let error = try expectRefusal(.unknownSchema, at: url) { try open(F2.self, url, plan) }
        #expect(error.message.contains("made the store, which contains Item, Recipe"))
        #expect(error.message.contains("this program's models are Item, Tag"))
        #expect(!error.message.contains("update"))
        #expect(error.samples == ["Item", "Recipe"])
      }
    }
  }

  @Test func `a store with a later version of the schema is refused as newer`() throws {
    try TemporaryDirectory.with { folder in
      let url = folder.appending(path: "x.store")
      try write(F3.self, url) { $0.insert(F3.Item(name: "a")) }
      for plan in plans() {
        let error = try expectRefusal(.backwardMigration, at: url) { try open(F2.self, url, plan) }
        #expect(error.message.contains("3.0.0"))
        #expect(error.message.contains("update the program"))
      }
    }
  }
}
