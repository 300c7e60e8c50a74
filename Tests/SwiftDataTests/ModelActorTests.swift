import SwiftData
import Testing

@ModelActor
private actor Clerk {
  func sign(_ name: String) throws -> PersistentIdentifier {
    let club = Shop.Club(name: name)
    modelContext.insert(club)
    try modelContext.save()
    return club.persistentModelID
  }

  func name(of id: PersistentIdentifier) -> String? { self[id, as: Shop.Club.self]?.name }
}

@Suite struct ModelActorTests {
  @Test func `an actor finds an object of another actor by its identifier`() async throws {
    let container = try Shop.container()
    let first = Clerk(modelContainer: container)
    let second = Clerk(modelContainer: container)
    let id = try await first.sign("Alpine club")
    #expect(await second.name(of: id) == "Alpine club")
    let other = try PersistentIdentifier.identifier(
      for: "another store", entityName: "Club", primaryKey: id.primaryKey)
    #expect(await second.name(of: other) == nil)
  }

  @Test func `concurrent writes by several actors lose no rows`() async throws {
    let container = try Shop.container()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for worker in 0..<4 {
        let clerk = Clerk(modelContainer: container)
        group.addTask {
          for number in 0..<10 { _ = try await clerk.sign("\(worker)-\(number)") }
        }
      }
      try await group.waitForAll()
    }
    let context = ModelContext(container)
    #expect(try context.fetchCount(FetchDescriptor<Shop.Club>()) == 40)
    #expect(try container.history().count == 40)
  }
}
