import SwiftData
import TestSupport
import Testing

private enum NewClassInWillMigrate: StageWork {
  static func willMigrate(_ context: ModelContext) throws {
    _ = try context.fetch(FetchDescriptor<UserUniqueName.User>())
  }
}

private enum OldClassInDidMigrate: StageWork {
  static func didMigrate(_ context: ModelContext) throws {
    _ = try context.fetch(FetchDescriptor<UserV1.User>())
  }
}

private enum IgnoredErrors: StageWork {
  static func willMigrate(_ context: ModelContext) throws {
    _ = try? context.fetch(FetchDescriptor<UserUniqueName.User>())
    _ = try? context.fetch(FetchDescriptor<UserV1.User>())
  }
}

private enum IgnoredSaveError: StageWork {
  static func didMigrate(_ context: ModelContext) throws {
    for user in try context.fetch(FetchDescriptor<UserUniqueName.User>()) { user.age = .max }
    context.insert(Unrelated(value: .nan))
    try? context.save()
  }
}

@Model private final class Unrelated {
  var value: Double
  init(value: Double) { self.value = value }
}

private enum UnsavedWork: StageWork {
  static func willMigrate(_ context: ModelContext) throws {
    for user in try context.fetch(FetchDescriptor<UserV1.User>()) { user.name += "!" }
  }
  static func didMigrate(_ context: ModelContext) throws {
    for user in try context.fetch(FetchDescriptor<UserUniqueName.User>()) { user.age += 1 }
  }
}

private enum HalfFilled: StageWork {
  static func didMigrate(_ context: ModelContext) throws {
    try context.fetch(FetchDescriptor<UserMandatoryEmail.User>()).first?.email = "a@example.org"
    try context.save()
  }
}

/// Mistakes that lose data or crash in other implementations.
///
/// Each is an error that says where, how much and what to do, and the store stays unchanged.
@Suite struct AntiPatternTests {
  func withStore(_ names: [String] = ["Ada", "Bea"], _ body: (URL) throws -> Void) throws {
    try TemporaryDirectory.with { folder in
      let url = folder.appending(path: "x.store")
      try write(UserV1.self, url) { context in
        for name in names { context.insert(UserV1.User(name: name)) }
      }
      try body(url)
      try readStore(UserV1.self, url) { context throws in
        #expect(try context.all(UserV1.User.self).map(\.name) == names)
      }
    }
  }

  @Test(
    arguments: [nil, LightweightPlan<UserV1, UserPropertyRenamed>.self]
      as [(any SchemaMigrationPlan.Type)?])
  func `a rename without an original name is refused`(plan: (any SchemaMigrationPlan.Type)?) throws
  {
    try withStore { url in
      let error = try expectRefusal(.possibleRename, at: url) {
        try open(UserPropertyRenamed.self, url, plan)
      }
      #expect(error.entity == "User")
      #expect(error.property == "name")
      #expect(error.count == 2)
      #expect(error.samples == ["Ada", "Bea"])
      #expect(error.message.contains("@Attribute(originalName: \"name\")"))
    }
  }

  @Test func `a stage that allows data loss drops the values and reports them`() throws {
    try TemporaryDirectory.with { folder in
      let url = folder.appending(path: "x.store")
      try write(UserV1.self, url) { $0.insert(UserV1.User(name: "Ada")) }
      let container = try open(
        UserPropertyRenamed.self, url, DataLossPlan<UserV1, UserPropertyRenamed>.self)
      #expect(
        container.migrationReport?.droppedTexts == ["property User.name: 1"])
      #expect(
        try ModelContext(container).all(UserPropertyRenamed.User.self).map(\.fullName) == [""])
      try container.close()
    }
  }

  @Test func `a new unique constraint is refused if stored values repeat`() throws {
    try withStore(["Ada", "Bea", "Ada"]) { url in
      let error = try expectRefusal(.uniqueViolation, at: url) {
        try open(UserUniqueName.self, url, LightweightPlan<UserV1, UserUniqueName>.self)
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
      CustomPlan<UserV1, UserUniqueName, NewClassInWillMigrate>.self,
      CustomPlan<UserV1, UserUniqueName, OldClassInDidMigrate>.self,
      CustomPlan<UserV1, UserUniqueName, IgnoredErrors>.self,
      CustomPlan<UserV1, UserUniqueName, IgnoredSaveError>.self,
    ] as [any SchemaMigrationPlan.Type])
  func `another version's class in a closure fails the stage, even if the error is ignored`(
    plan: any SchemaMigrationPlan.Type
  ) throws {
    try withStore { url in
      let error = try expectRefusal(.wrongSchema, at: url) {
        try open(UserUniqueName.self, url, plan)
      }
      #expect(error.entity == "User" || error.entity == "Unrelated")
      #expect(
        error.message.contains(
          error.entity == "User" ? "use the schema's class" : "which has User; add Unrelated"))
      #expect(!error.message.contains("unknown context"))
    }
  }

  @Test func `a store of another schema needs a migration plan`() throws {
    try withStore { url in
      let error = try expectRefusal(.migrationPlanRequired, at: url) {
        _ = try ModelContainer(
          for: Unrelated.self, configurations: ModelConfiguration(url: url))
      }
      #expect(error.entity == "User")
      #expect(error.count == 2)
      #expect(error.message.contains("migration plan"))
    }
  }

  @Test func `a store of a newer version is refused`() throws {
    try TemporaryDirectory.with { folder in
      let url = folder.appending(path: "x.store")
      try write(UserUniqueName.self, url) { $0.insert(UserUniqueName.User(name: "Ada", age: 1)) }
      let error = try expectRefusal(.backwardMigration, at: url) { try open(UserV1.self, url) }
      #expect(error.message.contains("2.0.0"))
      #expect(error.message.contains("update the program"))
    }
  }

  @Test func `a mandatory property without a value is refused`() throws {
    try withStore { url in
      for plan in [LightweightPlan<UserV1, UserMandatoryEmail>.self, nil]
        as [(any SchemaMigrationPlan.Type)?]
      {
        let error = try expectRefusal(.unsetMandatory, at: url) {
          try open(UserMandatoryEmail.self, url, plan)
        }
        #expect(error.entity == "User")
        #expect(error.property == "email")
        #expect(error.count == 2)
        #expect(error.message.contains("didMigrate"))
      }
      let half = try expectRefusal(.unsetMandatory, at: url) {
        try open(
          UserMandatoryEmail.self, url, CustomPlan<UserV1, UserMandatoryEmail, HalfFilled>.self)
      }
      #expect(half.entity == "User")
      #expect(half.property == "email")
      #expect(half.count == 1)
      #expect(half.samples == ["2"])
    }
  }

  @Test func `a property whose type changed is refused`() throws {
    try withStore { url in
      let error = try expectRefusal(.incompatibleType, at: url) {
        try open(UserTypeChanged.self, url, LightweightPlan<UserV1, UserTypeChanged>.self)
      }
      #expect(error.entity == "User")
      #expect(error.property == "age")
      #expect(error.count == 2)
      #expect(error.samples == ["1"])
      #expect(error.message.contains("Its type changed"))
      #expect(error.message.contains("Make the stage custom"))
      #expect(!error.message.contains("lost"))
      let withoutPlan = try expectRefusal(.incompatibleType, at: url) {
        try open(UserTypeChanged.self, url)
      }
      #expect(
        withoutPlan.message.contains(
          "Open the store with a migration plan whose last stage is custom"))
    }
  }

  @Test func `a renamed class without an original name is refused`() throws {
    try withStore { url in
      for plan in [LightweightPlan<UserV1, UserClassRenamed>.self, nil]
        as [(any SchemaMigrationPlan.Type)?]
      {
        let error = try expectRefusal(.possibleRename, at: url) {
          try open(UserClassRenamed.self, url, plan)
        }
        #expect(error.entity == "User")
        #expect(error.count == 2)
        #expect(error.message.contains("@Model(originalName: \"User\")"))
      }
    }
  }

  @Test func `unsaved changes of a closure are saved and noted in the report`() throws {
    try TemporaryDirectory.with { folder in
      let url = folder.appending(path: "x.store")
      try write(UserV1.self, url) { $0.insert(UserV1.User(name: "Ada")) }
      let container = try open(
        UserUniqueName.self, url, CustomPlan<UserV1, UserUniqueName, UnsavedWork>.self)
      let user = try #require(try ModelContext(container).all(UserUniqueName.User.self).first)
      #expect(user.name == "Ada!")
      #expect(user.age == 2)
      #expect(container.migrationReport?.notes.count == 2)
      try container.close()
    }
  }

  @Test func `a refused store with a live log keeps its content`() throws {
    try TemporaryDirectory.with { folder in
      let (busy, url) = (folder.appending(path: "a.store"), folder.appending(path: "b/x.store"))
      let container = try open(UserV1.self, busy)
      let context = ModelContext(container)
      for name in ["Ada", "Ada"] { context.insert(UserV1.User(name: name)) }
      try context.save()
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      for suffix in ["", "-wal"] {
        try FileManager.default.copyItem(atPath: busy.path + suffix, toPath: url.path + suffix)
      }
      try container.close()
      try expectRefusal(.uniqueViolation, at: url) {
        try open(UserUniqueName.self, url, LightweightPlan<UserV1, UserUniqueName>.self)
      }
      try expectRefusal(.possibleRename, at: url) {
        try open(UserPropertyRenamed.self, url, LightweightPlan<UserV1, UserPropertyRenamed>.self)
      }
      try readStore(UserV1.self, url) { context throws in
        #expect(try context.all(UserV1.User.self).count == 2)
      }
    }
  }
}
