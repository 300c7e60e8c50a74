import SwiftData
import TestSupport
import Testing

private enum O1: VersionedSchema {
  static let versionIdentifier = Schema.Version(1, 0, 0)
  static var models: [any PersistentModel.Type] { [Entry.self, Tag.self] }

  @Model final class Entry {
    var day: Int
    init(day: Int) { self.day = day }
  }

  @Model final class Tag {
    var name: String
    init(name: String) { self.name = name }
  }
}

private enum O2: VersionedSchema {
  static let versionIdentifier = Schema.Version(1, 1, 0)
  static var models: [any PersistentModel.Type] { [Entry.self, Tag.self] }

  @Model final class Entry {
    var note: String = ""
    var day: Int
    init(day: Int) { self.day = day }
  }

  @Model final class Tag {
    var name: String
    init(name: String) { self.name = name }
  }
}

private enum O3: VersionedSchema {
  static let versionIdentifier = Schema.Version(1, 2, 0)
  static var models: [any PersistentModel.Type] { [Entry.self, Tag.self] }

  @Model final class Entry {
    var note: String = ""
    var day: Int
    var place: String?
    init(day: Int) { self.day = day }
  }

  @Model final class Tag {
    var name: String
    init(name: String) { self.name = name }
  }
}

/// Uses classes of the first version in a closure of the second, which has classes of the same
/// names.
private enum DeleteAll: StageWork {
  static func willMigrate(_ context: ModelContext) throws {
    context.insert(O2.Entry(day: 9))
    try? context.delete(model: O1.Entry.self)
  }
}

private enum DeleteSome: StageWork {
  static func willMigrate(_ context: ModelContext) throws {
    let last = O2.Entry(day: 9)
    context.insert(last)
    _ = try context.all(O2.Entry.self)
    #expect(
      try context.fetchCount(FetchDescriptor<O1.Entry>(predicate: #Predicate { $0.day > 1 })) == 2)
    #expect(
      try context.fetchIdentifiers(FetchDescriptor<O1.Entry>(sortBy: [SortDescriptor(\.day)])).count
        == 4)
    try context.delete(model: O1.Entry.self, where: #Predicate { $0.day > 1 })
    try context.save()
    try context.deleteRows(of: O1.Entry.self, where: #Predicate { $0.day == 0 })
  }
}

private enum FetchSameShape: StageWork {
  static func willMigrate(_ context: ModelContext) throws {
    for tag in try context.fetch(FetchDescriptor<O1.Tag>(sortBy: [SortDescriptor(\.name)])) {
      tag.name += "!"
    }
    context.insert(O1.Tag(name: "c"))
    try context.save()
    #expect(
      try context.fetch(FetchDescriptor<O1.Tag>(predicate: #Predicate { $0.name == "c" })).count
        == 1)
  }
}

private enum FetchOtherShape: StageWork {
  static func willMigrate(_ context: ModelContext) throws {
    _ = try? context.fetch(FetchDescriptor<O1.Entry>())
  }
}

private enum MixClasses: StageWork {
  static func willMigrate(_ context: ModelContext) throws {
    let tags = try context.fetch(FetchDescriptor<O2.Tag>())
    _ = try context.fetch(FetchDescriptor<O1.Tag>())
    withExtendedLifetime(tags) {}
  }
}

private enum ThrowingWork: StageWork {
  struct TestError: Error {}
  static func didMigrate(_ context: ModelContext) throws { throw TestError() }
}

/// Classes of another version in a stage's closure.
@Suite struct OtherVersionClassTests {
  private func withStore(_ body: (URL) throws -> Void) throws {
    try TemporaryDirectory.with { folder in
      let url = folder.appending(path: "x.store")
      try write(O2.self, url) { context in
        for day in 0..<3 { context.insert(O2.Entry(day: day)) }
        for name in ["a", "b"] { context.insert(O2.Tag(name: name)) }
      }
      try body(url)
    }
  }

  @Test func `deleting by another version's class deletes the objects of the same entity`() throws {
    try withStore { url in
      try readStore(O3.self, url, CustomPlan<O2, O3, DeleteAll>.self) { context throws in
        #expect(try context.all(O3.Entry.self).isEmpty)
        #expect(try context.all(O3.Tag.self).count == 2)
      }
    }
  }

  @Test func `a predicate on another version's class uses the properties of the same name`()
    throws
  {
    try withStore { url in
      try readStore(O3.self, url, CustomPlan<O2, O3, DeleteSome>.self) { context throws in
        #expect(try context.all(O3.Entry.self).map(\.day) == [1])
      }
    }
  }

  @Test func `another version's class of the same shape can be used`() throws {
    try withStore { url in
      try readStore(O3.self, url, CustomPlan<O2, O3, FetchSameShape>.self) { context throws in
        #expect(try context.all(O3.Tag.self).map(\.name) == ["a!", "b!", "c"])
      }
    }
  }

  @Test
  func `the error for a class of another shape names the stage, the call and the right class`()
    throws
  {
    try withStore { url in
      let error = try expectRefusal(.wrongSchema, at: url) {
        try open(O3.self, url, CustomPlan<O2, O3, FetchOtherShape>.self)
      }
      #expect(error.message.hasPrefix("willMigrate of 1.1.0 → 1.2.0: "))
      #expect(error.message.contains("O1.Entry is not the Entry class in this context's schema"))
      #expect(error.message.contains("O2.Entry, in fetch(_:)"))
    }
  }

  @Test func `fetching one row as two classes is refused`() throws {
    try withStore { url in
      let error = try expectRefusal(.wrongSchema, at: url) {
        try open(O3.self, url, CustomPlan<O2, O3, MixClasses>.self)
      }
      #expect(error.message.contains("O2.Tag"))
    }
  }

  @Test func `an error thrown by a closure names its stage`() throws {
    try withStore { url in
      let error = try expectRefusal(.stageFailed, at: url) {
        try open(O3.self, url, CustomPlan<O2, O3, ThrowingWork>.self)
      }
      #expect(error.message == "didMigrate of 1.1.0 → 1.2.0 threw an error: TestError()")
      #expect(error.underlying is ThrowingWork.TestError)
    }
  }
}
