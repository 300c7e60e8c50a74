import CartographerCore
import CartographerPresentation
import Foundation
import Geodesy

@testable import CartographerApp

/// A library in memory that answers effects at once. Undo keeps whole states.
final class FakeLibrary {
  struct Content {
    var snapshot: LibrarySnapshot
    var points: [ItemID: [Coordinate]] = [:]
    var elevations: [ItemID: [Double]] = [:]
    var times: [ItemID: [Double]] = [:]
    var keys: [ItemID: [Int64]] = [:]
    var sensors: [ItemID: PathSensors] = [:]
    var facts: [ItemID: ItemFacts] = [:]
    var title = ChangeTitle(.change, "")
  }

  var content: Content
  var undone: [Content] = []
  var done: [Content] = []
  /// The history: what is done, and what was undone, each with the newest last.
  private(set) var history: [HistoryEntry] = []
  private var redoable: [HistoryEntry] = []
  private var importEntries: Set<HistoryEntry.ID> = []
  private var nextKey: Int64 = 1_000
  /// The revision at which another process changed an item.
  private var changedElsewhere: [ItemID: Int64] = [:]
  /// Thrown by the next change.
  var refusal: String?

  init(_ content: Content) {
    self.content = content
    for path in content.snapshot.paths {
      self.content.keys[path.id] = (content.points[path.id] ?? []).indices.map { Int64($0 + 1) }
    }
  }

  var index: LibraryIndex { LibraryIndex(content.snapshot) }

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

  /// What another process does to a path or a place; told to nobody.
  func renameElsewhere(_ id: ItemID, _ name: String) {
    change([id], place: { $0.name = name }, path: { $0.name = name })
    settle()
    changedElsewhere[id] = content.snapshot.revision
  }

  /// What another process does to the groups of a path or a place; told to nobody.
  func regroupElsewhere(_ id: ItemID, _ groups: [ItemID]) {
    change([id], place: { $0.groups = groups }, path: { $0.groups = groups })
    settle()
    changedElsewhere[id] = content.snapshot.revision
  }

  /// What another process does, with an entry of the history; told to nobody.
  func changeElsewhere(_ title: String, isImport: Bool = false) {
    let before = content
    content.snapshot.groups.append(
      GroupSnapshot(id: ItemID(.group, key()), name: title, created: Self.day))
    var result = EditResult(title: ChangeTitle(stored: title))
    note(&result, after: before)
    if let entry = result.undo, isImport { importEntries.insert(entry) }
    settle()
  }

  /// Makes an entry of the history of a change that was just made.
  private func note(_ result: inout EditResult, after before: Content) {
    let id = content.snapshot.revision
    content.title = result.title
    result.undo = id
    done.append(before)
    undone = []
    redoable = []
    history.append(
      HistoryEntry(id: id, title: result.title, time: Self.day, state: .done, rows: 1))
    settle()
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
      note(&result, after: before)
      return result
    case .together(let edits):
      let before = content
      var result = EditResult(title: ChangeTitle(.change, ""))
      for edit in edits { apply(edit, &result) }
      note(&result, after: before)
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
      settle()
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
      settle()
      return EditResult(title: content.title, changed: content.snapshot.paths.map(\.id))
    }
  }

  private func settle() {
    content.snapshot.revision += 1
    content.snapshot.undoCount = done.count
    content.snapshot.redoCount = undone.count
    content.snapshot.nextUndo = history.last
    content.snapshot.undoesImport = history.last.map { importEntries.contains($0.id) } ?? false
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

  private func key() -> Int64 {
    nextKey += 1
    return nextKey
  }

  private func change(
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

  private static let day = Date(timeIntervalSinceReferenceDate: 806_000_000)

  private func apply(_ edit: LibraryEdit, _ result: inout EditResult) {
    switch edit {
    case .set(let field, let ids, let text):
      result.title = ChangeTitle(stored: "Changed the \(field.rawValue) of \(ids.count)")
      result.changed = ids
      change(
        ids,
        place: {
          if field == .name { $0.name = text ?? "" }
          if field == .colour { $0.colour = text }
          if field == .notes { $0.notes = text ?? "" }
        },
        path: {
          if field == .name { $0.name = text ?? "" }
          if field == .colour { $0.colour = text }
          if field == .notes { $0.notes = text ?? "" }
        },
        group: {
          if field == .name { $0.name = text ?? "" }
          if field == .colour { $0.colour = text }
        })
    case .addPlace(let name, let coordinate, let elevation, let groups):
      let id = ItemID(.location, key())
      result.title = ChangeTitle(stored: "Added \(name)")
      result.created = [id]
      content.snapshot.places.append(
        PlaceSnapshot(
          id: id, name: name, coordinate: coordinate, elevationMetres: elevation,
          created: Self.day, groups: groups))
    case .movePlace(let id, let coordinate):
      result.title = ChangeTitle(stored: "Moved a place")
      result.changed = [id]
      change([id], place: { $0.coordinate = coordinate })
    case .addPath(let name, let kind, let points, let groups):
      let id = ItemID(.path, key())
      result.title = ChangeTitle(stored: "Added \(name)")
      result.created = [id]
      content.points[id] = points
      content.keys[id] = points.map { _ in key() }
      content.snapshot.paths.append(
        PathSnapshot(id: id, kind: kind, name: name, created: Self.day, groups: groups))
    case .editPoints(let id, let edit):
      result.title = ChangeTitle(stored: "Changed points")
      result.changed = [id]
      apply(edit, to: id)
    // The editor has no imports to take back yet.
    case .removeImport: result.title = ChangeTitle(stored: "Took back an import")
    case .revert: result.title = ChangeTitle(stored: "Restored")
    case .duplicate: result.title = ChangeTitle(stored: "Duplicated")
    case .mergePlaces: result.title = ChangeTitle(stored: "Merged")
    case .convert, .pathOfPlaces, .placesOfPaths: result.title = ChangeTitle(stored: "Converted")
    case .rename(let names):
      for entry in names {
        for index in content.snapshot.places.indices
        where content.snapshot.places[index].id == entry.id {
          content.snapshot.places[index].name = entry.name
        }
        for index in content.snapshot.paths.indices
        where content.snapshot.paths[index].id == entry.id {
          content.snapshot.paths[index].name = entry.name
        }
      }
      result.title = ChangeTitle(stored: "Renamed \(names.count) items")
      result.changed = names.map(\.id)
    case .perform(let operation, let id, let range):
      result.title = operation.title(path: "a path")
      result.changed = [id]
      perform(operation, on: id, in: range)
    case .cut(let id, let cut):
      result.title = ChangeTitle(stored: "Split")
      result.changed = [id]
      self.cut(id, cut, &result)
    case .split(let id, let key):
      result.title = ChangeTitle(stored: "Split a path")
      guard let position = content.keys[id]?.firstIndex(of: key) else { return }
      let other = ItemID(.path, self.key())
      content.points[other] = Array(content.points[id]?[position...] ?? [])
      content.keys[other] = Array(content.keys[id]?[position...] ?? [])
      content.points[id] = Array(content.points[id]?[...position] ?? [])
      content.keys[id] = Array(content.keys[id]?[...position] ?? [])
      content.elevations[id] = nil
      content.times[id] = nil
      content.snapshot.paths.append(
        PathSnapshot(id: other, kind: .track, name: "Second half", created: Self.day))
      result.changed = [id]
      result.created = [other]
    case .join(let ids, _, _):
      result.title = ChangeTitle(stored: "Joined \(ids.count) paths")
      for id in ids.dropFirst() {
        content.points[ids[0], default: []] += content.points[id] ?? []
        content.keys[ids[0], default: []] += (content.keys[id] ?? []).map { _ in key() }
        content.elevations[ids[0]] = nil
        content.times[ids[0]] = nil
        content.snapshot.paths.removeAll { $0.id == id }
      }
      result.changed = [ids[0]]
    case .createGroup(let name, let members):
      let id = ItemID(.group, key())
      result.title = ChangeTitle(stored: "Made the group \(name)")
      result.created = [id]
      content.snapshot.groups.append(GroupSnapshot(id: id, name: name, created: Self.day))
      change(members, place: { $0.groups.append(id) }, path: { $0.groups.append(id) })
    case .addToGroups(let ids, let groups):
      result.title = ChangeTitle(stored: "Put \(ids.count) into groups")
      result.changed = ids
      change(
        ids, place: { $0.groups += groups.filter { !$0.description.isEmpty } },
        path: { $0.groups += groups })
    case .removeFromGroups(let ids, let groups):
      result.title = ChangeTitle(stored: "Took \(ids.count) out of groups")
      result.changed = ids
      change(
        ids, place: { $0.groups.removeAll { groups.contains($0) } },
        path: { $0.groups.removeAll { groups.contains($0) } })
    case .itinerary(let id, let edit):
      result.title = ChangeTitle(stored: "Changed an itinerary")
      result.changed = [id]
      guard var group = index.group(id) else { return }
      result.madeEntries = apply(edit, to: &group)
      change([id], group: { $0 = group })
    case .trash(let ids):
      result.title = ChangeTitle(stored: "Moved \(ids.count) to the trash")
      result.deleted = ids
      change(
        ids, place: { $0.trashed = Self.day }, path: { $0.trashed = Self.day },
        group: { $0.trashed = Self.day })
    case .restore(let ids):
      result.title = ChangeTitle(stored: "Restored \(ids.count)")
      result.changed = ids
      change(
        ids, place: { $0.trashed = nil }, path: { $0.trashed = nil }, group: { $0.trashed = nil })
    case .purge(let ids):
      result.title = ChangeTitle(stored: "Deleted \(ids.count) for good")
      result.deleted = ids
      content.snapshot.places.removeAll { ids.contains($0.id) }
      content.snapshot.paths.removeAll { ids.contains($0.id) }
      content.snapshot.groups.removeAll { ids.contains($0.id) }
    }
  }

  /// - Returns: The entries that were made.
  private func apply(_ edit: ItineraryEdit, to group: inout GroupSnapshot) -> [EntryID] {
    var entries = Dictionary(uniqueKeysWithValues: group.itinerary.map { ($0.id, $0) })
    var order = ItineraryOrder(
      group.itinerary.map { ItineraryOrder.Entry(key: $0.id.key, index: nil, day: $0.day) })
    var made: [EntryID] = []
    switch edit {
    case .add(let stops, let note, let position):
      for stop in stops {
        let id = EntryID(key())
        made.append(id)
        switch stop {
        case .item(let item):
          entries[id] = EntrySnapshot(
            id: id, day: 1, item: item, title: index[item]?.name ?? "", note: note)
        case .title(let title):
          entries[id] = EntrySnapshot(id: id, day: 1, title: title, note: note)
        }
      }
      order.put(
        made.map { ItineraryOrder.Entry(key: $0.key, index: nil, day: 1) }, at: position)
    case .remove(let ids): _ = order.take(Set(ids.map(\.key)))
    case .move(let ids, let position): order.put(order.take(Set(ids.map(\.key))), at: position)
    case .setDay(let ids, let day): order.setDay(Set(ids.map(\.key)), to: day)
    case .setNote(let ids, let note): for id in ids { entries[id]?.note = note }
    case .setTitle(let ids, let title): for id in ids { entries[id]?.title = title }
    case .setState(let ids, let state): for id in ids { entries[id]?.state = state }
    case .setFirstDay(let day): group.firstDay = day?.isEmpty == false ? day : nil
    }
    group.itinerary = order.entries.compactMap { place in
      guard var entry = entries[EntryID(place.key)] else { return nil }
      entry.day = place.day
      return entry
    }
    return made
  }

  private func perform(_ operation: TrackOperation, on id: ItemID, in range: Range<Int>?) {
    guard let geometry = paths([id]).first?.geometry,
      let rewrite = try? operation.rewrite(of: geometry.columns, in: range)
    else { return }
    store(rewrite.columns(of: geometry.columns), in: id)
  }

  private func cut(_ id: ItemID, _ cut: TrackCut, _ result: inout EditResult) {
    guard let geometry = paths([id]).first?.geometry,
      let spans = try? cut.pieces(of: geometry.columns)
    else { return }
    for (number, span) in spans.enumerated() {
      let piece = number == 0 ? id : ItemID(.path, key())
      store(geometry.columns.columns(in: span), in: piece)
      guard number > 0 else { continue }
      content.snapshot.paths.append(
        PathSnapshot(id: piece, kind: .track, name: "Piece \(number + 1)", created: Self.day))
      result.created.append(piece)
    }
  }

  private func store(_ columns: TrackColumns, in id: ItemID) {
    content.points[id] = (0..<columns.count).map(columns.coordinate)
    content.elevations[id] = columns.elevations
    content.times[id] = columns.times
    content.keys[id] = (0..<columns.count).map { _ in key() }
  }

  private func apply(_ edit: PointEdit, to id: ItemID) {
    var points = content.points[id] ?? []
    var keys = content.keys[id] ?? []
    var elevations = content.elevations[id] ?? points.map { _ in .nan }
    var times = content.times[id] ?? points.map { _ in .nan }
    func insert(_ coordinate: Coordinate, at position: Int) {
      points.insert(coordinate, at: position)
      keys.insert(key(), at: position)
      elevations.insert(.nan, at: position)
      times.insert(.nan, at: position)
    }
    switch edit {
    case .move(let key, let to):
      if let position = keys.firstIndex(of: key) { points[position] = to }
    case .insert(let before, let coordinate):
      if let position = keys.firstIndex(of: before) { insert(coordinate, at: position) }
    case .append(let coordinate): insert(coordinate, at: points.count)
    case .delete(let deleted):
      for key in deleted {
        guard let position = keys.firstIndex(of: key) else { continue }
        points.remove(at: position)
        keys.remove(at: position)
        elevations.remove(at: position)
        times.remove(at: position)
      }
    case .setElevation(let changed, let metres):
      for key in changed {
        if let position = keys.firstIndex(of: key) { elevations[position] = metres ?? .nan }
      }
    case .setTime(let key, let time):
      if let position = keys.firstIndex(of: key) {
        times[position] = time?.timeIntervalSinceReferenceDate ?? .nan
      }
    case .reverse, .reverseWithoutTimes:
      points.reverse()
      keys.reverse()
      elevations.reverse()
      times.reverse()
    }
    content.points[id] = points
    content.keys[id] = keys
    content.elevations[id] = elevations
    content.times[id] = times
  }
}
