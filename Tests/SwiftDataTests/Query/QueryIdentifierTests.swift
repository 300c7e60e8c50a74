import Foundation
import SwiftData
import TestSupport
import Testing

/// Identifiers in predicates match only rows of their own store and entity.
struct QueryIdentifierTests {
  typealias Stop = QuerySchema.Stop

  @Test func `an identifier finds its row`() throws {
    let context = try QuerySchema.makeContext()
    let stops = try QuerySchema.fill(context, stops: 10, seed: 1)
    let identifier = stops[3].persistentModelID
    let found = try context.fetch(
      FetchDescriptor<Stop>(predicate: #Predicate { $0.persistentModelID == identifier }))
    #expect(found == [stops[3]])
    let others = try context.fetch(
      FetchDescriptor<Stop>(predicate: #Predicate { $0.persistentModelID != identifier }))
    #expect(others.count == 9)
    let byID = try context.fetch(
      FetchDescriptor<Stop>(predicate: #Predicate { $0.id == identifier }))
    #expect(byID == [stops[3]])
  }

  @Test func `a list of identifiers finds its rows`() throws {
    let context = try QuerySchema.makeContext()
    let stops = try QuerySchema.fill(context, stops: 300, seed: 2)
    let identifiers = stops.prefix(200).map(\.persistentModelID)
    let found = try context.fetch(
      FetchDescriptor<Stop>(
        predicate: #Predicate { identifiers.contains($0.persistentModelID) }))
    #expect(found == Array(stops.prefix(200)))
  }

  @Test func `a related row is found by its identifier`() throws {
    let context = try QuerySchema.makeContext()
    let stops = try QuerySchema.fill(context, stops: 30, seed: 3)
    let group = try #require(stops.compactMap(\.group).first)
    let identifier: PersistentIdentifier? = group.persistentModelID
    let found = try context.fetch(
      FetchDescriptor<Stop>(
        predicate: #Predicate { $0.group?.persistentModelID == identifier }))
    #expect(found == stops.filter { $0.group === group })
    let none: PersistentIdentifier? = nil
    let free = try context.fetch(
      FetchDescriptor<Stop>(predicate: #Predicate { $0.group?.persistentModelID == none }))
    #expect(free == stops.filter { $0.group == nil })
  }

  @Test func `identifiers of another store or entity match nothing`() throws {
    let context = try QuerySchema.makeContext()
    let stops = try QuerySchema.fill(context, stops: 10, seed: 4)
    let otherContext = try QuerySchema.makeContext()
    let otherStore = try QuerySchema.fill(otherContext, stops: 10, seed: 4)[0].persistentModelID
    let place = stops[0].place.persistentModelID
    let foreignIdentifiers = [otherStore, place]
    for identifier in foreignIdentifiers {
      let found = try context.fetchCount(
        FetchDescriptor<Stop>(predicate: #Predicate { $0.persistentModelID == identifier }))
      #expect(found == 0)
      let others = try context.fetchCount(
        FetchDescriptor<Stop>(predicate: #Predicate { $0.persistentModelID != identifier }))
      #expect(others == 10)
      let free = try context.fetchCount(
        FetchDescriptor<Stop>(predicate: #Predicate { $0.group?.persistentModelID == identifier }))
      #expect(free == 0)
    }
    let listed = try context.fetchCount(
      FetchDescriptor<Stop>(
        predicate: #Predicate { foreignIdentifiers.contains($0.persistentModelID) }))
    #expect(listed == 0)
  }
}
