import SwiftData
import Testing

/// Minimum and maximum numbers of linked objects in relationships.
@Suite struct RelationshipCountTests {
  enum Sport {
    @Model final class Team {
      var name: String
      @Relationship(minimumModelCount: 1, maximumModelCount: 3, inverse: \Player.team)
      var players: [Player] = []
      @Relationship(maximumModelCount: 2, inverse: \Cup.teams) var cups: [Cup] = []
      init(name: String, players: Int) {
        self.name = name
        self.players = (0..<players).map { Player(name: "\(name)\($0)") }
      }
    }
    @Model final class Player {
      var name: String
      var team: Team?
      @Relationship(minimumModelCount: 1) var shirt: Shirt?
      init(name: String) {
        self.name = name
        self.shirt = Shirt()
      }
    }
    @Model final class Shirt {
      var colour: String = "red"
      init() {}
    }
    @Model final class Cup {
      var teams: [Team] = []
      init() {}
    }
  }
  enum Impossible {
    @Model final class Pair {
      @Relationship(minimumModelCount: 3, maximumModelCount: 2) var others: [Other] = []
      init() {}
    }
    @Model final class Other {
      var name: String = ""
      init() {}
    }
  }
  typealias Team = Sport.Team
  typealias Player = Sport.Player

  let container: ModelContainer
  let context: ModelContext

  init() throws {
    container = try ModelContainer(
      for: Team.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    context = ModelContext(container)
  }

  private func expectRefusal(_ property: String, _ samples: [String]) -> SwiftDataError? {
    let error = #expect(throws: SwiftDataError.modelValidationFailure) { try context.save() }
    #expect(error?.property == property)
    #expect(error?.samples == samples)
    return error
  }

  @Test func `too few or too many linked objects are refused with their number`() throws {
    context.insert(Team(name: "a", players: 0))
    #expect(expectRefusal("players", ["0"])?.entity == "Team")
    #expect(try context.fetchCount(FetchDescriptor<Team>()) == 1)
    context.rollback()
    context.insert(Team(name: "a", players: 4))
    context.insert(Team(name: "b", players: 5))
    context.insert(Team(name: "c", players: 2))
    let error = expectRefusal("players", ["4", "5"])
    #expect(error?.count == 2)
    #expect(error?.message.contains("1 to 3 Player") == true)
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Team>()) == 0)
  }

  @Test func `the minimum is checked for an unloaded owner that loses an object`() throws {
    context.insert(Team(name: "a", players: 1))
    let target = Team(name: "b", players: 1)
    context.insert(target)
    try context.save()
    let other = ModelContext(container)
    let player = try #require(
      try other.fetch(FetchDescriptor<Player>(predicate: #Predicate { $0.name == "a0" })).first)
    let team: Team = try #require(try other.model(Team.self, for: target.persistentModelID))
    player.team = team
    #expect(throws: SwiftDataError.modelValidationFailure) { try other.save() }
    other.rollback()
    other.delete(player)
    #expect(throws: SwiftDataError.modelValidationFailure) { try other.save() }
    other.rollback()
    try other.delete(model: Player.self, where: #Predicate { $0.name == "a0" })
    #expect(throws: SwiftDataError.modelValidationFailure) { try other.save() }
    other.rollback()
    try other.delete(model: Team.self, where: #Predicate { $0.name == "a" })
    try other.save()
  }

  @Test func `many-to-many and to-one relationships are checked too`() throws {
    let team = Team(name: "a", players: 1)
    context.insert(team)
    try context.save()
    team.cups = [Sport.Cup(), Sport.Cup()]
    try context.save()
    let cup = Sport.Cup()
    cup.teams = [team]
    context.insert(cup)
    _ = expectRefusal("cups", ["3"])
    context.rollback()
    team.players[0].shirt = nil
    _ = expectRefusal("shirt", ["0"])
    context.rollback()
    try context.delete(model: Sport.Shirt.self)
    _ = expectRefusal("shirt", ["0"])
  }

  @Test func `saving other properties of a row with too few links is allowed`() throws {
    try context.append(Team.self, count: 1, [.constant(\Team.name, "empty")])
    context.insert(Team(name: "b", players: 1))
    try context.save()
    let empty = try #require(
      try context.fetch(FetchDescriptor<Team>(predicate: #Predicate { $0.name == "empty" })).first)
    empty.name = "still empty"
    try context.save()
  }

  @Test func `a minimum above the maximum is refused when a container is created`() {
    #expect(throws: SwiftDataError.invalidSchema) {
      try ModelContainer(
        for: Impossible.Pair.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    }
  }
}
