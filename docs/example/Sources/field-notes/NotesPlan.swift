import SwiftData

/// The classes of the last version, which the rest of the program uses.
typealias Note = NotesV3.Note
typealias Place = NotesV3.Place

/// All versions of the schema, and the stages that migrate each version to the next.
enum NotesPlan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [NotesV1.self, NotesV2.self, NotesV3.self] }
  static var stages: [MigrationStage] { [textToPlace, placeToPlaces] }

  // MARK: Version 1 to 2: the name of a place becomes an object

  /// The name of each note's place, carried from `willMigrate` to `didMigrate`.
  ///
  /// `NotesV1.Note.place` is a text and `NotesV2.Note.place` a relationship, so no value is copied
  /// automatically although the names are equal.
  @MigrationStashed private static var nameOfPlace: [PersistentIdentifier: String] = [:]

  private static let textToPlace = MigrationStage.custom(
    fromVersion: NotesV1.self, toVersion: NotesV2.self,
    willMigrate: { context in
      for note in try context.fetch(FetchDescriptor<NotesV1.Note>()) {
        nameOfPlace[note.persistentModelID] = note.place
      }
    },
    didMigrate: { context in
      var places: [String: NotesV2.Place] = [:]
      for note in try context.fetch(FetchDescriptor<NotesV2.Note>()) {
        note.title = String(note.text.prefix { $0 != "." })
        guard let name = nameOfPlace[note.persistentModelID] else { continue }
        let place = places[name] ?? NotesV2.Place(name: name)
        places[name] = place
        note.place = place
      }
      try context.save()
    })

  // MARK: Version 2 to 3: one place becomes many

  /// The place of each note. An object has the same identifier in every version.
  @MigrationStashed private static var placeOfNote: [PersistentIdentifier: PersistentIdentifier] =
    [:]

  private static let placeToPlaces = MigrationStage.custom(
    fromVersion: NotesV2.self, toVersion: NotesV3.self,
    willMigrate: { context in
      for note in try context.fetch(FetchDescriptor<NotesV2.Note>()) {
        placeOfNote[note.persistentModelID] = note.place?.persistentModelID
      }
    },
    didMigrate: { context in
      let places = try context.fetch(FetchDescriptor<NotesV3.Place>())
      for note in try context.fetch(FetchDescriptor<NotesV3.Note>()) {
        let former = placeOfNote[note.persistentModelID]
        // A note now also belongs to the places that its text names.
        note.places = places.filter {
          $0.persistentModelID == former || note.text.contains($0.name)
        }
      }
      try context.save()
    })
}
