import CartographerModel
import Foundation
import Geodesy
import SwiftData

extension EditSession {
  /// Deletes the items that an import created, even if the library has changed since the import.
  ///
  /// Items edited after the import are kept, and the title of the change lists their ids. Items
  /// that an earlier import created, and that this import merely updated, are also kept.
  func removeImport(_ id: ItemID) throws {
    guard id.kind == .importRecord else { throw LibraryError.wrongKind(id, wanted: .importRecord) }
    let identifier = context.identifier(id)
    guard let record = try context.model(ImportRecord.self, for: identifier) else {
      throw LibraryError(
        .notFound, "There is no import \(id); it may already have been removed.",
        remedy: .listImports, ids: [id])
    }
    let items = try ImportedItems(of: id, in: context).all
    let own = try items.filter { try model($0).created >= record.time }
    let digest = ItemDigest(context)
    let (untouched, edited) = try own.reduce(into: ([ItemID](), [ItemID]())) { parts, item in
      if try digest.isAsImported(item) { parts.0.append(item) } else { parts.1.append(item) }
    }
    guard !own.isEmpty else { throw try nothingToTakeBack(id, record, items) }
    var stays = ""
    if !edited.isEmpty { stays += "; kept \(edited.shortList()) because of later edits" }
    let isOwn = Set(own)
    let others = items.filter { !isOwn.contains($0) }
    if !others.isEmpty { stays += "; kept \(others.shortList()) from an earlier import" }
    noteTitle(ChangeTitle(.undo, "the import of \(ImportInput.shortName(record.source))\(stays)"))
    kept += edited + others
    if untouched.isEmpty { return }
    try keepTitles(of: untouched)
    try context.deleteItems(untouched)
    deleted += untouched
    guard edited.isEmpty, own.count == items.count else { return }
    try context.deleteItems([id])
  }

  /// Returns an error that explains why an import cannot be removed, and suggests a remedy.
  private func nothingToTakeBack(
    _ id: ItemID, _ record: ImportRecord, _ items: [ItemID]
  ) throws -> LibraryError {
    if !items.isEmpty {
      return LibraryError(
        .invalid,
        """
        \(id) created no items. It only updated items of an earlier import of the file, \
        \(items.shortList()), which are kept.
        """,
        remedy: "Undo the latest change, or delete the items to move them to the trash.",
        ids: items)
    }
    let later = try ImportSuccession(of: id, at: record.time, in: context)
    guard !later.imports.isEmpty else {
      return LibraryError(
        .invalid, "None of the items created by \(id) still exist.",
        remedy: .listImports, ids: [id])
    }
    return LibraryError(
      .invalid, "The items of \(id) now belong to \(later.words).",
      remedy: "Undo the latest change, or delete the items to move them to the trash.",
      ids: later.imports)
  }
}
