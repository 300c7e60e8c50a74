import Foundation
import SwiftData
import TestSupport
import Testing

// This module is compiled with `-default-isolation MainActor` in Swift 5 mode, like a new app
// project in Xcode 26.

enum NoteSchemaV1: VersionedSchema {
  static var versionIdentifier = Schema.Version(1, 0, 0)
  static var models: [any PersistentModel.Type] = [Note.self]

  @Model class Note {
    var text: String
    init(text: String) { self.text = text }
  }
}

enum NoteSchemaV2: VersionedSchema {
  static var versionIdentifier = Schema.Version(2, 0, 0)
  static var models: [any PersistentModel.Type] = [Note.self, Tag.self]

  @Model class Note {
    @Attribute(originalName: "text") var body: String
    var created = Date.distantPast
    @Relationship(inverse: \Tag.notes) var tags: [Tag] = []
    init(body: String) { self.body = body }
  }

  @Model class Tag {
    @Attribute(.unique) var label = ""
    var notes: [Note] = []
    init(label: String) { self.label = label }
  }
}

enum NotePlan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] = [NoteSchemaV1.self, NoteSchemaV2.self]
  static var stages: [MigrationStage] = [addTags]
  static let addTags = MigrationStage.lightweight(
    fromVersion: NoteSchemaV1.self, toVersion: NoteSchemaV2.self)
}

typealias Note = NoteSchemaV2.Note

@ModelActor actor NoteWriter {
  func tag(_ id: PersistentIdentifier, _ label: String) throws {
    self[id, as: Note.self]?.tags.append(NoteSchemaV2.Tag(label: label))
    try modelContext.save()
  }
}

struct MainActorSwift5Tests {
  @Test func `in Swift 5 mode, models work on the main actor, in a model actor and in a plan`()
    async throws
  {
    try await TemporaryDirectory.with { folder in
      let configuration = ModelConfiguration(url: folder.appending(path: "notes.store"))
      let old = try ModelContainer(for: NoteSchemaV1.Note.self, configurations: configuration)
      old.mainContext.insert(NoteSchemaV1.Note(text: "hello"))
      try old.mainContext.save()
      try old.close()

      let container = try ModelContainer(
        for: Note.self, migrationPlan: NotePlan.self, configurations: configuration)
      let id = try #require(try container.mainContext.fetch(FetchDescriptor<Note>()).first)
        .persistentModelID
      try await NoteWriter(modelContainer: container).tag(id, "new")
      let reader = ModelContext(container)
      let note = try #require(try reader.fetch(FetchDescriptor<Note>()).first)
      #expect(note.body == "hello")
      let labels = note.tags.map(\.label)
      #expect(labels == ["new"])
      withExtendedLifetime(reader) {}
      try container.close()
    }
  }
}
