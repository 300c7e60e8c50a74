import Foundation
import SwiftData
import TestSupport
import Testing

/// Expressions without an SQL form are refused by name and never evaluated in memory.
struct QueryRefusalTests {
  typealias Stop = QuerySchema.Stop

  private func refusal(of predicate: Predicate<Stop>) throws -> String {
    let context = try QuerySchema.makeContext()
    let error = #expect(throws: SwiftDataError.unsupportedPredicate) {
      try context.fetch(FetchDescriptor(predicate: predicate))
    }
    return error?.message ?? ""
  }

  @Test func `a predicate on a computed property is refused`() throws {
    #expect(
      try refusal(of: #Predicate { $0.shout == "a!" })
        .contains("is not a stored property of Stop"))
  }

  @Test func `a predicate on the first object of a to-many relationship is refused`() throws {
    #expect(try refusal(of: #Predicate { $0.trips.first?.title == "a" }).contains("to-many"))
  }

  @Test func `a comparison of a value stored as JSON is refused`() throws {
    let tags = ["a"]
    #expect(try refusal(of: #Predicate { $0.tags == tags }).contains("Array<String>"))
  }

  @Test func `a predicate on a maximum is refused`() throws {
    #expect(try refusal(of: #Predicate { $0.tags.max() == "a" }).contains("SequenceMaximum"))
  }

  @Test func `a sort order without an SQL form is refused`() throws {
    let context = try QuerySchema.makeContext()
    #expect(throws: SwiftDataError.unsupportedSortDescriptor) {
      try context.fetch(FetchDescriptor<Stop>(sortBy: [SortDescriptor(\.shout)]))
    }
    #expect(throws: SwiftDataError.unsupportedSortDescriptor) {
      try context.fetch(FetchDescriptor<Stop>(sortBy: [SortDescriptor(\.group?.name.count)]))
    }
  }

  @Test func `an integer overflow or division by zero in a predicate throws`() throws {
    let context = try QuerySchema.makeContext()
    let stop = Stop(name: "a", place: QuerySchema.Place(latitude: 0))
    context.insert(stop)
    stop.rank = .max
    stop.small = 100
    try context.save()
    #expect(throws: SwiftDataError.invalidValue) {
      try context.fetch(FetchDescriptor<Stop>(predicate: #Predicate { $0.rank + 1 > 0 }))
    }
    #expect(throws: SwiftDataError.invalidValue) {
      try context.fetch(FetchDescriptor<Stop>(predicate: #Predicate { $0.small * 2 > 0 }))
    }
    #expect(throws: SwiftDataError.invalidValue) {
      try context.fetch(
        FetchDescriptor<Stop>(predicate: #Predicate { 1 / ($0.rank - $0.rank) > 0 }))
    }
  }

  @Test func `a forced unwrap of a stored nil matches nothing`() throws {
    let context = try QuerySchema.makeContext()
    context.insert(Stop(name: "a", place: QuerySchema.Place(latitude: 0)))
    try context.save()
    for predicate in [
      #Predicate<Stop> { $0.elevation! > 0 }, #Predicate<Stop> { !($0.elevation! > 0) },
      #Predicate<Stop> { $0.elevation! != 0 },
    ] {
      #expect(try context.fetchCount(FetchDescriptor(predicate: predicate)) == 0)
    }
  }
}
