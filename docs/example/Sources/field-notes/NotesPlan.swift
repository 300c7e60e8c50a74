import SwiftData

typealias Note = NotesV2.Note
typealias Place = NotesV2.Place

/// All versions of the schema, and the stages that migrate each version to the next.
enum NotesPlan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [NotesV1.self, NotesV2.self] }
  static var stages: [MigrationStage] { [wordsToPlaces] }

  /// The name of each note's place, carried from the old schema to the new one.
  ///
  /// `NotesV1.Note.place` is a text and `NotesV2.Note.place` a relationship, so no value is copied
  /// automatically although the names are equal.
  nonisolated(unsafe) private static var placeOfNote: [PersistentIdentifier: String] = [:]

  private static let wordsToPlaces = MigrationStage.custom(
    fromVersion: NotesV1.self, toVersion: NotesV2.self,
    willMigrate: { context in
      placeOfNote = [:]
      for note in try context.fetch(FetchDescriptor<NotesV1.Note>()) {
        placeOfNote[note.persistentModelID] = note.place
      }
    },
    didMigrate: { context in
      defer { placeOfNote = [:] }
      var places: [String: Place] = [:]
      for note in try context.fetch(FetchDescriptor<Note>()) {
        note.title = String(note.text.prefix { $0 != "." })
        guard let name = placeOfNote[note.persistentModelID] else { continue }
        let place = places[name] ?? Place(name: name)
        places[name] = place
        note.place = place
      }
      try context.save()
    })
}
