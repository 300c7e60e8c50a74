import Foundation
import SwiftData

/// The first released version: a note stores the name of its place as text.
enum NotesV1: VersionedSchema {
  static let versionIdentifier = Schema.Version(1, 0, 0)
  static var models: [any PersistentModel.Type] { [Note.self] }

  @Model final class Note {
    var text: String
    var written: Date
    var place: String?

    init(text: String, written: Date, place: String? = nil) {
      self.text = text
      self.written = written
      self.place = place
    }
  }
}
