import CartographerModel
import Foundation
import Geodesy
import SwiftData

/// The state of a transaction that applies edits.
///
/// New rows are inserted in bulk, and each bulk insertion returns the new rows' keys. Existing
/// items are changed through their model objects. Points are changed in bulk, since a path may have
/// a million points.
final class EditSession {
  let context: ModelContext
  let container: ModelContainer
  private let clock: @Sendable () -> Date
  /// The titles of the individual edits, which are combined into one title for the change in the
  /// history.
  private var titles: [ChangeTitle] = []
  private(set) var changed: [ItemID] = []
  var created: [ItemID] = []
  var deleted: [ItemID] = []
  var createdStops: [StopID] = []
  /// The items that were kept when their import was removed, for example because they had been
  /// edited.
  var kept: [ItemID] = []
  /// Additional messages for the user, such as notes about an edit's side effects.
  var notes: [String] = []

  /// The IDs of the changes in the history that this session's edits undo.
  var undoneChanges: Set<LibraryChange.ID> = []

  /// The handler that is called with the completed fraction of all edits, from 0 to 1. The handler
  /// can stop the edits by throwing an error.
  var progress: (Double) throws -> Void = { _ in }
  /// The current edit's index, counting from 0, and the total number of edits.
  var part = (number: 0, of: 1)

  init(_ container: ModelContainer, clock: @escaping @Sendable () -> Date) {
    self.container = container
    self.clock = clock
    context = ModelContext(container)
  }

  /// Reports the completed fraction of the current edit, from 0 to 1.
  ///
  /// - Throws: Any error that the progress handler throws in order to stop the edits.
  func reportProgress(_ share: Double) throws {
    try progress((Double(part.number) + min(share, 1)) / Double(max(part.of, 1)))
  }

  func noteChange(_ id: ItemID) {
    if changed.last != id { changed.append(id) }
  }

  func noteChange(_ ids: some Sequence<ItemID>) { ids.forEach(noteChange) }

  func noteTitle(_ title: ChangeTitle) {
    if !titles.contains(title) { titles.append(title) }
  }

  /// The combined title of all edits, as shown in the history.
  var title: ChangeTitle {
    guard let first = titles.first else { return ChangeTitle(.change, "") }
    if titles.count == 1 { return first }
    let targets = changed.unique
    if targets.count == 1, let name = try? phrase(targets) { return ChangeTitle(.edit, "\(name)") }
    let rest = "\(first.subject) and \(Numbers.grouped(titles.count - 1)) more"
    return first.verb.map { ChangeTitle($0, rest) } ?? ChangeTitle(stored: rest)
  }

  /// Returns the result of the edits. An item that was created or deleted is not also listed as
  /// changed.
  func result(title: ChangeTitle, change: Int64?) -> EditResult {
    let (made, gone) = (Set(created), Set(deleted))
    var result = EditResult(
      title: title, changed: changed.unique.filter { !made.contains($0) && !gone.contains($0) },
      created: created.unique, deleted: deleted.unique, undo: change, notes: notes)
    result.createdStops = createdStops
    result.kept = kept.unique
    return result
  }

  /// The current time.
  var now: Date { clock() }

  // MARK: Items

  /// Returns the model object of an item.
  ///
  /// - Throws: ``LibraryError`` `notFound` if the item does not exist.
  func model(_ id: ItemID) throws -> any ItemModel {
    let identifier = context.identifier(id)
    let model: (any ItemModel)? =
      switch id.kind {
      case .location: try context.model(Location.self, for: identifier)
      case .path: try context.model(Path.self, for: identifier)
      case .group: try context.model(AnnotationGroup.self, for: identifier)
      case .importRecord: nil
      }
    guard let model else { throw LibraryError.missing(id) }
    return model
  }

  func location(_ id: ItemID) throws -> Location {
    guard id.kind == .location else { throw LibraryError.wrongKind(id, wanted: .location) }
    guard let location = try context.model(Location.self, for: context.identifier(id)) else {
      throw LibraryError.missing(id)
    }
    return location
  }

  func path(_ id: ItemID) throws -> Path {
    guard id.kind == .path else { throw LibraryError.wrongKind(id, wanted: .path) }
    guard let path = try context.model(Path.self, for: context.identifier(id)) else {
      throw LibraryError.missing(id)
    }
    return path
  }

  func group(_ id: ItemID) throws -> AnnotationGroup {
    guard id.kind == .group else { throw LibraryError.wrongKind(id, wanted: .group) }
    guard let group = try context.model(AnnotationGroup.self, for: context.identifier(id)) else {
      throw LibraryError.missing(id)
    }
    return group
  }

  func phrase(_ ids: [ItemID]) throws -> ItemPhrase {
    ItemPhrase(ids, name: ids.count == 1 ? try model(ids[0]).name : nil)
  }

  // MARK: Rejected edits

  /// Checks that an item is not in the trash.
  ///
  /// - Throws: ``LibraryError`` `invalid` if the item is in the trash.
  func requireInUse(_ id: ItemID) throws {
    let model = try model(id)
    if model.trashed != nil { throw LibraryError.inTrash(id, model.name) }
  }

  /// Checks that an edit's items have not changed since the given store revision.
  ///
  /// - Throws: ``LibraryError`` `changedMeanwhile` if one of the items was changed or deleted.
  func requireUnchanged(_ edit: LibraryEdit, since revision: Int64) throws {
    var identifiers = edit.targets.map(context.identifier)
    identifiers += edit.pointKeys.map { context.identifier(of: Waypoint.self, key: $0) }
    let stale = try container.changed(identifiers, since: revision)
    guard let first = stale.first else { return }
    let ids = edit.targets.filter { stale.contains(context.identifier($0)) }
    let name =
      (ids.first ?? edit.targets.first).map { (try? model($0).name) ?? "\($0)" }
      ?? "\(first.entityName) \(first.primaryKey)"
    let (event, advice) = ids.first.map { changeWords(for: $0) } ?? Self.changed
    throw LibraryError(
      .changedMeanwhile,
      "\(name) has since been \(event) by another edit, so this edit was not applied; \(advice).",
      ids: ids)
  }

  /// The words for an error message about an item that another edit has changed: the event
  /// (`changed`) and the advice.
  private static let changed = (
    event: "changed",
    advice: "check the current state and repeat the edit if it is still needed"
  )

  /// Returns the words for an error message about an item that another edit has changed or deleted:
  /// the event (`changed` or `deleted`) and the advice.
  private func changeWords(for id: ItemID) -> (event: String, advice: String) {
    guard let model = try? model(id) else {
      return (event: "deleted", advice: "the item is no longer in the library")
    }
    guard model.trashed != nil else { return Self.changed }
    return (event: "deleted", advice: "it is in the trash; restore it before you repeat the edit")
  }
}

extension LibraryError {
  static func missing(_ id: ItemID) -> LibraryError {
    LibraryError(
      .notFound, "There is no \(id.kind.noun) \(id); it may have been deleted.",
      remedy: id.kind == .importRecord ? .listImports : .listItems, ids: [id])
  }

  package static func inTrash(_ id: ItemID, _ name: String) -> LibraryError {
    LibraryError(.invalid, "\(name) (\(id)) is in the trash; restore it first.", ids: [id])
  }

  static func wrongKind(_ id: ItemID, wanted: ItemID.Kind) -> LibraryError {
    LibraryError(
      .invalid, "\(id) is a \(id.kind.noun), not a \(wanted.noun); specify a \(wanted.noun).",
      ids: [id])
  }
}

extension LibraryEdit {
  /// The items to which the edit applies. The edit fails if one of these items has changed since
  /// the caller read it.
  package var targets: [ItemID] {
    switch self {
    case .set(_, let ids, _), .join(let ids, _, _), .trash(let ids), .restore(let ids),
      .purge(let ids),
      .revert(let ids, _), .duplicate(let ids), .convert(let ids, _), .pathOfPlaces(let ids, _, _),
      .placesOfPaths(let ids):
      ids
    case .movePlace(let id, _), .setPlaceElevation(let id, _), .setPlaceTime(let id, _),
      .editPoints(let id, _),
      .split(let id, _), .perform(_, let id, _), .cut(let id, _), .itinerary(let id, _):
      [id]
    case .mergePlaces(let clusters): clusters.flatMap { [$0.kept] + $0.others }
    case .rename(let names): names.map(\.id)
    case .addPlace, .addPath, .createGroup, .removeImport, .undoChange: []
    case .addToGroups(let ids, _), .removeFromGroups(let ids, _): ids
    }
  }

  /// The keys of the points to which the edit refers.
  var pointKeys: [Int64] {
    switch self {
    case .split(_, let key), .editPoints(_, .move(let key, _)),
      .editPoints(_, .insert(let key, _)), .editPoints(_, .setTime(let key, _)):
      [key]
    case .editPoints(_, .delete(let keys)), .editPoints(_, .setElevation(let keys, _)): keys
    default: []
    }
  }
}
