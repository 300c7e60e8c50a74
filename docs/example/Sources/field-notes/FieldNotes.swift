import Foundation
import SwiftData

/// A program that writes a store with version 1 of its schema, migrates it to version 3 and lists
/// it.
@main
enum FieldNotes {
  static func main() throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("field-notes-\(UUID().uuidString)", isDirectory: true)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let store = folder.appendingPathComponent("notes.store")
    try writeWithVersion1(store)
    try openWithoutPlan(store)
    try dryRun(store)
    try migrate(store)
    try list(store)
    try restore(store)
  }

  /// Writes a store as the first released program did.
  private static func writeWithVersion1(_ store: URL) throws {
    let container = try ModelContainer(
      for: Schema(versionedSchema: NotesV1.self), configurations: [ModelConfiguration(url: store)])
    let context = ModelContext(container)
    let day = Date(timeIntervalSinceReferenceDate: 800_000_000)
    context.insert(
      NotesV1.Note(text: "Larch, alone. The last tree.", written: day, place: "Upper meadow"))
    context.insert(
      NotesV1.Note(
        text: "Two ibex. They watched from the Ridge.", written: day + 3600, place: "Upper meadow"))
    context.insert(
      NotesV1.Note(text: "Snow bridge. Thin.", written: day + 7200, place: "Ridge"))
    context.insert(NotesV1.Note(text: "Buy a map.", written: day + 9000))
    try context.save()
    print("Wrote 4 notes with version 1.")
  }

  /// Shows that the library opens no store of an older version without a plan if data would be
  /// lost.
  private static func openWithoutPlan(_ store: URL) throws {
    do {
      _ = try ModelContainer(
        for: Note.self, Place.self, configurations: ModelConfiguration(url: store))
      print("Opened the store without a plan.")
    } catch let error as SwiftDataError {
      print("Without a plan: \(error.code.rawValue)")
    }
  }

  /// Migrates a private copy of the store, and reports the result.
  private static func dryRun(_ store: URL) throws {
    let report = try ModelContainer.dryRunMigration(
      of: store, for: Schema(versionedSchema: NotesV3.self), migrationPlan: NotesPlan.self)
    print("A dry run fills: \(report?.filled.map(\.property).joined(separator: ", ") ?? "nothing")")
  }

  /// Opens the store with the last version, which migrates it.
  private static func migrate(_ store: URL) throws {
    var configuration = ModelConfiguration(url: store)
    configuration.onMigrationEvent = { event in
      switch event {
      case .backupMade: print("The backup is complete and verified.")
      case .stageBegan(let from, let to): print("Migrating \(from) → \(to)")
      default: break
      }
    }
    let container = try ModelContainer(
      for: Note.self, Place.self, migrationPlan: NotesPlan.self, configurations: configuration)
    guard let report = container.migrationReport else { return }
    for count in report.entities { print("  \(count.name): \(count.before) → \(count.after)") }
    for count in report.links { print("  \(count.name): \(count.before) → \(count.after) links") }
  }

  /// Lists the places with their notes. The store has the last version, so nothing is migrated.
  private static func list(_ store: URL) throws {
    let container = try ModelContainer(
      for: Note.self, Place.self, migrationPlan: NotesPlan.self,
      configurations: ModelConfiguration(url: store))
    let context = ModelContext(container)
    for place in try context.fetch(FetchDescriptor<Place>(sortBy: [SortDescriptor(\.name)])) {
      print(place.name)
      for note in place.notes.sorted(by: { $0.date < $1.date }) { print("  \(note.title)") }
    }
    let others = try context.fetch(
      FetchDescriptor<Note>(predicate: #Predicate { $0.places.isEmpty }))
    print("no place")
    for note in others { print("  \(note.title)") }
  }

  /// Restores the backup of the migration, and opens it with version 1.
  private static func restore(_ store: URL) throws {
    guard let backup = StoreBackup.list(of: store).first else { return }
    _ = try StoreBackup.restore(backup, to: store)
    let container = try ModelContainer(
      for: Schema(versionedSchema: NotesV1.self), configurations: [ModelConfiguration(url: store)])
    let count = try ModelContext(container).fetchCount(FetchDescriptor<NotesV1.Note>())
    print("The restored backup has \(count) notes of version 1.")
  }
}
