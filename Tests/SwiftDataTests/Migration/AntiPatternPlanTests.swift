import SwiftData
import TestSupport
import Testing

private enum Plan<Work>: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] {
    switch Work.self {
    case is MissingStage.Type: [UserV1.self, UserPropertyRenamed.self]
    case is DuplicateStage.Type, is NonadjacentStage.Type: [UserV1.self, UserUniqueName.self]
    case is OutOfOrder.Type: [UserUniqueName.self, UserV1.self]
    case is SameVersion.Type: [UserV1.self, UserSameVersion.self]
    case is SameShape.Type: [UserV1.self, UserSameShape.self]
    default: []
    }
  }

  static var stages: [MigrationStage] {
    let stage = MigrationStage.lightweight(fromVersion: UserV1.self, toVersion: UserUniqueName.self)
    return switch Work.self {
    case is DuplicateStage.Type: [stage, stage]
    case is NonadjacentStage.Type:
      [stage, .lightweight(fromVersion: UserV1.self, toVersion: UserPropertyRenamed.self)]
    case is OutOfOrder.Type:
      [.lightweight(fromVersion: UserUniqueName.self, toVersion: UserV1.self)]
    case is SameVersion.Type:
      [.lightweight(fromVersion: UserV1.self, toVersion: UserSameVersion.self)]
    case is SameShape.Type: [.lightweight(fromVersion: UserV1.self, toVersion: UserSameShape.self)]
    default: []
    }
  }
}

private enum MissingStage {}
private enum DuplicateStage {}
private enum NonadjacentStage {}
private enum OutOfOrder {}
private enum SameVersion {}
private enum SameShape {}
private enum NoSchemas {}

/// Migration plans that are inconsistent or do not match the container or the store.
extension AntiPatternTests {
  @Test func `a container for a version other than the plan's last is refused`() throws {
    try withStore { url in
      let error = try expectRefusal(.schemaNotLastInPlan, at: url) {
        try open(UserV1.self, url, LightweightPlan<UserV1, UserUniqueName>.self)
      }
      #expect(error.message.contains("2.0.0"))
      #expect(error.message.contains("type aliases"))
    }
  }

  @Test(
    arguments: [
      (Plan<MissingStage>.self, "no stage from 1.0.0 to 2.0.0"),
      (Plan<DuplicateStage>.self, "2 stages from 1.0.0 to 2.0.0; keep one"),
      (Plan<NonadjacentStage>.self, "not adjacent"),
      (Plan<OutOfOrder>.self, "lists version 1.0.0 after 2.0.0"),
      (Plan<SameVersion>.self, "lists version 1.0.0 after 1.0.0"),
      (Plan<SameShape>.self, "have the same schema"),
      (Plan<NoSchemas>.self, "lists no schema"),
    ] as [(any SchemaMigrationPlan.Type, String)])
  func `an inconsistent plan is refused with the reason`(
    plan: any SchemaMigrationPlan.Type, reason: String
  ) throws {
    try withStore { url in
      let error = try expectRefusal(.invalidMigrationPlan, at: url) {
        try open(UserUniqueName.self, url, plan)
      }
      #expect(error.message.contains(reason), "\(error.message)")
    }
  }

  @Test func `a store of the last version opens although the plan has no stage to it`() throws {
    try TemporaryDirectory.with { folder in
      let url = folder.appending(path: "x.store")
      try write(UserPropertyRenamed.self, url) { _ in }
      _ = try open(UserPropertyRenamed.self, url, Plan<MissingStage>.self)
    }
  }

  @Test func `a shipped version that was edited is detected, and the differences are listed`()
    throws
  {
    try withStore { url in
      let error = try expectRefusal(.unknownSchema, at: url) {
        try open(UserUniqueName.self, url, LightweightPlan<UserV1Edited, UserUniqueName>.self)
      }
      // The store differs from the second version by one property, from the edited one by two.
      #expect(error.count == 1)
      #expect(error.message.contains("The most similar version is 2.0.0"))
      #expect(error.message.contains("User.name is text, but should be unique text"))
      let edited = try expectRefusal(.unknownSchema, at: url) {
        try open(
          UserMandatoryEmail.self, url, LightweightPlan<UserV1Edited, UserMandatoryEmail>.self)
      }
      #expect(edited.message.contains("User.email is missing"))
    }
  }
}
