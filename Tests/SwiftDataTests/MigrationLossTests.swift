import SwiftData
import TestSupport
import Testing

/// Notes with tags. The other schemas here are changes of it that lose data.
private enum Tagged: VersionedSchema {
  static let versionIdentifier = Schema.Version(1, 0, 0)
  static var models: [any PersistentModel.Type] { [Note.self] }

  @Model final class Note {
    var text: String
    @Relationship(inverse: \Tag.notes) var tags: [Tag] = []
    var marks: [Mark] = []
    init(text: String) { self.text = text }
  }

  @Model final class Tag {
    var name: String
    var notes: [Note] = []
    init(name: String) { self.name = name }
  }

  @Model final class Mark {
    var name: String
    init(name: String) { self.name = name }
  }
}

private enum Untagged: VersionedSchema {
  static let versionIdentifier = Schema.Version(2, 0, 0)
  static var models: [any PersistentModel.Type] { [Note.self, Tag.self, Mark.self] }

  @Model final class Note {
    var text: String
    var marks: [Mark] = []
    init(text: String) { self.text = text }
  }

  @Model final class Tag {
    var name: String
    init(name: String) { self.name = name }
  }

  @Model final class Mark {
    var name: String
    init(name: String) { self.name = name }
  }
}

private enum Retagged: VersionedSchema {
  static let versionIdentifier = Schema.Version(2, 0, 0)
  static var models: [any PersistentModel.Type] { [Note.self, Mark.self] }

  @Model final class Note {
    var text: String
    @Relationship(originalName: "tags", inverse: \Tag.texts) var labels: [Tag] = []
    /// A relationship with the former name and another destination.
    var marks: [Tag] = []
    init(text: String) { self.text = text }
  }

  @Model final class Tag {
    var name: String
    @Relationship(originalName: "notes") var texts: [Note] = []
    init(name: String) { self.name = name }
  }

  @Model final class Mark {
    var name: String
    init(name: String) { self.name = name }
  }
}

private enum Renamed: VersionedSchema {
  static let versionIdentifier = Schema.Version(2, 0, 0)
  static var models: [any PersistentModel.Type] { [Text.self, Tag.self, Mark.self] }

  @Model final class Text {
    var text: String
    init(text: String) { self.text = text }
  }

  @Model final class Tag {
    var name: String
    init(name: String) { self.name = name }
  }

  @Model final class Mark {
    @Attribute(.unique) var name: String
    init(name: String) { self.name = name }
  }
}

private enum Lightweight<Next: VersionedSchema>: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [Tagged.self, Next.self] }
  static var stages: [MigrationStage] {
    [.lightweight(fromVersion: Tagged.self, toVersion: Next.self)]
  }
}

private enum Custom<Next: VersionedSchema>: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [Tagged.self, Next.self] }
  static var stages: [MigrationStage] {
    [.custom(fromVersion: Tagged.self, toVersion: Next.self, willMigrate: nil, didMigrate: nil)]
  }
}

/// Data that a migration must not lose, and files that it must not leave behind.
@Suite struct MigrationLossTests {
  private func makeStore(_ url: URL, linked: Bool = true) throws {
    let container = try open(Tagged.self, url)
    let context = ModelContext(container)
    let note = Tagged.Note(text: "n")
    let (tag, mark) = (Tagged.Tag(name: "t"), Tagged.Mark(name: "m"))
    if linked {
      note.tags = [tag]
      note.marks = [mark]
    }
    context.insert(note)
    context.insert(tag)
    context.insert(mark)
    try context.save()
    try container.close()
  }

  @Test func `a schema change that drops links requires a migration plan`() throws {
    try TemporaryDirectory.with { folder in
      let url = folder.appending(path: "x.store")
      try makeStore(url)
      #expect(throws: SwiftDataError.migrationPlanRequired) { try open(Untagged.self, url) }
      #expect(try ModelContainer.inspect(url: url).links["Note.tags"] == 1)
    }
  }

  @Test func `a lightweight stage refuses to drop links`() throws {
    try TemporaryDirectory.with { folder in
      let url = folder.appending(path: "x.store")
      try makeStore(url)
      let error = #expect(throws: SwiftDataError.linksNotCarried) {
        try open(Untagged.self, url, Lightweight<Untagged>.self)
      }
      #expect(error?.entity == "Note")
      #expect(error?.property == "tags")
      #expect(error?.count == 1)
      let custom = try open(Untagged.self, url, Custom<Untagged>.self)
      #expect(
        custom.migrationReport?.links.contains {
          $0.name == "Note.tags" && $0.before == 1 && $0.after == 0
        } == true)
      try custom.close()
      let other = folder.appending(path: "y.store")
      try makeStore(other, linked: false)
      try open(Untagged.self, other, Lightweight<Untagged>.self).close()
    }
  }

  @Test func `renamed relationships keep their links, and a changed destination starts empty`()
    throws
  {
    try TemporaryDirectory.with { folder in
      let url = folder.appending(path: "x.store")
      try makeStore(url)
      #expect(throws: SwiftDataError.linksNotCarried) {
        try open(Retagged.self, url, Lightweight<Retagged>.self)
      }
      let container = try open(Retagged.self, url, Custom<Retagged>.self)
      let context = ModelContext(container)
      let note = try #require(try context.fetch(FetchDescriptor<Retagged.Note>()).first)
      #expect(note.labels.map(\.name) == ["t"])
      #expect(note.labels.first?.texts.first === note)
      #expect(note.marks.isEmpty)
      note.marks = [Retagged.Tag(name: "u"), Retagged.Tag(name: "v")]
      try context.save()
      try container.undo()
      try container.redo()
      #expect(try context.links(\Retagged.Note.marks).count == 2)
      try container.close()
      #expect(try StoreIntegrity.findings(of: url).isEmpty)
    }
  }

  @Test func `a lightweight stage refuses to drop the objects of a possibly renamed class`() throws
  {
    try TemporaryDirectory.with { folder in
      let url = folder.appending(path: "x.store")
      try makeStore(url, linked: false)
      let error = #expect(throws: SwiftDataError.possibleRename) {
        try open(Renamed.self, url, Lightweight<Renamed>.self)
      }
      #expect(error?.entity == "Note")
      #expect(try ModelContainer.inspect(url: url).counts["Note"] == 1)
    }
  }

  @Test func `a failed migration leaves no backup, and the next one removes abandoned files`()
    throws
  {
    try TemporaryDirectory.with { folder in
      let url = folder.appending(path: "x.store")
      try makeStore(url)
      for _ in 0..<2 {
        #expect(throws: SwiftDataError.linksNotCarried) {
          try open(Untagged.self, url, Lightweight<Untagged>.self)
        }
      }
      #expect(try TemporaryDirectory.names(in: folder) == ["x.store", "x.store.lock"])
      let stale = [
        "x.store.v1.0.0-20200101T000000Z.backup.\(UUID()).tmp", "x.store.\(UUID()).tmp-journal",
        "x.store.v1.0.0-20200101T000000Z.backup.\(UUID()).tmp-journal",
      ]
      // Locked, as if another process were still writing the file.
      let fresh = "x.store.v1.0.0-20990101T000000Z.backup.\(UUID()).tmp"
      for name in stale + [fresh] {
        try Data("x".utf8).write(to: folder.appending(path: name))
      }
      let handle = try FileHandle(forReadingFrom: folder.appending(path: fresh))
      #expect(flock(handle.fileDescriptor, LOCK_EX | LOCK_NB) == 0)
      try open(Untagged.self, url, Custom<Untagged>.self).close()
      try handle.close()
      #expect(try TemporaryDirectory.names(in: folder).filter { stale.contains($0) }.isEmpty)
      #expect(try TemporaryDirectory.names(in: folder).contains(fresh))
      #expect(StoreBackup.list(of: url).count == 1)
    }
  }

  @Test func `backups are listed by time for any store name and version`() throws {
    try TemporaryDirectory.with { folder in
      let url = folder.appending(path: "my-trip.store")
      let names = [
        "my-trip.store.v9.0.0-20260101T000000Z.backup",
        "my-trip.store.v10.0.0-20260102T000000Z.backup",
        "my-trip.store.v2.0.0-20260103T000000Z.backup",
      ]
      for name in names { try Data("x".utf8).write(to: folder.appending(path: name)) }
      #expect(StoreBackup.list(of: url).map(\.lastPathComponent) == names)
    }
  }
}
