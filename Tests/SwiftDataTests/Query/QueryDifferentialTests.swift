import Foundation
import SwiftData
import TestSupport
import Testing

/// A predicate finds the same objects in SQL as with `Predicate.evaluate`.
struct QueryDifferentialTests {
  typealias Stop = QuerySchema.Stop
  typealias Group = QuerySchema.Group

  /// Fetches with each predicate and its negation, and compares with filtering in Swift.
  private func check<M: PersistentModel>(
    _ seed: UInt64, sourceLocation: SourceLocation = #_sourceLocation,
    @PredicateList<M> _ makePredicates: () -> [Predicate<M>]
  ) throws {
    let predicates = makePredicates()
    let context = try QuerySchema.makeContext()
    _ = try QuerySchema.fill(context, stops: 60, seed: seed)
    let all = try context.fetch(FetchDescriptor<M>())
    for (index, predicate) in predicates.enumerated() {
      for tested in [predicate, negation(of: predicate)] {
        let found = try context.fetch(FetchDescriptor(predicate: tested))
        let expected = try all.filter { try tested.evaluate($0) }
        #expect(
          found.map(\.persistentModelID) == expected.map(\.persistentModelID),
          "predicate \(index), seed \(seed)", sourceLocation: sourceLocation)
      }
    }
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func `comparisons of every column type find the same objects as Swift`(_ seed: UInt64) throws {
    let date = Date(timeIntervalSinceReferenceDate: 4)
    let kind = QuerySchema.Kind.hut
    let colour: QuerySchema.Colour? = .green
    let weight = Float(7) / 3
    let none: String? = nil
    let token = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
    try check(seed) {
      #Predicate<Stop> { $0.name == "Zürich" }
      #Predicate<Stop> { $0.name < "b" }
      #Predicate<Stop> { $0.note == "a" }
      #Predicate<Stop> { $0.note != "a" }
      #Predicate<Stop> { $0.note == nil }
      #Predicate<Stop> { $0.note == none }
      #Predicate<Stop> { $0.note != nil && $0.rank > 0 }
      #Predicate<Stop> { $0.rank >= -1 && $0.rank <= 2 }
      #Predicate<Stop> { $0.small == 2 || $0.score < 0.5 }
      #Predicate<Stop> { $0.weight == weight }
      #Predicate<Stop> { $0.created > date }
      #Predicate<Stop> { $0.isDone }
      #Predicate<Stop> { !$0.isDone && $0.elevation == 1 }
      #Predicate<Stop> { $0.isDone == false }
      #Predicate<Stop> { $0.kind == kind }
      #Predicate<Stop> { $0.kind.rawValue > 0 }
      #Predicate<Stop> { $0.colour == colour }
      #Predicate<Stop> { $0.colour != nil }
      #Predicate<Stop> { $0.token == token }
    }
  }

  @Test(arguments: [4, 5, 6] as [UInt64])
  func `string predicates find the same objects as Swift`(_ seed: UInt64) throws {
    let decomposed = "e\u{0301}"
    let same = ComparisonResult.orderedSame
    try check(seed) {
      #Predicate<Stop> { $0.name.contains("ric") }
      #Predicate<Stop> { $0.name.contains("\n") }
      #Predicate<Stop> { $0.name.contains("") }
      #Predicate<Stop> { $0.name.contains(decomposed) }
      #Predicate<Stop> { $0.name.contains("👩") }
      #Predicate<Stop> { $0.name.starts(with: "Z") }
      #Predicate<Stop> { $0.name.starts(with: decomposed) }
      #Predicate<Stop> { $0.name.localizedStandardContains("ZURI") }
      #Predicate<Stop> { $0.name.caseInsensitiveCompare("ZÜRICH") == same }
      #Predicate<Stop> { $0.name.isEmpty }
      #Predicate<Stop> { $0.name.count == 1 }
      #Predicate<Stop> { $0.name.count > $0.rank }
      #Predicate<Stop> { $0.note?.contains("a") == true }
      #Predicate<Stop> { $0.note?.contains("a") ?? true }
      #Predicate<Stop> { $0.note?.count == nil }
      #Predicate<Stop> { if let note = $0.note { note.isEmpty } else { false } }
      #Predicate<Stop> { ($0.note ?? "none") == "none" }
      #Predicate<Stop> { $0.note.flatMap { $0 == "a" } == false }
      #Predicate<Stop> { $0.tags.contains("a") }
      #Predicate<Stop> { $0.tags.isEmpty || $0.tags.count == 2 }
    }
  }

  @Test(arguments: [7, 8, 9] as [UInt64])
  func `predicates with lists and ranges find the same objects as Swift`(_ seed: UInt64) throws {
    let names = ["a", "Zürich"]
    let none: [String] = []
    let many = (0..<200).map { "n\($0)" } + ["a", "x \"y\""]
    let notes: [String?] = ["a", nil]
    let numbers: Set<Int> = [-1, 2]
    let dates = Date(timeIntervalSinceReferenceDate: 2)..<Date(timeIntervalSinceReferenceDate: 5)
    let (low, high) = (-1, 2)
    try check(seed) {
      #Predicate<Stop> { names.contains($0.name) }
      #Predicate<Stop> { none.contains($0.name) }
      #Predicate<Stop> { many.contains($0.name) }
      #Predicate<Stop> { notes.contains($0.note) }
      #Predicate<Stop> { numbers.contains($0.rank) }
      #Predicate<Stop> { (low...high).contains($0.rank) }
      #Predicate<Stop> { (low..<high).contains($0.rank) }
      #Predicate<Stop> { (-0.5...0.5).contains($0.score) }
      #Predicate<Stop> { dates.contains($0.created) }
      #Predicate<Stop> { ("a"..<"n").contains($0.name) }
    }
  }

  @Test(arguments: [10, 11, 12] as [UInt64])
  func `predicates with arithmetic and conditions find the same objects as Swift`(_ seed: UInt64)
    throws
  {
    try check(seed) {
      #Predicate<Stop> { $0.rank + 1 > 2 }
      #Predicate<Stop> { $0.rank * 2 - 1 == -3 }
      #Predicate<Stop> { $0.rank != 0 && 6 / $0.rank == 3 }
      #Predicate<Stop> { $0.rank == 0 || 7 % $0.rank == 1 }
      #Predicate<Stop> { $0.weight * 3 == 7 }
      #Predicate<Stop> { $0.weight / 3 + 1 > 1.5 }
      #Predicate<Stop> { $0.score / $0.score > 0 }
      #Predicate<Stop> { $0.score / $0.score != 1 }
      #Predicate<Stop> { -$0.score < 0 }
      #Predicate<Stop> { ($0.rank > 0 ? $0.name : "none") == "none" }
      #Predicate<Stop> { ($0.elevation ?? 0) > $0.score }
      #Predicate<Stop> { $0.elevation != nil && $0.elevation! > 0 }
    }
  }

  @Test(arguments: [13, 14, 15] as [UInt64])
  func `predicates on relationships find the same objects as Swift`(_ seed: UInt64) throws {
    try check(seed) {
      #Predicate<Stop> { $0.place.latitude > 1 }
      #Predicate<Stop> { $0.group == nil }
      #Predicate<Stop> { $0.group?.name == "a" }
      #Predicate<Stop> { $0.group?.name != "a" }
      #Predicate<Stop> { $0.group?.note == nil }
      #Predicate<Stop> { $0.group?.name.isEmpty == false }
      #Predicate<Stop> { $0.group?.name.contains("a") ?? true }
      #Predicate<Stop> { $0.group?.leader?.place.latitude == 2 }
      #Predicate<Stop> { $0.group.flatMap { $0.note == nil } == false }
      #Predicate<Stop> { ($0.group?.stops.count ?? 0) > 10 }
      #Predicate<Stop> { $0.group?.stops.contains { $0.rank == 3 } == true }
      #Predicate<Stop> { $0.trips.isEmpty }
      #Predicate<Stop> { $0.trips.contains { $0.title.contains("a") } }
      #Predicate<Stop> { $0.trips.allSatisfy { $0.stops.count > 20 } }
    }
    try check(seed) {
      #Predicate<Group> { $0.stops.isEmpty }
      #Predicate<Group> { $0.stops.count > 9 }
      #Predicate<Group> { $0.stops.filter { $0.note == nil }.count > 3 }
      #Predicate<Group> { $0.stops.filter { $0.rank > 3 }.isEmpty }
      #Predicate<Group> { group in group.stops.contains { $0.name == group.name } }
      #Predicate<Group> { $0.stops.contains { $0.place.latitude == 5 } }
      #Predicate<Group> { $0.stops.allSatisfy { $0.note != "a" } }
      #Predicate<Group> { ($0.leader?.name ?? "") == $0.name }
    }
  }

  @Test func `composed predicates find the same objects as Swift`() throws {
    let words = ["a", "r", "i"].map { word in #Predicate<Stop> { $0.name.contains(word) } }
    let ranks = (0..<8).map { rank in #Predicate<Stop> { $0.rank != rank } }
    let named = #Predicate<Stop> { $0.group?.name != nil }
    try check(16) {
      conjunction(of: words)
      disjunction(of: words)
      conjunction(of: ranks)
      conjunction(of: [] as [Predicate<Stop>])
      disjunction(of: [] as [Predicate<Stop>])
      negation(of: disjunction(of: words))
      conjunction(of: [disjunction(of: words), named])
    }
  }

  @Test func `sort orders give the same order as Swift`() throws {
    let context = try QuerySchema.makeContext()
    let stops = try QuerySchema.fill(context, stops: 80, seed: 17)
    let orders: [[SortDescriptor<Stop>]] = [
      [SortDescriptor(\.rank), SortDescriptor(\.created, order: .reverse)],
      [SortDescriptor(\.elevation)], [SortDescriptor(\.elevation, order: .reverse)],
      [SortDescriptor(\.note), SortDescriptor(\.score)],
      [SortDescriptor(\.place.latitude), SortDescriptor(\.name)],
    ]
    for order in orders {
      let found = try context.fetch(FetchDescriptor(sortBy: order))
      let expected = stops.sorted(using: order)
      #expect(found.count == 80 && expected.count == 80)
      for descriptor in order {
        #expect(zip(found, expected).allSatisfy { descriptor.compare($0, $1) == .orderedSame })
      }
    }
  }
}

/// Builds a list of predicates. Each predicate is type-checked on its own.
@resultBuilder
enum PredicateList<M: PersistentModel> {
  static func buildBlock(_ predicates: Predicate<M>...) -> [Predicate<M>] { predicates }
}
