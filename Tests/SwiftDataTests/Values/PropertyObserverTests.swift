import Foundation
import Testing

@testable import SwiftData

/// `willSet` and `didSet` of stored properties run on assignment, and not when an object is created
/// or read.
@Suite struct PropertyObserverTests {
  @Model final class Journey {
    var days: Int {
      willSet { log.append("will \(newValue)") }
      didSet {
        log.append("\(oldValue) to \(days)")
        if days > 9 { days = 9 }
        total = days * 2
      }
    }
    var total: Int = 0
    var note: String? {
      didSet(former) {
        guard former != note else { return }
        log.append("note")
      }
    }
    var partner: Journey? {
      willSet(next) { log.append(next == nil ? "alone" : "together") }
    }
    @Relationship(inverse: \Leg.journey) var legs: [Leg] = [] {
      didSet { log.append("\(oldValue.count) to \(legs.count) legs") }
    }
    @Transient var log: [String] = []

    init(days: Int) { self.days = days }

    func clearLog() -> [String] {
      defer { log = [] }
      return log
    }
  }

  @Model final class Leg {
    var journey: Journey?
    init() {}
  }

  private func context() throws -> ModelContext {
    ModelContext(
      try ModelContainer(
        for: Journey.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true)))
  }

  @Test func `observers run on assignment with the old and the new value`() {
    let journey = Journey(days: 2)
    #expect(journey.clearLog() == [])
    journey.days = 3
    #expect(journey.clearLog() == ["will 3", "2 to 3"])
    #expect(journey.total == 6)
    journey.note = "a"
    journey.note = "a"
    #expect(journey.clearLog() == ["note"])
    journey.partner = Journey(days: 1)
    journey.partner = nil
    #expect(journey.clearLog() == ["together", "alone"])
    journey.legs.append(Leg())
    #expect(journey.clearLog() == ["0 to 1 legs"])
  }

  @Test func `an observer that assigns to its own property does not run again`() {
    let journey = Journey(days: 2)
    journey.days = 20
    #expect(journey.days == 9)
    #expect(journey.clearLog() == ["will 20", "2 to 20"])
    journey.days += 1
    #expect(journey.clearLog() == ["will 10", "9 to 10"])
  }

  @Test func `observers do not run when an object is read, refreshed or rolled back`() throws {
    let context = try context()
    let journey = Journey(days: 2)
    context.insert(journey)
    try context.save()
    _ = journey.clearLog()
    let other = ModelContext(context.container)
    let read = try #require(try other.fetch(FetchDescriptor<Journey>()).first)
    #expect(read.days == 2 && read.legs.isEmpty && read.partner == nil)
    #expect(read.clearLog() == [])

    journey.days = 4
    try context.save()
    try other.refreshAllObjects()
    #expect(read.days == 4)
    #expect(read.clearLog() == [])

    read.days = 5
    _ = read.clearLog()
    other.rollback()
    #expect(read.days == 4)
    #expect(read.clearLog() == [])
  }

  @Test func `observers run with observation tracking, and their changes are saved`() throws {
    let context = try context()
    let journey = Journey(days: 2)
    context.insert(journey)
    try context.save()
    _ = journey.clearLog()
    let changes = Counter()
    withObservationTracking {
      _ = journey.days
    } onChange: {
      changes.count += 1
    }
    journey.days = 3
    try context.save()
    #expect(changes.count == 1)
    #expect(journey.clearLog() == ["will 3", "2 to 3"])
    let stored = try ModelContext(context.container).fetch(FetchDescriptor<Journey>())
    #expect(stored.map(\.total) == [6])
  }

  final class Counter: @unchecked Sendable { var count = 0 }

  @Test func `undoing an assignment does not run observers`() throws {
    let context = try context()
    context.undoManager = UndoManager()
    let journey = Journey(days: 2)
    context.insert(journey)
    try context.save()
    context.undoManager?.removeAllActions()
    journey.days = 3
    _ = journey.clearLog()
    context.undoManager?.undo()
    #expect(journey.days == 2 && journey.total == 0)
    #expect(journey.clearLog() == [])
  }

  @Test func `updating the inverse of a relationship does not run its observers`() throws {
    let context = try context()
    let journey = Journey(days: 2)
    context.insert(journey)
    _ = journey.clearLog()
    let leg = Leg()
    leg.journey = journey
    #expect(journey.legs.count == 1)
    #expect(journey.clearLog() == [])
  }
}
