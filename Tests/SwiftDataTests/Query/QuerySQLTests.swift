import Foundation
import Testing

@testable import SwiftData

/// The generated SQL, where its form decides whether an index is used.
struct QuerySQLTests {
  typealias Stop = QuerySchema.Stop
  typealias Group = QuerySchema.Group

  private func clauses<M: PersistentModel>(
    _ predicate: Predicate<M>?, _ order: [SortDescriptor<M>] = []
  ) throws -> QueryClauses {
    try StoreLayout(models: [Stop.self]).compile(predicate, sortBy: order, for: M.self)
  }

  @Test func `a query without a sort order is ordered by key`() throws {
    let clauses = try clauses(nil as Predicate<Stop>?)
    #expect(clauses.condition == "")
    #expect(clauses.joins == "")
    #expect(clauses.order == #"t0."_sd_id""#)
  }

  @Test func `an equality is compiled to a comparison that can use an index`() throws {
    let clauses = try clauses(#Predicate<Stop> { $0.note == "x" && $0.rank > 2 })
    #expect(clauses.condition == #"((t0."note" IS ?) AND (t0."rank" > ?))"#)
    #expect(clauses.arguments == [.text("x"), .integer(2)])
  }

  @Test func `a related column is joined once`() throws {
    let clauses = try clauses(
      #Predicate<Stop> { $0.place.latitude > 1 && $0.group?.name == "x" },
      [SortDescriptor(\.place.latitude, order: .reverse)])
    #expect(
      clauses.joins
        == #"LEFT JOIN "Place" AS j1 ON j1."_sd_id" = t0."place" "#
        + #"LEFT JOIN "Group" AS j2 ON j2."_sd_id" = t0."group""#)
    #expect(clauses.condition == #"((j1."latitude" > ?) AND (j2."name" IS ?))"#)
    #expect(clauses.order == #"j1."latitude" DESC, t0."_sd_id""#)
  }

  @Test func `a check for a related row needs no join`() throws {
    let clauses = try clauses(#Predicate<Stop> { $0.group == nil })
    #expect(clauses.joins == "")
    #expect(clauses.condition == #"(t0."group" IS NULL)"#)
  }

  @Test func `a to-many relationship is queried by its foreign key column`() throws {
    let clauses = try clauses(
      #Predicate<Group> { $0.stops.contains { $0.place.latitude > 3 } })
    #expect(
      clauses.condition
        == #"EXISTS (SELECT 1 FROM "Stop" AS s1 "#
        + #"LEFT JOIN "Place" AS j2 ON j2."_sd_id" = s1."place" "#
        + #"WHERE s1."group" = t0."_sd_id" AND (j2."latitude" > ?))"#)
  }

  @Test func `a many-to-many relationship is queried through its link table`() throws {
    let clauses = try clauses(#Predicate<Stop> { $0.trips.isEmpty })
    #expect(
      clauses.condition
        == #"(NOT EXISTS (SELECT 1 FROM "_sd_link_Stop.trips" AS l2 "#
        + #"JOIN "Trip" AS s1 ON s1."_sd_id" = l2."b" WHERE l2."a" = t0."_sd_id"))"#)
  }

  @Test func `an expression that may throw is evaluated only where Swift evaluates it`() throws {
    let clauses = try clauses(#Predicate<Stop> { $0.rank != 0 && 6 / $0.rank == 3 })
    #expect(
      clauses.condition
        == #"CASE WHEN (t0."rank" IS NOT ?) THEN (_sd_divide(?, t0."rank", "#
        + "-9223372036854775808, 9223372036854775807) IS ?) ELSE 0 END")
  }
}
