import SwiftData
import TestSupport
import Testing

@Suite struct UsersScenarioTests {
  private static let version1 = Release(
    version: Schema.Version(1, 0, 0),
    open: { try ModelContainer(for: UsersSchemaV1.User.self, configurations: $0) },
    contents: { context in
      try lines(UsersSchemaV1.User.self, in: context) { "\($0.name) | \($0.email)" }
    })

  private static let named = Release(
    version: Schema.Version(1, 0, 0),
    open: { try ModelContainer(for: NamedUsersSchemaV1.User.self, configurations: $0) },
    contents: { context in
      try lines(NamedUsersSchemaV1.User.self, in: context) { $0.name }
    })

  private static func latest(_ plan: any SchemaMigrationPlan.Type) -> Release {
    Release(
      version: Schema.Version(2, 0, 0),
      open: { try ModelContainer(for: User.self, migrationPlan: plan, configurations: $0) },
      contents: { context in
        try lines(User.self, in: context) { "\($0.fullName) | \($0.email)" }
      })
  }

  private static let people = [
    ("Ann", "a@example.org"), ("Bob", "b@example.org"), ("Ann again", "a@example.org"),
    ("Cé", "C@example.org"), ("Cé low", "c@example.org"), ("Bobby", "b@example.org"),
    ("Third Ann", "a@example.org"),
  ]

  private func scenario(_ plan: any SchemaMigrationPlan.Type) -> Scenario {
    Scenario(
      old: Self.version1,
      write: { context in
        for (name, email) in Self.people {
          context.insert(UsersSchemaV1.User(name: name, email: email))
        }
      },
      graph: Self.people.enumerated().map { "User \($0 + 1): \($1.0) | \($1.1)" },
      new: Self.latest(plan),
      migrated: [
        "User 1: Ann | a@example.org", "User 2: Bob | b@example.org",
        "User 4: Cé | C@example.org", "User 5: Cé low | c@example.org",
      ],
      sample: { $0.insert(User(fullName: "Eve", email: "e@example.org")) })
  }

  private func namedScenario(_ plan: any SchemaMigrationPlan.Type, _ names: [String]) -> Scenario {
    Scenario(
      old: Self.named,
      write: { context in
        for name in names { context.insert(NamedUsersSchemaV1.User(name: name)) }
      },
      graph: names.enumerated().map { "User \($0 + 1): \($1)" },
      new: Self.latest(plan), migrated: [], sample: { _ in })
  }

  @Test func `a plan deletes duplicates, makes a property unique and renames another`() throws {
    let report = try scenario(UsersMigrationPlan.self).run()
    let users = report.entities.first { $0.name == "User" }
    #expect(users?.before == 7 && users?.after == 4)
  }

  @Test func `the keys of deleted duplicates are not reused`() throws {
    try TemporaryDirectory.with { folder in
      let configuration = ModelConfiguration(url: folder.appending(path: "data.store"))
      let old = try Self.version1.open(configuration)
      let context = ModelContext(old)
      for _ in 0..<3 { context.insert(UsersSchemaV1.User(name: "n", email: "same")) }
      try context.save()
      try old.close()
      let container = try Self.latest(UsersMigrationPlan.self).open(configuration)
      let new = ModelContext(container)
      let user = User(fullName: "New", email: "other")
      new.insert(user)
      try new.save()
      #expect(number(user) == 4)
      try container.close()
    }
  }

  @Test func `the error lists the duplicates that a plan did not delete`() throws {
    let error = try scenario(UsersPlanWithoutDeletion.self).expectRefusal(.uniqueViolation)
    #expect(error.entity == "User")
    #expect(error.property == "email")
    #expect(error.count == 2)
    #expect(error.samples == ["a@example.org", "b@example.org"])
    #expect(error.message.contains("willMigrate"))
  }

  @Test func `a new mandatory property without values is refused`() throws {
    for names in [["Ann"], ["Ann", "Bob", "Cé"]] {
      let error = try namedScenario(NamedUsersPlan.self, names).expectRefusal(.unsetMandatory)
      #expect(error.entity == "User")
      #expect(error.property == "email")
      #expect(error.count == names.count)
      #expect(error.message.contains("didMigrate"))
    }
  }

  @Test func `a new unique property with equal values is refused`() throws {
    let error = try namedScenario(EqualAddressUsersPlan.self, ["Ann", "Bob"])
      .expectRefusal(.uniqueViolation)
    #expect(error.samples == ["unknown@example.org"])
  }

  @Test func `a new mandatory property needs no values in an empty store`() throws {
    let scenario = namedScenario(NamedUsersPlan.self, [])
    try Scenario(
      old: scenario.old, write: scenario.write, graph: [], new: scenario.new, migrated: [],
      sample: { $0.insert(User(fullName: "Eve", email: "e@example.org")) }
    ).run()
  }
}
