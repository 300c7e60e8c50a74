import Foundation
import SwiftData
import TestSupport
import Testing

/// Fetches behave as the documentation page "What can be queried" says. Its lists are the lists in
/// this file.
@Suite struct QueryDocumentationTests {
  typealias Person = People.Person
  typealias Order = SortDescriptor<Person>

  private struct Entry: Codable {
    let name: String
    let nick: String?
    let names: [String]
    let ages: [Int]
  }

  private static func supportedPredicates() -> [Predicate<Person>] {
    let (name, age, height) = ("Ada", 30, 0.1 + 0.2)
    let day = Date(timeIntervalSinceReferenceDate: 0.3)
    let token = People.token(1)
    let level = People.Level.member
    let price = Decimal(string: "0.1") ?? 0
    let prices = Array(People.decimals.prefix(3)) + [Decimal(10)]
    let names = ["Ada", "Zoë"]
    let weight = Float(1) / 3
    let link = People.link(1)
    let entry = Entry(name: name, nick: nil, names: names, ages: [age])
    // supported predicates
    return [
      #Predicate<Person> { $0.name == name },
      #Predicate<Person> { $0.name < name },
      #Predicate<Person> { $0.nick == nil },
      #Predicate<Person> { $0.nick ?? "none" == name },
      #Predicate<Person> { $0.age > age && !$0.isMember },
      #Predicate<Person> { $0.height == height },
      #Predicate<Person> { $0.born <= day },
      #Predicate<Person> { $0.token == token },
      #Predicate<Person> { $0.level == level },
      #Predicate<Person> { $0.level.rawValue > 3 },
      #Predicate<Person> { $0.address == nil },
      #Predicate<Person> { $0.balance == price },
      #Predicate<Person> { $0.balance > price },
      #Predicate<Person> { ($0.limit ?? price) <= $0.balance },
      #Predicate<Person> { $0.limit == price },
      #Predicate<Person> { prices.contains($0.balance) },
      #Predicate<Person> { (price...9).contains($0.balance) },
      #Predicate<Person> { $0.name == entry.name },
      #Predicate<Person> { entry.names.contains($0.name) },
      #Predicate<Person> { $0.age == entry.ages[0] },
      #Predicate<Person> { $0.name == entry.nick ?? name },
      #Predicate<Person> { names.contains($0.name) },
      #Predicate<Person> { (1...age).contains($0.age) },
      #Predicate<Person> { $0.age * 2 + 1 > age },
      #Predicate<Person> { $0.name.contains("d") },
      #Predicate<Person> { $0.name.starts(with: "A") },
      #Predicate<Person> { $0.name.localizedStandardContains("zoe") },
      #Predicate<Person> { $0.name.isEmpty || $0.name.count == 3 },
      #Predicate<Person> { $0.tags.contains(name) },
      #Predicate<Person> { $0.tags.isEmpty || $0.tags.count == 2 },
      #Predicate<Person> { $0.ages.contains(2) },
      #Predicate<Person> { $0.scores.contains(height) },
      #Predicate<Person> { $0.weights.contains(weight) },
      #Predicate<Person> { $0.days.contains(day) },
      #Predicate<Person> { $0.days.contains($0.born) },
      #Predicate<Person> { $0.tokens.contains(token) },
      #Predicate<Person> { $0.levels.contains(level) },
      #Predicate<Person> { $0.links.contains(link) },
      #Predicate<Person> { $0.answers.contains(true) },
      #Predicate<Person> { $0.labels.contains(name) },
      #Predicate<Person> { $0.labels.isEmpty || $0.labels.count == 2 },
      #Predicate<Person> { $0.boss == nil },
      #Predicate<Person> { $0.boss?.name == name },
      #Predicate<Person> { $0.boss?.home.city.isEmpty == true },
      #Predicate<Person> { $0.home.city == name },
      #Predicate<Person> { $0.team.isEmpty },
      #Predicate<Person> { $0.team.count > 2 },
      #Predicate<Person> { $0.team.contains { $0.age > age } },
      #Predicate<Person> { $0.team.allSatisfy { $0.age > age } },
      #Predicate<Person> { $0.team.filter { $0.isMember }.count > 1 },
      #Predicate<Person> { $0.pets?.isEmpty ?? true },
    ]
    // end
  }

  private static func refusedPredicates() -> [Predicate<Person>] {
    let address: People.Address? = People.Address(city: "Bern")
    let mood = People.Mood.calm
    let names = ["Ada"]
    // unsupported predicates
    return [
      #Predicate<Person> { $0.initial == "A" },
      #Predicate<Person> { $0.address?.city == "Bern" },
      #Predicate<Person> { $0.address == address },
      #Predicate<Person> { $0.mood == mood },
      #Predicate<Person> { $0.moods.contains(mood) },
      #Predicate<Person> { $0.tags == names },
      #Predicate<Person> { $0.tags.contains { $0.isEmpty } },
      #Predicate<Person> { $0.balance + 1 > $0.balance },
      #Predicate<Person> { $0.pets == nil },
      #Predicate<Person> { $0.team.first?.name == "Ada" },
      #Predicate<Person> { $0.ages.max() == 2 },
    ]
    // end
  }

  private static func supportedOrders(_ order: SortOrder) -> [Order] {
    // supported sort orders
    return [
      Order(\.name, order: order),
      Order(\.nick, order: order),
      Order(\.height, order: order),
      Order(\.born, order: order),
      Order(\.token, order: order),
      Order(\.balance, order: order),
      Order(\.limit, order: order),
      Order(\.home.city, order: order),
      Order(\.boss?.name, order: order),
      Order(\.boss?.nick, order: order),
      Order(\.boss?.limit, order: order),
      Order(\.boss?.home.city, order: order),
      Order(\.home.owner?.boss?.age, order: order),
      Order(\.persistentModelID, order: order),
    ]
    // end
  }

  private static func refusedOrders() -> [Order] {
    // unsupported sort orders
    return [
      Order(\.initial),
      Order(\.name.count),
      Order(\.boss?.initial),
      Order(\.address?.city),
    ]
    // end
  }

  @Test func `a supported predicate finds the same objects in SQL and in Swift`() throws {
    var random = SplitMix64.forTest()
    for _ in 0..<3 {
      let context = try People.context(&random)
      let all = try context.fetch(FetchDescriptor<Person>())
      for (predicate, source) in zip(
        Self.supportedPredicates(), try Self.source("supported predicates"))
      {
        for tested in [predicate, negation(of: predicate)] {
          let found = try context.fetch(FetchDescriptor(predicate: tested))
          let expected = try all.filter { try tested.evaluate($0) }
          #expect(found.map(\.id) == expected.map(\.id), "\(source)")
        }
      }
    }
  }

  @Test(arguments: [SortOrder.forward, .reverse])
  func `a supported sort order gives the same order in SQL and in Swift`(_ direction: SortOrder)
    throws
  {
    var random = SplitMix64.forTest()
    let context = try People.context(&random)
    let all = try context.fetch(FetchDescriptor<Person>())
    for (order, source) in zip(
      Self.supportedOrders(direction), try Self.source("supported sort orders"))
    {
      let found = try context.fetch(FetchDescriptor(sortBy: [order])).map(\.id.primaryKey)
      #expect(found == all.sorted(using: order).map(\.id.primaryKey), "\(source)")
    }
  }

  @Test func `the error for an unsupported predicate or sort order names a remedy`() throws {
    var random = SplitMix64.forTest()
    let context = try People.context(&random)
    for (predicate, source) in zip(
      Self.refusedPredicates(), try Self.source("unsupported predicates"))
    {
      let error = #expect(throws: SwiftDataError.unsupportedPredicate) {
        try context.fetch(FetchDescriptor(predicate: predicate))
      }
      let message = try #require(error?.message)
      #expect(!message.contains("<computed"), "\(source)")
      #expect(message.contains("Swift"), "\(source): \(message)")
      guard let name = source.split(separator: ".").dropFirst().first?.prefix(while: \.isLetter),
        name != "initial", name != "name", name != "ages", name != "balance"
      else { continue }
      #expect(error?.entity == "Person" && error?.property == String(name), "\(source): \(message)")
    }
    for (order, source) in zip(Self.refusedOrders(), try Self.source("unsupported sort orders")) {
      let error = #expect(throws: SwiftDataError.unsupportedSortDescriptor) {
        try context.fetch(FetchDescriptor(sortBy: [order]))
      }
      let message = try #require(error?.message)
      #expect(
        !message.contains("<computed") && message.contains("Person cannot be sorted by"),
        "\(source): \(message)")
    }
  }

  @Test func `the documentation page has the same lists as this file`() throws {
    let page = try String(
      contentsOf: PackageFiles.root.appending(
        path: "Sources/SwiftData/SwiftData.docc/WhatCanBeQueried.md"), encoding: .utf8)
    for list in [
      "supported predicates", "unsupported predicates", "supported sort orders",
      "unsupported sort orders",
    ] {
      let section = try #require(
        page.components(separatedBy: "## ").first {
          $0.lowercased().hasPrefix(list + "\n")
        })
      let documented = section.split(separator: "\n").flatMap { line in
        line.split(separator: "`").map(String.init).filter {
          $0.contains("$0") || $0.hasPrefix("\\.")
        }
      }
      let expected = try Self.source(list)
      #expect(documented == expected)
    }
  }

  /// Returns the expressions of a list in this file.
  private static func source(_ list: String) throws -> [String] {
    let lines = try String(contentsOfFile: #filePath, encoding: .utf8).split(separator: "\n")
    return lines.drop { $0.trimmingCharacters(in: .whitespaces) != "// \(list)" }
      .prefix { $0.trimmingCharacters(in: .whitespaces) != "// end" }
      .compactMap { line in
        if let start = line.range(of: "#Predicate<Person> { "), line.hasSuffix(" },") {
          return String(line[start.upperBound...].dropLast(" },".count))
        }
        guard let start = line.range(of: "Order("), line.hasSuffix("),") else { return nil }
        return String(line[start.upperBound...].prefix { $0 != "," && $0 != ")" })
      }
  }
}
