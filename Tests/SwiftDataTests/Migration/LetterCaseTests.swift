import SwiftData
import TestSupport
import Testing

private enum L1: VersionedSchema {
  static let versionIdentifier = Schema.Version(1, 0, 0)
  static var models: [any PersistentModel.Type] { [GPSpoint.self] }

  @Model final class GPSpoint {
    @Attribute(.unique) var name: String
    var labels: [Label] = []
    var next: GPSpoint?
    init(name: String) { self.name = name }
  }

  @Model final class Label {
    var text: String
    @Relationship(inverse: \GPSpoint.labels) var points: [GPSpoint] = []
    init(text: String) { self.text = text }
  }
}

/// A class and a property are renamed by letter case only.
private enum L2: VersionedSchema {
  static let versionIdentifier = Schema.Version(2, 0, 0)
  static var models: [any PersistentModel.Type] { [GPSPoint.self] }

  @Model(originalName: "GPSpoint") final class GPSPoint {
    @Attribute(.unique, originalName: "name") var Name: String
    @Relationship(originalName: "labels") var labels: [Label] = []
    var next: GPSPoint?
    init(name: String) { Name = name }
  }

  @Model final class Label {
    var text: String
    @Relationship(inverse: \GPSPoint.labels) var points: [GPSPoint] = []
    init(text: String) { self.text = text }
  }
}

private enum LClassOnly: VersionedSchema {
  static let versionIdentifier = Schema.Version(2, 0, 0)
  static var models: [any PersistentModel.Type] { [GPSPoint.self] }

  @Model final class GPSPoint {
    @Attribute(.unique) var name: String
    var labels: [Label] = []
    var next: GPSPoint?
    init(name: String) { self.name = name }
  }

  @Model final class Label {
    var text: String
    @Relationship(inverse: \GPSPoint.labels) var points: [GPSPoint] = []
    init(text: String) { self.text = text }
  }
}

private enum LPropertyOnly: VersionedSchema {
  static let versionIdentifier = Schema.Version(2, 0, 0)
  static var models: [any PersistentModel.Type] { [GPSpoint.self] }

  @Model final class GPSpoint {
    @Attribute(.unique) var Name: String
    var labels: [Label] = []
    var next: GPSpoint?
    init(name: String) { Name = name }
  }

  @Model final class Label {
    var text: String
    @Relationship(inverse: \GPSpoint.labels) var points: [GPSpoint] = []
    init(text: String) { self.text = text }
  }
}

private enum RoundTripPlan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [L1.self, L2.self] }
  static var stages: [MigrationStage] {
    [
      .lightweight(fromVersion: L1.self, toVersion: L2.self),
      .lightweight(fromVersion: L2.self, toVersion: L1.self),
    ]
  }
}

/// Renames by letter case. Names of tables and columns ignore case, and those of classes and
/// properties do not.
@Suite struct LetterCaseTests {
  private func makeStore(_ url: URL) throws {
    try write(L1.self, url) { context in
      let (a, b) = (L1.GPSpoint(name: "a"), L1.GPSpoint(name: "b"))
      context.insert(a)
      context.insert(b)
      a.next = b
      a.labels = [L1.Label(text: "x"), L1.Label(text: "y")]
      b.labels = [a.labels[0]]
    }
  }

  @Test func `a rename by letter case keeps values and links, forwards and back`() throws {
    try TemporaryDirectory.with { folder in
      let url = folder.appending(path: "x.store")
      try makeStore(url)
      for _ in 0..<2 {
        try readStore(L2.self, url, RoundTripPlan.self) { context throws in
          let points = try context.all(L2.GPSPoint.self)
          #expect(points.map(\.Name) == ["a", "b"])
          #expect(points[0].next === points[1])
          #expect(points.map { $0.labels.map(\.text) } == [["x", "y"], ["x"]])
          #expect(
            try PlainDatabase(url).rows("SELECT name FROM pragma_table_info('GPSPoint')")
              .contains(["Name"]))
        }
        try readStore(L1.self, url, RoundTripPlan.self) { context throws in
          let points = try context.all(L1.GPSpoint.self)
          #expect(points.map(\.name) == ["a", "b"])
          #expect(points[0].next === points[1])
          #expect(points.map { $0.labels.map(\.text) } == [["x", "y"], ["x"]])
        }
      }
    }
  }

  @Test func `saving, undo and uniqueness work after a rename by letter case`() throws {
    try TemporaryDirectory.with { folder in
      let url = folder.appending(path: "x.store")
      try makeStore(url)
      let container = try open(L2.self, url, RoundTripPlan.self)
      let context = ModelContext(container)
      context.insert(L2.GPSPoint(name: "c"))
      try context.save()
      try container.undo()
      #expect(try ModelContext(container).all(L2.GPSPoint.self).count == 2)
      context.insert(L2.GPSPoint(name: "a"))
      try context.save()
      #expect(try ModelContext(container).all(L2.GPSPoint.self).count == 2)
      try container.close()
    }
  }

  @Test(arguments: [true, false])
  func `a rename by letter case without an original name is refused`(hasPlan: Bool)
    throws
  {
    try TemporaryDirectory.with { folder in
      let url = folder.appending(path: "x.store")
      try makeStore(url)
      let type = try expectRefusal(.possibleRename, at: url) {
        try open(LClassOnly.self, url, hasPlan ? LightweightPlan<L1, LClassOnly>.self : nil)
      }
      #expect(type.message.contains("@Model(originalName: \"GPSpoint\")"))
      let property = try expectRefusal(.possibleRename, at: url) {
        try open(LPropertyOnly.self, url, hasPlan ? LightweightPlan<L1, LPropertyOnly>.self : nil)
      }
      #expect(property.message.contains("originalName: \"name\""))
    }
  }
}
