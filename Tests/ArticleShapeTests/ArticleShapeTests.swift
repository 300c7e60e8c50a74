import SwiftData
import TestSupport
import Testing

@Suite struct ArticleShapeTests {
  @Test func `a store created without a plan is migrated by a custom plan`() throws {
    try TemporaryDirectory.with { folder in
      let url = folder.appending(path: "recipes.store")
      let old = try ModelContainer(
        for: RecipeSchemaV1.Recipe.self, configurations: ModelConfiguration(url: url))
      let context = ModelContext(old)
      let tag = RecipeSchemaV1.Tag(label: "soup")
      context.insert(RecipeSchemaV1.Recipe(title: "Pea soup", tag: tag))
      context.insert(RecipeSchemaV1.Recipe(title: "Bread"))
      try context.save()
      try old.close()

      let container = try ModelContainer(
        for: Recipe.self, migrationPlan: RecipeMigrationPlan.self,
        configurations: ModelConfiguration(url: url))
      let migrated = ModelContext(container)
      let recipes = try migrated.fetch(
        FetchDescriptor<Recipe>(sortBy: [SortDescriptor(\.name)]))
      #expect(recipes.map(\.name) == ["Bread", "Pea soup"])
      let labels = recipes.map { $0.tags.map(\.label) }
      #expect(labels == [[], ["soup"]])
      let areQuick = recipes.map(\.isQuick)
      #expect(areQuick == [true, true])
      try container.close()
    }
  }

  @Test @MainActor func `the main context saves an object with its related objects`() throws {
    let container = try ModelContainer(
      for: Recipe.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    let tags = ["a", "b"].map { RecipeSchemaV2.Tag(label: $0) }
    let recipe = Recipe(name: "Cake", minutes: 60, added: .now)
    container.mainContext.insert(recipe)
    recipe.tags = tags
    try container.mainContext.save()
    #expect(try container.mainContext.fetchCount(FetchDescriptor<RecipeSchemaV2.Tag>()) == 2)
  }
}
