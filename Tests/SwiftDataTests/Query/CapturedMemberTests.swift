import SwiftData
import TestSupport
import Testing

/// Members of captured values in a predicate are evaluated before the query.
@Suite struct CapturedMemberTests {
  enum Habits {
    @Model final class Habit {
      var name: String
      var token: UUID
      var goal: Double?
      @Relationship(deleteRule: .cascade, inverse: \Log.habit) var logs: [Log] = []
      init(name: String, token: UUID = UUID()) {
        self.name = name
        self.token = token
      }
    }
    @Model final class Log {
      var habitID: UUID
      var habit: Habit?
      var text: String?
      init(habitID: UUID) { self.habitID = habitID }
    }
  }
  typealias Habit = Habits.Habit
  typealias Log = Habits.Log

  private struct Entry: Codable {
    var habitID = UUID()
    var text: String?
    var owner: PersistentIdentifier?
  }

  private struct Reference: Codable {
    let id: PersistentIdentifier
  }

  private struct Bounds: Codable {
    let low: Double
    let high: Double?
  }

  private struct Filter: Codable {
    var names: [String] = []
    var bounds: Bounds?
    var limits = 1.0...2.0
    var level: [String: Double] = [:]
  }

  private func context() throws -> ModelContext {
    let context = ModelContext(
      try ModelContainer(
        for: Habit.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true)))
    for (name, goal) in [("run", 1.5), ("swim", nil), ("read", 4)] as [(String, Double?)] {
      let habit = Habit(name: name)
      habit.goal = goal
      context.insert(habit)
      let log = Log(habitID: habit.token)
      log.habit = habit
      log.text = name
    }
    try context.save()
    return context
  }

  private func names(
    _ context: ModelContext, _ predicate: Predicate<Habit>
  ) throws -> [String] {
    let all = try context.fetch(FetchDescriptor<Habit>())
    let found = try context.fetch(FetchDescriptor<Habit>(predicate: predicate)).map(\.name).sorted()
    #expect(try found == all.filter { try predicate.evaluate($0) }.map(\.name).sorted())
    return found
  }

  @Test func `a member of a captured value can be compared with a stored property`() throws {
    let context = try context()
    let log = try #require(
      try context.fetch(FetchDescriptor<Log>(predicate: #Predicate { $0.text == "swim" })).first)
    let entry = Entry(
      habitID: log.habitID, text: "swim", owner: log.habit?.persistentModelID)
    #expect(try names(context, #Predicate { $0.token == entry.habitID }) == ["swim"])
    #expect(try names(context, #Predicate { entry.habitID == $0.token }) == ["swim"])
    #expect(try names(context, #Predicate { $0.name == entry.text ?? "none" }) == ["swim"])
    #expect(try names(context, #Predicate { $0.name.contains(entry.text!) }) == ["swim"])
    #expect(
      try names(context, #Predicate { $0.logs.contains { $0.habitID == entry.habitID } })
        == ["swim"])
    let owner = try #require(entry.owner)
    let reference = Reference(id: owner)
    #expect(try names(context, #Predicate { $0.persistentModelID == reference.id }) == ["swim"])
  }

  @Test func `nested members and elements of lists and dictionaries can be compared`() throws {
    let context = try context()
    var filter = Filter(names: ["run", "read"], bounds: Bounds(low: 1, high: nil))
    filter.level = ["run": 1.5]
    let frozen = filter
    #expect(try names(context, #Predicate { frozen.names.contains($0.name) }) == ["read", "run"])
    #expect(try names(context, #Predicate { $0.name == frozen.names[1] }) == ["read"])
    #expect(try names(context, #Predicate { $0.goal == frozen.bounds?.high }) == ["swim"])
    #expect(
      try names(context, #Predicate { ($0.goal ?? 0) > (frozen.bounds?.low ?? 2) })
        == ["read", "run"])
    #expect(try names(context, #Predicate { $0.goal == frozen.level["run"] }) == ["run"])
    #expect(try names(context, #Predicate { frozen.limits.contains($0.goal ?? 0) }) == ["run"])
    #expect(try names(context, #Predicate { frozen.names.isEmpty || $0.name == "run" }) == ["run"])
  }

  @Test func `a forced unwrap of a captured nil throws`() throws {
    let context = try context()
    let bounds: Bounds? = nil
    let predicate = #Predicate<Habit> { ($0.goal ?? 0) > bounds!.low }
    #expect(throws: (any Error).self) {
      _ = try context.fetch(FetchDescriptor<Habit>(predicate: predicate))
    }
  }
}
