import CartographerModel
import Foundation
import SwiftData

extension EditSession {
  /// Takes an import back, also after later changes: its items go but for those that were edited
  /// here since, which stay and are named in the title. Items that an earlier import brought and
  /// this one changed stay as they are.
  func removeImport(_ id: ItemID) throws {
    guard id.kind == .importRecord else { throw LibraryError.wrongKind(id, wanted: .importRecord) }
    let identifier = context.identifier(id)
    guard let record = try context.model(ImportRecord.self, for: identifier) else {
      throw LibraryError.missing(id)
    }
    let items = try ImportedItems(of: id, in: context).all
    let own = try items.filter { try model($0).created >= record.time }
    guard !own.isEmpty else {
      throw LibraryError(
        .invalid,
        "\(id) brought nothing that is still there and its own: what it brought belongs to another "
          + "import of the same file, or is gone.", remedy: "Use `undo` for the newest change.",
        ids: [id])
    }
    let digest = ItemDigest(context)
    let (untouched, edited) = try own.reduce(into: ([ItemID](), [ItemID]())) { parts, item in
      if try digest.isAsImported(item) { parts.0.append(item) } else { parts.1.append(item) }
    }
    let stays =
      edited.isEmpty
      ? "" : "; \(edited.map(\.description).joined(separator: ", ")) edited since, kept"
    noteTitle("Take back the import of \(ImportInput.shortName(record.source))\(stays)")
    let places = untouched.filter { $0.kind == .location }.map(context.identifier)
    let paths = untouched.filter { $0.kind == .path }.map(context.identifier)
    try context.deleteRows(
      of: Location.self, where: #Predicate { places.contains($0.persistentModelID) })
    try context.deleteRows(
      of: Path.self, where: #Predicate { paths.contains($0.persistentModelID) })
    deleted += untouched
    guard edited.isEmpty, own.count == items.count else { return }
    try context.deleteRows(
      of: ImportRecord.self, where: #Predicate { $0.persistentModelID == identifier })
  }
}
