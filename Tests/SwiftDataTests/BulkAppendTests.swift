import Foundation
import SwiftData
import TestSupport
import Testing

@Suite struct BulkAppendTests {
  enum Model: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [Reading.self] }

    @Model
    final class Reading {
      var name: String
      var note: String?
      var value: Double
      var error: Double?
      var taken: Date?
      var index: Int
      var count: Int = 7
      var place: Place?

      init(name: String, value: Double, index: Int) {
        self.name = name
        self.value = value
        self.index = index
      }
    }

    @Model
    final class Place {
      var name: String

      init(name: String) { self.name = name }
    }
  }

  typealias Reading = Model.Reading

  let context: ModelContext

  init() throws {
    context = ModelContext(
      try ModelContainer(
        for: Schema(versionedSchema: Model.self),
        configurations: [ModelConfiguration(isStoredInMemoryOnly: true)]))
  }

  @Test func `appended columns of every kind are read back in their rows`() throws {
    let place = Model.Place(name: "Alp")
    context.insert(place)
    try context.save()
    let keys = try context.append(
      Reading.self, count: 3,
      [
        .values(\.name, ["a", "", "Zoë 山"]), .values(\.note, [nil, "", "n"]),
        .values(\.value, [1.5, -.infinity, 0]), .values(\.error, nanAsNil: [.nan, 0.25, 3]),
        .values(\.taken, nanAsNil: [8e8, .nan, -1]), .counting(\.index, from: 10, by: -5),
        .reference(\.place, place.persistentModelID),
      ])
    let readings = try context.fetch(FetchDescriptor<Reading>(sortBy: [SortDescriptor(\.index)]))
      .reversed()
    #expect(readings.map(\.persistentModelID.primaryKey) == Array(keys))
    #expect(readings.map(\.name) == ["a", "", "Zoë 山"])
    #expect(readings.map(\.note) == [nil, "", "n"])
    #expect(readings.map(\.value) == [1.5, -.infinity, 0])
    #expect(readings.map(\.error) == [nil, 0.25, 3])
    #expect(readings.map { $0.taken?.timeIntervalSinceReferenceDate } == [8e8, nil, -1])
    #expect(readings.map(\.index) == [10, 5, 0])
    #expect(readings.map(\.count) == [7, 7, 7])
    #expect(readings.allSatisfy { $0.place === place })
  }

  @Test func `appending NaN throws an error with the property name and adds no rows`() throws {
    let failure = #expect(throws: SwiftDataError.self) {
      try context.append(
        Reading.self, count: 3,
        [
          .values(\.name, ["a", "b", "c"]), .values(\.value, [1, 2, .nan]),
          .counting(\.index, from: 0, by: 1),
        ])
    }
    #expect(failure?.code == .invalidValue)
    #expect(failure?.entity == "Reading")
    #expect(failure?.property == "value")
    #expect(try context.fetchCount(FetchDescriptor<Reading>()) == 0)
  }

  /// One statement inserts several rows.
  @Test(arguments: [1, 7, 8, 9, 64, 200])
  func `rows of several statements keep their order and their constants`(count: Int) throws {
    let place = Model.Place(name: "Alp")
    context.insert(place)
    try context.save()
    let numbers = Array(0..<count)
    let keys = try context.append(
      Reading.self, count: count,
      [
        .constant(\.note, "same"), .values(\.name, numbers.map { "row \($0)" }),
        .values(\.value, numbers.map(Double.init)), .counting(\.index, from: 0, by: 2),
        .reference(\.place, place.persistentModelID),
      ])
    let readings = try context.fetch(FetchDescriptor<Reading>(sortBy: [SortDescriptor(\.index)]))
    #expect(readings.map(\.persistentModelID.primaryKey) == Array(keys))
    #expect(readings.map(\.name) == numbers.map { "row \($0)" })
    #expect(readings.map(\.value) == numbers.map(Double.init))
    #expect(readings.map(\.index) == numbers.map { 2 * $0 })
    #expect(readings.allSatisfy { $0.note == "same" && $0.count == 7 && $0.place === place })
  }

  @Test func `NaN in a later statement adds no rows and is reported with its row`() throws {
    var values = [Double](repeating: 1, count: 40)
    values[37] = .nan
    let failure = #expect(throws: SwiftDataError.self) {
      try context.append(
        Reading.self, count: 40,
        [
          .values(\.name, Array(repeating: "a", count: 40)), .values(\.value, values),
          .counting(\.index, from: 0, by: 1),
        ])
    }
    #expect(failure?.property == "value")
    #expect(failure.map { "\($0)" }?.contains("row 37") == true)
    #expect(try context.fetchCount(FetchDescriptor<Reading>()) == 0)
  }

  @Test func `columns of unequal length are refused`() throws {
    let failure = #expect(throws: SwiftDataError.self) {
      try context.append(
        Reading.self, count: 2,
        [
          .values(\.name, ["a", "b"]), .values(\.value, [1]), .counting(\.index, from: 0, by: 1),
        ])
    }
    #expect(failure?.code == .invalidValue)
    #expect(try context.fetchCount(FetchDescriptor<Reading>()) == 0)
  }

  @Test func `rows with only constants get consecutive keys, even after deleted rows`() throws {
    func append() throws -> Range<Int64> {
      try context.append(Model.Place.self, count: 75, [.constant(\.name, "same")])
    }
    let former = try append()
    try context.delete(model: Model.Place.self)
    let keys = try append()
    #expect(keys.lowerBound == former.upperBound)
    let places = try context.fetch(FetchDescriptor<Model.Place>())
    #expect(places.map(\.persistentModelID.primaryKey).sorted() == Array(keys))
    #expect(places.allSatisfy { $0.name == "same" })
  }

  @Test func `a next row key below an existing key is reported as corruption`() throws {
    try TemporaryDirectory.with { folder in
      let url = folder.appending(path: "x.store")
      func withContext<Value>(_ body: (ModelContext) throws -> Value) throws -> Value {
        let container = try ModelContainer(
          for: Schema(versionedSchema: Model.self), configurations: ModelConfiguration(url: url))
        let value = try body(ModelContext(container))
        try container.close()
        return value
      }
      func append(_ context: ModelContext) throws {
        try context.append(Model.Place.self, count: 3, [.values(\.name, ["a", "b", "c"])])
      }
      try withContext { context in
        try append(context)
        try context.delete(model: Model.Place.self, where: #Predicate { $0.name == "a" })
        try context.save()
      }
      // The key 1 is free, but the keys 2 and 3 are not.
      try PlainDatabase(url).execute("UPDATE _sd_key SET next = 1 WHERE entity = 'Place'")
      let count = try withContext { context in
        #expect(throws: SwiftDataError.corruptStore) { try append(context) }
        return try context.fetchCount(FetchDescriptor<Model.Place>())
      }
      #expect(count == 2)
    }
  }
}
