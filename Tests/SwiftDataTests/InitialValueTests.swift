import Foundation
import SwiftData
import Testing

private enum Initial {
  @Model final class Thing {
    var name: String
    var size: Int? = 3
    var label: String? = "none"
    var `for`: Double? = 6
    var day: Date?
    init(name: String) { self.name = name }
  }
}

/// Initial values of properties that the initialiser does not assign.
struct InitialValueTests {
  @Test func `optional properties have their initial values in memory and in the store`() throws {
    let container = try ModelContainer(
      for: Initial.Thing.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    let context = ModelContext(container)
    let thing = Initial.Thing(name: "a")
    #expect(thing.size == 3)
    #expect(thing.label == "none")
    #expect(thing.for == 6)
    #expect(thing.day == nil)
    context.insert(thing)
    try context.save()
    let stored = try #require(
      try ModelContext(container).fetch(FetchDescriptor<Initial.Thing>()).first)
    #expect(stored.size == 3)
    #expect(stored.label == "none")
    #expect(stored.for == 6)
  }
}
