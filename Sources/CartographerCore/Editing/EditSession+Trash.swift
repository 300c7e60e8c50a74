import CartographerModel
import SwiftData

extension EditSession {
  /// Moves items to the trash. The members of a trashed group are not moved to the trash.
  func trash(_ ids: [ItemID]) throws {
    let ids = ids.unique
    guard !ids.isEmpty else { throw LibraryError.nothingNamed }
    noteTitle(ChangeTitle(.delete, "\(try phrase(ids))"))
    for id in ids {
      let model = try model(id)
      guard model.trashed == nil else { continue }
      model.trashed = now
      deleted.append(id)
    }
  }

  func restore(_ ids: [ItemID]) throws {
    let ids = ids.unique
    guard !ids.isEmpty else { throw LibraryError.nothingNamed }
    noteTitle(ChangeTitle(.restore, "\(try phrase(ids))"))
    for id in ids {
      let model = try model(id)
      guard model.trashed != nil else { continue }
      model.trashed = nil
      noteChange(id)
    }
  }

  /// Permanently deletes items that are in the trash, including the points of deleted paths.
  func purge(_ ids: [ItemID]) throws {
    let ids = ids.unique
    guard !ids.isEmpty else { throw LibraryError.nothingNamed }
    noteTitle(ChangeTitle(.delete, "\(try phrase(ids)) permanently"))
    for id in ids where try model(id).trashed == nil {
      throw LibraryError(
        .invalid, "\(try model(id).name) (\(id)) is not in the trash; delete it first.", ids: [id])
    }
    try keepTitles(of: ids)
    // The deletion ignores unsaved changes, such as those of the stops' groups.
    try context.save()
    try context.deleteItems(ids)
    deleted += ids
  }
}

extension ModelContext {
  /// Deletes items from the database immediately, and applies the delete rules of their
  /// relationships. Unsaved changes are ignored.
  func deleteItems(_ ids: [ItemID]) throws {
    func identifiers(_ kind: ItemID.Kind) -> [PersistentIdentifier] {
      ids.filter { $0.kind == kind }.map(identifier)
    }
    let (places, paths) = (identifiers(.location), identifiers(.path))
    let (groups, imports) = (identifiers(.group), identifiers(.importRecord))
    if !places.isEmpty {
      try deleteRows(
        of: Location.self, where: #Predicate { places.contains($0.persistentModelID) })
    }
    if !paths.isEmpty {
      try deleteRows(of: Path.self, where: #Predicate { paths.contains($0.persistentModelID) })
    }
    if !groups.isEmpty {
      try deleteRows(
        of: AnnotationGroup.self, where: #Predicate { groups.contains($0.persistentModelID) })
    }
    if !imports.isEmpty {
      try deleteRows(
        of: ImportRecord.self, where: #Predicate { imports.contains($0.persistentModelID) })
    }
  }
}
