import Foundation
import SwiftData

/// The third version: a note can belong to several places.
enum NotesV3: VersionedSchema {
  static let versionIdentifier = Schema.Version(3, 0, 0)
  static var models: [any PersistentModel.Type] { [Note.self, Place.self] }

  @Model final class Note {
    var text: String
    var date: Date
    var title: String
    /// The places of the note. The relationship is many-to-many, because a place also has many
    /// notes.
    var places: [Place] = []

    init(title: String, text: String, date: Date, places: [Place] = []) {
      self.title = title
      self.text = text
      self.date = date
      self.places = places
    }
  }

  @Model final class Place {
    @Attribute(.unique) var name: String
    @Relationship(deleteRule: .nullify, inverse: \Note.places) var notes: [Note] = []

    init(name: String) {
      self.name = name
    }
  }
}
