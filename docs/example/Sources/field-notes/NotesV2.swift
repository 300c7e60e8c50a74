import Foundation
import SwiftData

/// The second version: places are separate objects, and a note has a title.
enum NotesV2: VersionedSchema {
  static let versionIdentifier = Schema.Version(2, 0, 0)
  static var models: [any PersistentModel.Type] { [Note.self, Place.self] }

  @Model final class Note {
    var text: String
    @Attribute(originalName: "written") var date: Date
    /// The title, mandatory and without a default: the migration fails unless `didMigrate` sets it.
    var title: String
    var place: Place?

    init(title: String, text: String, date: Date, place: Place? = nil) {
      self.title = title
      self.text = text
      self.date = date
      self.place = place
    }
  }

  @Model final class Place {
    @Attribute(.unique) var name: String
    @Relationship(deleteRule: .nullify, inverse: \Note.place) var notes: [Note] = []

    init(name: String) {
      self.name = name
    }
  }
}
