import Foundation
import Testing

@testable import SwiftData

/// `.ephemeral` attributes, whose changes mark the object as changed and are never stored.
@Suite struct EphemeralAttributeTests {
  enum Mood: String, Codable { case calm, wild }

  enum Plain {
    @Model final class Cat {
      var name: String
      init(_ name: String) { self.name = name }
    }
  }

  enum Moody {
    @Model final class Cat {
      var name: String
      @Attribute(.ephemeral) var mood: Mood = Mood.calm
      @Attribute(.ephemeral) var distance: Double?
      init(_ name: String) { self.name = name }
    }
  }

  private func context() throws -> ModelContext {
    ModelContext(
      try ModelContainer(
        for: Schema([Moody.Cat.self]),
        configurations: ModelConfiguration(isStoredInMemoryOnly: true)))
  }

  @Test func `an ephemeral attribute is not part of the schema or the table`() throws {
    #expect(Schema([Plain.Cat.self]) == Schema([Moody.Cat.self]))
    let layout = try StoreLayout(models: [Moody.Cat.self])
    #expect(layout.entities.first?.createTable(in: layout).contains("mood") == false)
  }

  @Test func `a change of an ephemeral attribute marks the object but is not stored`() throws {
    let context = try context()
    let cat = Moody.Cat("Tom")
    cat.mood = .wild
    context.insert(cat)
    try context.save()
    #expect(cat.mood == .wild)
    cat.distance = 3
    #expect(cat.hasChanges && context.hasChanges)
    try context.save()
    #expect(!context.hasChanges && cat.distance == 3, "the object should keep the value in memory")
    let other = ModelContext(context.container)
    let found = try #require(try other.fetch(FetchDescriptor<Moody.Cat>()).first)
    #expect(found.mood == .calm && found.distance == nil && found.name == "Tom")
  }

  @Test func `rollback and fetch keep the ephemeral value of an object`() throws {
    let context = try context()
    let cat = Moody.Cat("Tom")
    context.insert(cat)
    try context.save()
    cat.mood = .wild
    cat.name = "Tim"
    context.rollback()
    _ = try context.fetch(FetchDescriptor<Moody.Cat>())
    #expect(cat.name == "Tom" && cat.mood == .wild)
  }

  @Test func `predicates and sort descriptors with ephemeral attributes are refused`() throws {
    let context = try context()
    let near = #Predicate<Moody.Cat> { ($0.distance ?? 9) < 3 }
    #expect(throws: SwiftDataError.unsupportedPredicate) {
      try context.fetch(FetchDescriptor(predicate: near))
    }
    #expect(throws: SwiftDataError.unsupportedSortDescriptor) {
      try context.fetch(FetchDescriptor<Moody.Cat>(sortBy: [SortDescriptor(\.distance)]))
    }
  }
}
