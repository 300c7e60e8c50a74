import CartographerModel
import Foundation
import Geodesy
import SwiftData

/// One edit being made inside its transaction.
///
/// Rows are made through columns, so that their keys are known at once; existing items are changed
/// as objects; points as sets, for a path may have a million.
final class EditSession {
  let context: ModelContext
  let container: ModelContainer
  private let clock: @Sendable () -> Date
  /// What each edit is called in the history.
  private var titles: [String] = []
  private(set) var changed: [ItemID] = []
  var created: [ItemID] = []
  var deleted: [ItemID] = []
  var madeEntries: [EntryID] = []
  /// What was asked to go and stays.
  var kept: [ItemID] = []
  /// What else the user should know.
  var notes: [String] = []

  /// Told how far the edits are; throws where they are to stop.
  var progress: (Double) throws -> Void = { _ in }
  /// Which of the edits is being made, from 0, and how many there are.
  var part = (number: 0, of: 1)

  init(_ container: ModelContainer, clock: @escaping @Sendable () -> Date) {
    self.container = container
    self.clock = clock
    context = ModelContext(container)
  }

  /// Tells what share of the edit is made.
  ///
  /// - Throws: Where it is to stop.
  func goOn(_ share: Double) throws {
    try progress((Double(part.number) + min(share, 1)) / Double(max(part.of, 1)))
  }

  func noteChange(_ id: ItemID) {
    if changed.last != id { changed.append(id) }
  }

  func noteChange(_ ids: some Sequence<ItemID>) { ids.forEach(noteChange) }

  func noteTitle(_ title: String) {
    if !titles.contains(title) { titles.append(title) }
  }

  /// The history's name of all the edits together.
  var title: String {
    guard let first = titles.first else { return "Change" }
    if titles.count == 1 { return first }
    let targets = changed.unique
    if targets.count == 1, let name = try? phrase(targets) { return "Edit \(name)" }
    return "\(first) and \(titles.count - 1) more"
  }

  /// What the edits did, each item named once.
  func result(title: String, entry: Int64?) -> EditResult {
    let (made, gone) = (Set(created), Set(deleted))
    var result = EditResult(
      title: title, changed: changed.unique.filter { !made.contains($0) && !gone.contains($0) },
      created: created.unique, deleted: deleted.unique, undo: entry, notes: notes)
    result.madeEntries = madeEntries
    result.kept = kept.unique
    return result
  }

  /// The time of now.
  var now: Date { clock() }

  // MARK: Items

  /// - Throws: ``LibraryError`` `notFound`.
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

  // MARK: Refusals

  /// - Throws: ``LibraryError`` for an item in the trash.
  func requireInUse(_ id: ItemID) throws {
    let model = try model(id)
    if model.trashed != nil { throw LibraryError.inTrash(id, model.name) }
  }

  /// Refuses when a target changed or went since the caller last looked.
  func requireUnchanged(_ edit: LibraryEdit, since revision: Int64) throws {
    var identifiers = edit.targets.map(context.identifier)
    identifiers += edit.pointKeys.map { context.identifier(of: Waypoint.self, key: $0) }
    let stale = try container.changed(identifiers, since: revision)
    guard let first = stale.first else { return }
    let ids = edit.targets.filter { stale.contains(context.identifier($0)) }
    let name =
      (ids.first ?? edit.targets.first).map { (try? model($0).name) ?? "\($0)" }
      ?? "\(first.entityName) \(first.primaryKey)"
    throw LibraryError(
      .changedMeanwhile,
      "\(name) was changed elsewhere in the meantime, so nothing was done; look at it as it is now "
        + "and repeat the change if it still makes sense.", ids: ids)
  }
}

extension LibraryError {
  static func missing(_ id: ItemID) -> LibraryError {
    LibraryError(
      .notFound, "There is no \(id.kind.noun) \(id); it may have been deleted.",
      remedy: id.kind == .importRecord
        ? "See `imports` for what was imported." : "See `list` for what there is.", ids: [id])
  }

  package static func inTrash(_ id: ItemID, _ name: String) -> LibraryError {
    LibraryError(.invalid, "\(name) (\(id)) is in the trash; restore it first.", ids: [id])
  }

  static func wrongKind(_ id: ItemID, wanted: ItemID.Kind) -> LibraryError {
    LibraryError(
      .invalid, "\(id) is a \(id.kind.noun), and this works on a \(wanted.noun).", ids: [id])
  }
}

extension LibraryEdit {
  /// The items whose state the edit depends on.
  package var targets: [ItemID] {
    switch self {
    case .set(_, let ids, _), .join(let ids, _, _), .trash(let ids), .restore(let ids),
      .purge(let ids),
      .revert(let ids, _), .duplicate(let ids), .convert(let ids, _), .pathOfPlaces(let ids, _, _),
      .placesOfPaths(let ids):
      ids
    case .movePlace(let id, _), .editPoints(let id, _), .split(let id, _), .perform(_, let id, _),
      .cut(let id, _), .itinerary(let id, _):
      [id]
    case .mergePlaces(let clusters): clusters.flatMap { [$0.kept] + $0.others }
    case .rename(let names): names.map(\.id)
    case .addPlace, .addPath, .createGroup, .removeImport: []
    case .addToGroups(let ids, _), .removeFromGroups(let ids, _): ids
    }
  }

  /// The points of paths it names.
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
