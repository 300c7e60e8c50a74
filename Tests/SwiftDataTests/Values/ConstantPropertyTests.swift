import Foundation
import TestSupport
import Testing

@testable import SwiftData

/// `let` properties that get their value in an initialiser.
@Suite struct ConstantPropertyTests {
  enum Kind: String, Codable { case hut, town }
  struct Size: Codable, Equatable { var beds = 4 }

  @Model final class Place {
    @Attribute(.unique) let id: Int
    let made: Date
    let kind: Kind
    let former: Kind?
    let size: Size?
    let limit = 3
    var name: String

    init(id: Int, kind: Kind = .hut, name: String = "") {
      self.id = id
      made = Date(timeIntervalSinceReferenceDate: 5)
      self.kind = kind
      former = nil
      size = Size(beds: id)
      self.name = name
    }
  }

  private func container() throws -> ModelContainer {
    try ModelContainer(
      for: Place.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
  }

  @Test func `constants set in an initialiser are stored; constants with a value are not`() throws {
    let names = Schema([Place.self]).entitiesByName["Place"]?.properties.map(\.name)
    #expect(names == ["id", "made", "kind", "former", "size", "name"])
    let container = try container()
    let context = ModelContext(container)
    context.insert(Place(id: 7, kind: .town))
    context.insert(Place(id: 8))
    try context.save()

    let read = try ModelContext(container).fetch(
      FetchDescriptor<Place>(predicate: #Predicate { $0.id > 7 || $0.size == nil }))
    let place = try #require(read.first)
    #expect(read.count == 1)
    #expect(place.id == 8)
    #expect(place.made == Date(timeIntervalSinceReferenceDate: 5))
    #expect(place.kind == .hut)
    #expect(place.former == nil)
    #expect(place.size == Size(beds: 8))
  }

  @Test func `inserting an object with a stored unique constant updates the stored row`() throws {
    let container = try container()
    let context = ModelContext(container)
    context.insert(Place(id: 7, name: "old"))
    try context.save()
    context.insert(Place(id: 7, name: "new"))
    try context.save()
    let names = try ModelContext(container).fetch(FetchDescriptor<Place>()).map(\.name)
    #expect(names == ["new"])
  }

  @Test func `a changed object keeps its constants through save, rollback and undo`() throws {
    let context = ModelContext(try container())
    context.undoManager = UndoManager()
    let place = Place(id: 7, name: "a")
    context.insert(place)
    try context.save()
    place.name = "b"
    context.rollback()
    #expect(place.name == "a" && place.id == 7 && place.kind == .hut)
    context.delete(place)
    try context.save()
    context.undoManager?.undo()
    try context.save()
    #expect(try context.fetch(FetchDescriptor<Place>()).map(\.id) == [7])
  }

  @Test func `a fetch throws if the stored value of a constant is not an enum case`() throws {
    try TemporaryDirectory.with { folder in
      let url = folder.appending(path: "places.store")
      let configuration = ModelConfiguration(url: url)
      let first = try ModelContainer(for: Place.self, configurations: configuration)
      let context = ModelContext(first)
      context.insert(Place(id: 7))
      try context.save()
      try first.close()
      try PlainDatabase(url).execute("UPDATE Place SET kind = 'castle'")

      let second = try ModelContainer(for: Place.self, configurations: configuration)
      let error = #expect(throws: SwiftDataError.self) {
        try ModelContext(second).fetch(FetchDescriptor<Place>())
      }
      #expect(error?.property == "kind")
      #expect(error?.message.contains("castle") == true)
    }
  }
}
