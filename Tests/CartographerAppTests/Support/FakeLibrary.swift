import CartographerCore
import CartographerPresentation
import Foundation
import Geodesy

@testable import CartographerApp

/// An in-memory library that answers effects immediately. Undo restores copies of the whole
/// content.
final class FakeLibrary {
  struct Content {
    var snapshot: LibrarySnapshot
    var points: [ItemID: [Coordinate]] = [:]
    var elevations: [ItemID: [Double]] = [:]
    var times: [ItemID: [Double]] = [:]
    var keys: [ItemID: [Int64]] = [:]
    var sensors: [ItemID: PathSensors] = [:]
    var facts: [ItemID: ItemFacts] = [:]
    /// The title of the change that led to this content.
    var title = ChangeTitle(.change, "")
  }

  var content: Content
  /// The content after each undone change; the last is the next to redo.
  var undone: [Content] = []
  /// The content before each change that can be undone; the last is the next to undo.
  var done: [Content] = []
  /// The changes that can be undone, oldest first.
  private(set) var history: [LibraryChange] = []
  /// The undone changes, in the order in which they were undone.
  private var redoable: [LibraryChange] = []
  /// The changes made by imports.
  private var importChanges: Set<LibraryChange.ID> = []
  private var nextKey: Int64 = 1_000
  private var lastChange: LibraryChange.ID = 0
  /// The revisions at which another process changed items.
  private var changedElsewhere: [ItemID: Int64] = [:]
  /// The message of the error that the next write throws, or nil if the write succeeds.
  var refusal: String?

  init(_ content: Content) {
    self.content = content
    for path in content.snapshot.paths {
      self.content.keys[path.id] = (content.points[path.id] ?? []).indices.map { Int64($0 + 1) }
    }
  }

  var index: LibraryIndex {
    let outlines = paths(content.snapshot.paths.map(\.id)).map { path in
      (path.id, PathOutline(TrackDetail(whole: path.geometry.columns)))
    }
    return LibraryIndex(content.snapshot, outlines: Dictionary(uniqueKeysWithValues: outlines))
  }

  func paths(_ ids: [ItemID]) -> [PathData] {
    ids.compactMap { id in
      guard let points = content.points[id] else { return nil }
      let none = Array(repeating: Double.nan, count: points.count)
      let columns = TrackColumns(
        latitudes: points.map(\.latitude), longitudes: points.map(\.longitude),
        elevations: content.elevations[id] ?? none, times: content.times[id] ?? none,
        segmentStarts: [0])
      return PathData(
        PathGeometry(
          id: id, revision: content.snapshot.revision, keys: content.keys[id] ?? [],
          columns: columns, measures: TrackMeasures(columns)))
    }
  }

  /// Renames a path or a place as another process would; the editor is not notified.
  func renameElsewhere(_ id: ItemID, _ name: String) {
    change([id], place: { $0.name = name }, path: { $0.name = name })
    finishChange()
    changedElsewhere[id] = content.snapshot.revision
  }

  /// Replaces the groups of a path or a place as another process would; the editor is not notified.
  func regroupElsewhere(_ id: ItemID, _ groups: [ItemID]) {
    change([id], place: { $0.groups = groups }, path: { $0.groups = groups })
    finishChange()
    changedElsewhere[id] = content.snapshot.revision
  }

  /// Adds a group as another process would, as a change in the history; the editor is not notified.
  func changeElsewhere(_ title: String, isImport: Bool = false) {
    let before = content
    content.snapshot.groups.append(
      GroupSnapshot(id: ItemID(.group, makeKey()), name: title, created: Self.day))
    var result = EditResult(title: ChangeTitle(stored: title))
    record(&result, after: before)
    if let entry = result.undo, isImport { importChanges.insert(entry) }
    finishChange()
  }

  /// Adds a change that was just made to the history.
  private func record(_ result: inout EditResult, after before: Content) {
    // As in a store, the numbers of the changes are consecutive.
    lastChange += 1
    let id = lastChange
    content.title = result.title
    result.undo = id
    done.append(before)
    undone = []
    redoable = []
    history.append(
      LibraryChange(id: id, title: result.title, time: Self.day, state: .done, rows: 1))
    finishChange()
  }

  func write(_ write: Write, basedOn revision: Int64) throws(EditorFailure) -> EditResult {
    let targets: [ItemID] =
      switch write {
      case .edit(let edit): edit.targets
      case .together(let edits): edits.flatMap(\.targets)
      case .undo, .redo: []
      }
    if let id = targets.first(where: { changedElsewhere[$0] ?? 0 > revision }) {
      throw EditorFailure("\(index[id]?.name ?? "It") was changed elsewhere; nothing was done.")
    }
    return try self.write(write)
  }

  private func write(_ write: Write) throws(EditorFailure) -> EditResult {
    if let refusal {
      self.refusal = nil
      throw EditorFailure(refusal)
    }
    switch write {
    case .edit(let edit):
      let before = content
      var result = EditResult(title: ChangeTitle(.change, ""))
      apply(edit, &result)
      record(&result, after: before)
      return result
    case .together(let edits):
      let before = content
      var result = EditResult(title: ChangeTitle(.change, ""))
      for edit in edits { apply(edit, &result) }
      record(&result, after: before)
      return result
    case .undo(let entry):
      guard history.last?.id == entry else {
        throw EditorFailure("The history has changed meanwhile.")
      }
      redoable.append(history.removeLast())
      guard let before = done.popLast() else { throw EditorFailure("There is nothing to undo.") }
      let title = content.title
      undone.append(content)
      let revision = content.snapshot.revision
      content = before
      content.snapshot.revision = revision
      finishChange()
      return EditResult(title: title, changed: content.snapshot.paths.map(\.id))
    case .redo(let entry):
      guard redoable.last?.id == entry else {
        throw EditorFailure("The history has changed meanwhile.")
      }
      history.append(redoable.removeLast())
      guard let after = undone.popLast() else { throw EditorFailure("There is nothing to redo.") }
      done.append(content)
      let revision = content.snapshot.revision
      content = after
      content.snapshot.revision = revision
      finishChange()
      return EditResult(title: content.title, changed: content.snapshot.paths.map(\.id))
    }
  }

  /// Increments the revision and updates the values derived from the content.
  private func finishChange() {
    content.snapshot.revision += 1
    content.snapshot.undoCount = done.count
    content.snapshot.redoCount = undone.count
    content.snapshot.nextUndo = history.last
    content.snapshot.undoesImport = history.last.map { importChanges.contains($0.id) } ?? false
    content.snapshot.nextRedo = redoable.last
    for position in content.snapshot.paths.indices {
      let id = content.snapshot.paths[position].id
      content.snapshot.paths[position].pointCount = content.points[id]?.count ?? 0
    }
    for position in content.snapshot.groups.indices {
      let id = content.snapshot.groups[position].id
      content.snapshot.groups[position].pathCount =
        content.snapshot.paths.count { $0.trashed == nil && $0.groups.contains(id) }
      content.snapshot.groups[position].placeCount =
        content.snapshot.places.count { $0.trashed == nil && $0.groups.contains(id) }
    }
  }

  func makeKey() -> Int64 {
    nextKey += 1
    return nextKey
  }

  /// Changes the snapshots of items in place.
  func change(
    _ ids: [ItemID], place: (inout PlaceSnapshot) -> Void = { _ in },
    path: (inout PathSnapshot) -> Void = { _ in }, group: (inout GroupSnapshot) -> Void = { _ in }
  ) {
    for position in content.snapshot.places.indices
    where ids.contains(content.snapshot.places[position].id) {
      place(&content.snapshot.places[position])
    }
    for position in content.snapshot.paths.indices
    where ids.contains(content.snapshot.paths[position].id) {
      path(&content.snapshot.paths[position])
    }
    for position in content.snapshot.groups.indices
    where ids.contains(content.snapshot.groups[position].id) {
      group(&content.snapshot.groups[position])
    }
  }

  /// The creation and deletion time of items, and the time of changes.
  static let day = Date(timeIntervalSinceReferenceDate: 806_000_000)
}
