import Foundation
import SwiftData

/// A program that writes a store with version 1 of its schema, migrates it to version 2 and lists it.
@main
enum FieldNotes {
  static func main() throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("field-notes-\(UUID().uuidString)", isDirectory: true)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let store = folder.appendingPathComponent("notes.store")
    try writeWithVersion1(store)
    try listWithVersion2(store)
  }

  private static func writeWithVersion1(_ store: URL) throws {
    let container = try ModelContainer(
      for: Schema(versionedSchema: NotesV1.self),
      configurations: [ModelConfiguration(url: store)])
    let context = ModelContext(container)
    let day = Date(timeIntervalSinceReferenceDate: 800_000_000)
    context.insert(
      NotesV1.Note(text: "Larch, alone. The last tree.", written: day, place: "Upper meadow"))
    context.insert(
      NotesV1.Note(text: "Two ibex. They watched.", written: day + 3600, place: "Ridge"))
    context.insert(
      NotesV1.Note(text: "Snow bridge. Thin.", written: day + 7200, place: "Upper meadow"))
    context.insert(NotesV1.Note(text: "Buy a map.", written: day + 9000))
    try context.save()
  }

  private static func listWithVersion2(_ store: URL) throws {
    let container = try ModelContainer(
      for: Note.self, Place.self, migrationPlan: NotesPlan.self,
      configurations: ModelConfiguration(url: store))
    let context = ModelContext(container)
    for place in try context.fetch(FetchDescriptor<Place>(sortBy: [SortDescriptor(\.name)])) {
      print(place.name)
      for note in place.notes.sorted(by: { $0.date < $1.date }) { print("  \(note.title)") }
    }
    let homeless = try context.fetch(
      FetchDescriptor<Note>(predicate: #Predicate { $0.place == nil }))
    print("no place")
    for note in homeless { print("  \(note.title)") }
  }
}
