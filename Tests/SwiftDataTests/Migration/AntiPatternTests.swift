import SwiftData
import TestSupport
import Testing

private enum P1: VersionedSchema {
  static let versionIdentifier = Schema.Version(1, 0, 0)
  static var models: [any PersistentModel.Type] { [User.self] }

  @Model final class User {
    var name: String
    var age: Int
    init(name: String, age: Int = 1) {
      self.name = name
      self.age = age
    }
  }
}

/// The rename nobody told of.
private enum PRename: VersionedSchema {
  static let versionIdentifier = Schema.Version(2, 0, 0)
  static var models: [any PersistentModel.Type] { [User.self] }

  @Model final class User {
    var fullName: String = ""
    var age: Int
    init(age: Int) { self.age = age }
  }
}

private enum PUnique: VersionedSchema {
  static let versionIdentifier = Schema.Version(2, 0, 0)
  static var models: [any PersistentModel.Type] { [User.self] }

  @Model final class User {
    @Attribute(.unique) var name: String
    var age: Int
    init(name: String, age: Int) {
      self.name = name
      self.age = age
    }
  }
}

private enum PMandatory: VersionedSchema {
  static let versionIdentifier = Schema.Version(2, 0, 0)
  static var models: [any PersistentModel.Type] { [User.self] }

  @Model final class User {
    var name: String
    var age: Int
    var email: String
    init(name: String, age: Int, email: String) {
      self.name = name
      self.age = age
      self.email = email
    }
  }
}

private enum PType: VersionedSchema {
  static let versionIdentifier = Schema.Version(2, 0, 0)
  static var models: [any PersistentModel.Type] { [User.self] }

  @Model final class User {
    var name: String
    var age: String = ""
    init(name: String) { self.name = name }
  }
}

private enum PClass: VersionedSchema {
  static let versionIdentifier = Schema.Version(2, 0, 0)
  static var models: [any PersistentModel.Type] { [Person.self] }

  @Model final class Person {
    var name: String
    var age: Int
    init(name: String, age: Int) {
      self.name = name
      self.age = age
    }
  }
}

/// The first version, edited after it shipped.
private enum PEdited: VersionedSchema {
  static let versionIdentifier = Schema.Version(1, 0, 0)
  static var models: [any PersistentModel.Type] { [User.self] }

  @Model final class User {
    var name: String?
    var age: Int
    var nick: String?
    init(age: Int) { self.age = age }
  }
}

private enum PSameShape: VersionedSchema {
  static let versionIdentifier = Schema.Version(2, 0, 0)
  static var models: [any PersistentModel.Type] { P1.models }
}

private enum PSameNumber: VersionedSchema {
  static let versionIdentifier = Schema.Version(1, 0, 0)
  static var models: [any PersistentModel.Type] { PUnique.models }
}

private enum Plan<Work>: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] {
    switch Work.self {
    case is Missing.Type: [P1.self, PRename.self]
    case is Twice.Type, is Stray.Type: [P1.self, PUnique.self]
    case is OutOfOrder.Type: [PUnique.self, P1.self]
    case is SameNumber.Type: [P1.self, PSameNumber.self]
    case is SameShape.Type: [P1.self, PSameShape.self]
    default: []
    }
  }

  static var stages: [MigrationStage] {
    let stage = MigrationStage.lightweight(fromVersion: P1.self, toVersion: PUnique.self)
    return switch Work.self {
    case is Twice.Type: [stage, stage]
    case is Stray.Type: [stage, .lightweight(fromVersion: P1.self, toVersion: PRename.self)]
    case is OutOfOrder.Type: [.lightweight(fromVersion: PUnique.self, toVersion: P1.self)]
    case is SameNumber.Type: [.lightweight(fromVersion: P1.self, toVersion: PSameNumber.self)]
    case is SameShape.Type: [.lightweight(fromVersion: P1.self, toVersion: PSameShape.self)]
    default: []
    }
  }
}

private enum Missing {}
private enum Twice {}
private enum Stray {}
private enum OutOfOrder {}
private enum SameNumber {}
private enum SameShape {}
private enum Empty {}

private enum TooEarly: StageWork {
  static func willMigrate(_ context: ModelContext) throws {
    _ = try context.fetch(FetchDescriptor<PUnique.User>())
  }
}

private enum TooLate: StageWork {
  static func didMigrate(_ context: ModelContext) throws {
    _ = try context.fetch(FetchDescriptor<P1.User>())
  }
}

private enum Swallowed: StageWork {
  static func willMigrate(_ context: ModelContext) throws {
    _ = try? context.fetch(FetchDescriptor<PUnique.User>())
    _ = try? context.fetch(FetchDescriptor<P1.User>())
  }
}

private enum SwallowedSave: StageWork {
  static func didMigrate(_ context: ModelContext) throws {
    for user in try context.fetch(FetchDescriptor<PUnique.User>()) { user.age = .max }
    context.insert(Unrelated(value: .nan))
    try? context.save()
  }
}

@Model private final class Unrelated {
  var value: Double
  init(value: Double) { self.value = value }
}

private enum Forgetful: StageWork {
  static func willMigrate(_ context: ModelContext) throws {
    for user in try context.fetch(FetchDescriptor<P1.User>()) { user.name += "!" }
  }
  static func didMigrate(_ context: ModelContext) throws {
    for user in try context.fetch(FetchDescriptor<PUnique.User>()) { user.age += 1 }
  }
}

private enum HalfFilled: StageWork {
  static func didMigrate(_ context: ModelContext) throws {
    try context.fetch(FetchDescriptor<PMandatory.User>()).first?.email = "a@example.org"
    try context.save()
  }
}

/// What is known to lose data or to crash elsewhere: each is an error that says where, how much, and
/// what to do, and the store stays as it was.
@Suite struct AntiPatternTests {
  private func with(_ names: [String] = ["Ada", "Bea"], _ body: (URL) throws -> Void) throws {
    try TemporaryDirectory.with { folder in
      let url = folder.appending(path: "x.store")
      try write(P1.self, url) { context in
        for name in names { context.insert(P1.User(name: name)) }
      }
      try body(url)
      try reading(P1.self, url) { context throws in
        #expect(try context.all(P1.User.self).map(\.name) == names)
      }
    }
  }

  @Test(arguments: [nil, LightweightPlan<P1, PRename>.self] as [(any SchemaMigrationPlan.Type)?])
  func `a rename without its original name`(plan: (any SchemaMigrationPlan.Type)?) throws {
    try with { url in
      let error = try refused(.possibleRename, at: url) { try open(PRename.self, url, plan) }
      #expect(error.entity == "User")
      #expect(error.property == "name")
      #expect(error.count == 2)
      #expect(error.samples == ["Ada", "Bea"])
      #expect(error.message.contains("@Attribute(originalName: \"name\")"))
    }
  }

  @Test func `leave to lose drops the values and reports them`() throws {
    try TemporaryDirectory.with { folder in
      let url = folder.appending(path: "x.store")
      try write(P1.self, url) { $0.insert(P1.User(name: "Ada")) }
      let container = try open(PRename.self, url, LosingPlan<P1, PRename>.self)
      #expect(
        container.migrationReport?.droppedTexts == ["property User.name: 1"])
      #expect(try ModelContext(container).all(PRename.User.self).map(\.fullName) == [""])
      try container.close()
    }
  }

  @Test func `unique over duplicates`() throws {
    try with(["Ada", "Bea", "Ada"]) { url in
      let error = try refused(.uniqueViolation, at: url) {
        try open(PUnique.self, url, LightweightPlan<P1, PUnique>.self)
      }
      #expect(error.entity == "User")
      #expect(error.property == "name")
      #expect(error.count == 1)
      #expect(error.samples == ["Ada"])
      #expect(error.message.contains("willMigrate"))
    }
  }

  @Test(
    arguments: [
      CustomPlan<P1, PUnique, TooEarly>.self, CustomPlan<P1, PUnique, TooLate>.self,
      CustomPlan<P1, PUnique, Swallowed>.self, CustomPlan<P1, PUnique, SwallowedSave>.self,
    ] as [any SchemaMigrationPlan.Type])
  func `a type of another version in a closure even if the error is swallowed`(
    plan: any SchemaMigrationPlan.Type
  ) throws {
    try with { url in
      let error = try refused(.wrongSchema, at: url) { try open(PUnique.self, url, plan) }
      #expect(error.entity == "User" || error.entity == "Unrelated")
      #expect(
        error.message.contains(
          error.entity == "User" ? "use that version's type" : "which has User; add Unrelated"))
      #expect(!error.message.contains("unknown context"))
    }
  }

  @Test func `a store of an old shape without a plan`() throws {
    try with { url in
      let error = try refused(.migrationPlanRequired, at: url) {
        _ = try ModelContainer(
          for: Unrelated.self, configurations: ModelConfiguration(url: url))
      }
      #expect(error.entity == "User")
      #expect(error.count == 2)
      #expect(error.message.contains("migration plan"))
    }
  }

  @Test func `a container that is not at the plans last version`() throws {
    try with { url in
      let error = try refused(.schemaNotLastInPlan, at: url) {
        try open(P1.self, url, LightweightPlan<P1, PUnique>.self)
      }
      #expect(error.message.contains("2.0.0"))
      #expect(error.message.contains("type aliases"))
    }
  }

  @Test(
    arguments: [
      (Plan<Missing>.self, "no stage from 1.0.0 to 2.0.0"),
      (Plan<Twice>.self, "2 stages from 1.0.0 to 2.0.0; keep one"),
      (Plan<Stray>.self, "not adjacent"),
      (Plan<OutOfOrder>.self, "lists version 1.0.0 after 2.0.0"),
      (Plan<SameNumber>.self, "lists version 1.0.0 after 1.0.0"),
      (Plan<SameShape>.self, "have the same schema"),
      (Plan<Empty>.self, "lists no schema"),
    ] as [(any SchemaMigrationPlan.Type, String)])
  func `a plan that does not hang together`(plan: any SchemaMigrationPlan.Type, reason: String)
    throws
  {
    try with { url in
      let error = try refused(.invalidMigrationPlan, at: url) { try open(PUnique.self, url, plan) }
      #expect(error.message.contains(reason), "\(error.message)")
    }
  }

  @Test func `a shipped version that was edited`() throws {
    try with { url in
      let error = try refused(.unknownSchema, at: url) {
        try open(PUnique.self, url, LightweightPlan<PEdited, PUnique>.self)
      }
      // The second version differs by one property, the edited one by two.
      #expect(error.count == 1)
      #expect(error.message.contains("The nearest version is 2.0.0"))
      #expect(error.message.contains("User.name is text and should be unique text"))
      let edited = try refused(.unknownSchema, at: url) {
        try open(PMandatory.self, url, LightweightPlan<PEdited, PMandatory>.self)
      }
      #expect(edited.message.contains("User.email is missing"))
    }
  }

  @Test func `a newer store`() throws {
    try TemporaryDirectory.with { folder in
      let url = folder.appending(path: "x.store")
      try write(PUnique.self, url) { $0.insert(PUnique.User(name: "Ada", age: 1)) }
      let error = try refused(.backwardMigration, at: url) { try open(P1.self, url) }
      #expect(error.message.contains("2.0.0"))
      #expect(error.message.contains("update the program"))
    }
  }

  @Test func `a mandatory property without a value`() throws {
    try with { url in
      for plan in [LightweightPlan<P1, PMandatory>.self, nil] as [(any SchemaMigrationPlan.Type)?] {
        let error = try refused(.unsetMandatory, at: url) { try open(PMandatory.self, url, plan) }
        #expect(error.entity == "User")
        #expect(error.property == "email")
        #expect(error.count == 2)
        #expect(error.message.contains("didMigrate"))
      }
      let half = try refused(.unsetMandatory, at: url) {
        try open(PMandatory.self, url, CustomPlan<P1, PMandatory, HalfFilled>.self)
      }
      #expect(half.entity == "User")
      #expect(half.property == "email")
      #expect(half.count == 1)
      #expect(half.samples == ["2"])
    }
  }

  @Test func `a type that changed under the same name`() throws {
    try with { url in
      let error = try refused(.incompatibleType, at: url) {
        try open(PType.self, url, LightweightPlan<P1, PType>.self)
      }
      #expect(error.entity == "User")
      #expect(error.property == "age")
      #expect(error.count == 2)
      #expect(error.samples == ["1"])
      #expect(error.message.contains("Its type changed"))
      #expect(error.message.contains("Make the stage custom"))
      #expect(!error.message.contains("lost"))
      let planless = try refused(.incompatibleType, at: url) { try open(PType.self, url) }
      #expect(planless.message.contains("Open the store with a plan whose last stage is custom"))
    }
  }

  @Test func `a renamed class`() throws {
    try with { url in
      for plan in [LightweightPlan<P1, PClass>.self, nil] as [(any SchemaMigrationPlan.Type)?] {
        let error = try refused(.possibleRename, at: url) { try open(PClass.self, url, plan) }
        #expect(error.entity == "User")
        #expect(error.count == 2)
        #expect(error.message.contains("@Model(originalName: \"User\")"))
      }
    }
  }

  @Test func `a forgotten save is made and reported`() throws {
    try TemporaryDirectory.with { folder in
      let url = folder.appending(path: "x.store")
      try write(P1.self, url) { $0.insert(P1.User(name: "Ada")) }
      let container = try open(PUnique.self, url, CustomPlan<P1, PUnique, Forgetful>.self)
      let user = try #require(try ModelContext(container).all(PUnique.User.self).first)
      #expect(user.name == "Ada!")
      #expect(user.age == 2)
      #expect(container.migrationReport?.notes.count == 2)
      try container.close()
    }
  }

  @Test func `a store with a live log keeps its content when it is refused`() throws {
    try TemporaryDirectory.with { folder in
      let (busy, url) = (folder.appending(path: "a.store"), folder.appending(path: "b/x.store"))
      let container = try open(P1.self, busy)
      let context = ModelContext(container)
      for name in ["Ada", "Ada"] { context.insert(P1.User(name: name)) }
      try context.save()
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      for suffix in ["", "-wal"] {
        try FileManager.default.copyItem(atPath: busy.path + suffix, toPath: url.path + suffix)
      }
      try container.close()
      try refused(.uniqueViolation, at: url) {
        try open(PUnique.self, url, LightweightPlan<P1, PUnique>.self)
      }
      try refused(.possibleRename, at: url) {
        try open(PRename.self, url, LightweightPlan<P1, PRename>.self)
      }
      try reading(P1.self, url) { context throws in
        #expect(try context.all(P1.User.self).count == 2)
      }
    }
  }
}
