import Foundation
import SwiftData
import TestSupport

/// Models with a property of every kind that a predicate can read.
enum QuerySchema {
  enum Kind: Int, Codable, CaseIterable {
    case town, hut, peak
  }

  enum Colour: String, Codable, CaseIterable {
    case red, green
  }

  @Model
  final class Stop {
    var name: String
    var note: String?
    var rank: Int
    var small: Int8
    var weight: Float
    var score: Double
    var elevation: Double?
    var created: Date
    var isDone: Bool
    var kind: QuerySchema.Kind
    var colour: QuerySchema.Colour?
    var token: UUID
    var tags: [String]
    var group: QuerySchema.Group?
    var place: QuerySchema.Place
    var trips: [QuerySchema.Trip]

    init(name: String, place: QuerySchema.Place) {
      self.name = name
      self.note = nil
      self.rank = 0
      self.small = 0
      self.weight = 0
      self.score = 0
      self.elevation = nil
      self.created = Date(timeIntervalSinceReferenceDate: 0)
      self.isDone = false
      self.kind = .town
      self.colour = nil
      self.token = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
      self.tags = []
      self.group = nil
      self.place = place
      self.trips = []
    }

    var shout: String { name + "!" }
  }

  @Model
  final class Place {
    var latitude: Double

    init(latitude: Double) {
      self.latitude = latitude
    }
  }

  @Model
  final class Group {
    var name: String
    var note: String?
    @Relationship(inverse: \QuerySchema.Stop.group) var stops: [QuerySchema.Stop]
    var leader: QuerySchema.Stop?

    init(name: String, note: String?) {
      self.name = name
      self.note = note
      self.stops = []
      self.leader = nil
    }
  }

  @Model
  final class Trip {
    var title: String
    @Relationship(inverse: \QuerySchema.Stop.trips) var stops: [QuerySchema.Stop]

    init(title: String) {
      self.title = title
      self.stops = []
    }
  }

  /// Returns a context of an empty in-memory store.
  static func makeContext() throws -> ModelContext {
    let container = try ModelContainer(
      for: Stop.self, Place.self, Group.self, Trip.self,
      configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    return ModelContext(container)
  }

  private static let words = [
    "", "a", "Zürich", "zurich", "Ossola", "\u{E9}", "a\r\nb", "👩‍👩‍👧", "x y", "straße",
  ]

  /// Saves random stops, groups and trips, and returns the stops. Strings are NFC, and nil is
  /// common.
  static func fill(_ context: ModelContext, stops count: Int, seed: UInt64) throws -> [Stop] {
    var random = SplitMix64(seed: seed)
    func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
    func word() -> String { words[number(0...words.count - 1)] }
    func chance() -> Bool { number(0...2) == 0 }
    let groups = (0..<5).map { _ in Group(name: word(), note: chance() ? nil : word()) }
    let trips = (0..<4).map { _ in Trip(title: word()) }
    for group in groups { context.insert(group) }
    for trip in trips { context.insert(trip) }
    var stops: [Stop] = []
    for _ in 0..<count {
      let stop = Stop(name: word(), place: Place(latitude: Double(number(-5...5))))
      context.insert(stop)
      stop.note = chance() ? nil : word()
      stop.rank = number(-3...3)
      stop.small = Int8(number(-3...3))
      stop.weight = Float(number(0...10)) / 3
      stop.score = Double(number(-2...2)) / 2
      stop.elevation = chance() ? nil : Double(number(-2...2))
      stop.created = Date(timeIntervalSinceReferenceDate: Double(number(0...9)))
      stop.isDone = chance()
      stop.kind = Kind.allCases[number(0...2)]
      stop.colour = chance() ? nil : Colour.allCases[number(0...1)]
      stop.tags = chance() ? [] : [word(), word()]
      stop.group = chance() ? nil : groups[number(0...3)]
      for trip in trips where chance() { stop.trips.append(trip) }
      stops.append(stop)
    }
    for group in groups where chance() { group.leader = stops.first }
    try context.save()
    return stops
  }
}
