import Testing

@testable import SwiftData

/// Values and rows that cannot be read: which calls throw the error, and how often.
@Suite struct ReadErrorTests {
  enum Yard {
    enum Kind: String, Codable {
      case oak, elm
    }
    @Model final class Tree {
      var name: String
      var kind: Kind
      var age: Int8
      init(name: String, kind: Kind, age: Int8 = 1) {
        self.name = name
        self.kind = kind
        self.age = age
      }
    }
  }
  typealias Tree = Yard.Tree

  let container: ModelContainer
  let context: ModelContext
  let tree = Tree(name: "a", kind: .elm, age: 7)

  init() throws {
    container = try ModelContainer(
      for: Tree.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    context = ModelContext(container)
    context.insert(tree)
    context.insert(Tree(name: "b", kind: .oak))
    try context.save()
  }

  /// Writes values that only a later version of the model can read into the row of `tree`.
  private func writeUnreadableValues() throws {
    try container.store.writeUnrecorded {
      try $0.execute(
        "UPDATE \"Tree\" SET \"name\" = 'new', \"kind\" = 'ash', \"age\" = 300 "
          + "WHERE \"_sd_id\" = \(tree.persistentModelID.primaryKey)")
    }
  }

  @Test func `an object keeps values whose stored values cannot be read`() throws {
    try writeUnreadableValues()
    let all = FetchDescriptor<Tree>(sortBy: [SortDescriptor(\.persistentModelID)])
    let error = #expect(throws: SwiftDataError.invalidValue) { try context.fetch(all) }
    #expect(error?.property == "kind")
    #expect(tree.name == "new")
    #expect(tree.kind == .elm)
    #expect(tree.age == 7)
    let other = try #require(
      try context.fetch(FetchDescriptor<Tree>(predicate: #Predicate { $0.name == "b" })).first)
    #expect(other.kind == .oak)
  }

  @Test func `only the next save throws for a value that a rollback could not read`() throws {
    try writeUnreadableValues()
    tree.kind = .oak
    context.rollback()
    #expect(tree.name == "new")
    #expect(tree.kind == .oak)
    tree.age = 8
    #expect(throws: SwiftDataError.invalidValue) { try context.save() }
    #expect(context.hasChanges)
    try context.save()
    #expect(!context.hasChanges)
  }

  @Test func `only the next save throws for a batch that could not be read`() throws {
    let fresh = ModelContext(container)
    let trees = try fresh.fetch(
      FetchDescriptor<Tree>(sortBy: [SortDescriptor(\.persistentModelID)]), batchSize: 1)
    try writeUnreadableValues()
    #expect(trees[0].isDeleted)
    trees[1].name = "c"
    #expect(throws: SwiftDataError.invalidValue) { try fresh.save() }
    try fresh.save()
    #expect(
      try fresh.fetchCount(FetchDescriptor<Tree>(predicate: #Predicate { $0.name == "c" })) == 1)
  }

  @Test func `every save throws for a refused object until the context is rolled back`()
    throws
  {
    let other = ModelContext(container)
    other.insert(tree)
    for _ in 0..<2 {
      #expect(throws: SwiftDataError.modelValidationFailure) { try other.save() }
    }
    other.rollback()
    try other.save()
  }
}
