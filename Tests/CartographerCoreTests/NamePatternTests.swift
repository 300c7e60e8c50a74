import Foundation
import Geodesy
import Testing

@testable import CartographerCore

/// Patterns for the names of items and files.
@Suite struct NamePatternTests {
  private let item = NamePatternItem(
    id: ItemID(.path, 7), name: "Ridge", kind: "track", day: "2026-07-11", group: "Alps",
    near: "Refuge")

  private func name(_ pattern: String, _ item: NamePatternItem) throws -> String {
    try NamePattern(pattern).names(of: [item])[0].name
  }

  @Test func `a pattern inserts every field`() throws {
    #expect(
      try name("{id} {kind} {name} {date} {year} {month} {group} {near} {n}", item)
        == "P7 track Ridge 2026-07-11 2026 07 Alps Refuge 1")
  }

  @Test func `a default replaces a missing value only`() throws {
    let bare = NamePatternItem(id: ItemID(.location, 3), name: "Hut", kind: "place")
    #expect(try name("{date|undated} {name}", bare) == "undated Hut")
    #expect(try name("{date|undated} {name}", item) == "2026-07-11 Ridge")
    #expect(try name("{group|}{name}", bare) == "Hut")
    for pattern in ["{date}", "{year}", "{month}", "{group}", "{near}"] {
      #expect { _ = try name(pattern, bare) } throws: { "\($0)".contains("L3") }
    }
  }

  @Test func `doubled braces stand for braces`() throws {
    #expect(try name("{{name}} {name}", item) == "{name} Ridge")
    #expect(try name("a } b {", item) == "a } b {")
  }

  @Test func `a name may contain braces, but not an unknown field`() throws {
    let pattern = try NamePattern("Hut {Winter room} {n}", allowsBraces: true)
    #expect(try pattern.names(of: [item])[0].name == "Hut {Winter room} 1")
    #expect(try NamePattern("Set {}", allowsBraces: true).names(of: [item])[0].name == "Set {}")
    #expect { _ = try NamePattern("{nam}", allowsBraces: true) } throws: {
      "\($0)".contains("{nam}")
    }
    #expect { _ = try NamePattern("{Winter room}") } throws: { "\($0)".contains("{Winter room}") }
  }

  @Test(arguments: [
    ("{n}", "07"), ("{n:03}", "007"), ("{n:3}", "007"), ("{n:1}", "7"), ("{n:02|-}", "07"),
  ])
  func `a number has as many digits as the count of items or as the pattern asks`(
    pattern: String, expected: String
  ) throws {
    let names = try NamePattern(pattern).names(of: Array(repeating: item, count: 12))
    #expect(names[6].name == expected)
  }

  @Test(arguments: ["{name", "a {date|undated", "{n} {n", "{n:x}", "{n:0}", "{n:}", "{date:02}"])
  func `an unclosed field and a wrong number of digits are rejected`(pattern: String) {
    for allowsBraces in [false, true] {
      #expect(throws: LibraryError.self) { try NamePattern(pattern, allowsBraces: allowsBraces) }
    }
    #expect(NamePattern.hasUnclosedField(pattern) == !pattern.hasSuffix("}"))
  }

  @Test func `the nearest place is never the item itself, and never in the trash`() {
    func place(_ key: Int64, _ name: String, _ latitude: Double, trashed: Date? = nil)
      -> PlaceSnapshot
    {
      PlaceSnapshot(
        id: ItemID(.location, key), name: name,
        coordinate: Coordinate(latitude: latitude, longitude: 7), created: .now, trashed: trashed)
    }
    let places = NearestPlaces([
      place(1, "Here", 46), place(2, "Gone", 46.01, trashed: .now), place(3, "There", 46.1),
      place(4, "Far", 47),
    ])
    let here = Coordinate(latitude: 46, longitude: 7)
    #expect(places.name(nearestTo: here, except: ItemID(.location, 1)) == "There")
    #expect(places.name(nearestTo: here, except: ItemID(.path, 1)) == "Here")
    #expect(NearestPlaces([]).name(nearestTo: here, except: ItemID(.path, 1)) == nil)
    let far = Coordinate(latitude: here.latitude + 0.5, longitude: here.longitude)
    #expect(places.name(nearestTo: far, except: ItemID(.path, 1)) == nil, "more than 25 km away")
  }
}
