import CartographerModel
import Foundation
import Geodesy
import SwiftData

extension Library {
  /// Returns the differences between an earlier copy of the library, such as a backup, and the
  /// library's current state. Items are matched by their ids.
  ///
  /// The comparison of points covers their coordinates, elevations, times, order and segments.
  ///
  /// - Throws: ``LibraryError`` `invalid` if the other library is not a copy of this one.
  ///   Equal ids would then denote different items.
  /// - Complexity: O(*n*), where *n* is the number of items and points in both libraries.
  ///   Only one path's points per library are in memory at a time.
  package func differences(since copy: Library) async throws -> ChangeDiff {
    guard storeIdentifier == copy.storeIdentifier else {
      throw LibraryError(
        .invalid,
        "The stores are not copies of the same store, so their items cannot be compared.",
        remedy: "Compare a store with one of its backups or copies.")
    }
    let old = try await copy.snapshot()
    let new = try snapshot()
    let items =
      Self.differences(old.places, new.places, \.name, ChangeFields.values(of:), \.groups)
      + Self.differences(old.paths, new.paths, \.name, ChangeFields.values(of:), \.groups)
      + Self.differences(old.groups, new.groups, \.name, ChangeFields.values(of:)) { _ in [] }
    var changed: [ChangeDiff.Item] = []
    for var item in items {
      if item.id.kind == .path {
        let before = try await copy.geometries(of: [item.id]).first
        let after = try await geometries(of: [item.id]).first
        item.points = ChangeDiff.PointChanges(from: before, to: after)
      }
      if let stops = new.group(item.id)?.itinerary, let former = old.group(item.id)?.itinerary {
        item.itinerary = ChangeDiff.StopCounts(from: former, to: stops)
      }
      if item.action != .changed || !item.isWithoutEffect { changed.append(item) }
    }
    return ChangeDiff(
      changes: [],
      items: [.created, .changed, .deleted].flatMap { action in
        changed.filter { $0.action == action }
      }, untold: 0)
  }

  private nonisolated var storeIdentifier: String? {
    ModelContext(container).identifier(of: Location.self, key: 1).storeIdentifier
  }

  /// Compares two lists of items sorted by ID, and returns an entry for every item, including
  /// unchanged items.
  private static func differences<Item: Identifiable>(
    _ old: [Item], _ new: [Item], _ name: (Item) -> String,
    _ values: (Item) -> [(String, ChangeDiff.Value?)], _ groups: (Item) -> [ItemID]
  ) -> [ChangeDiff.Item] where Item.ID == ItemID {
    Set(old.map(\.id) + new.map(\.id)).sorted().map { id in
      let (before, after) = (old.item(id), new.item(id))
      let named = after ?? before
      var item = ChangeDiff.Item(
        id: id, name: named.map(name) ?? "",
        action: before == nil ? .created : after == nil ? .deleted : .changed)
      let former = before.map(values) ?? []
      let later = after.map(values) ?? []
      item.fields = (named.map(values) ?? []).map(\.0).enumerated().compactMap { position, name in
        let was = former.isEmpty ? nil : former[position].1
        let value = later.isEmpty ? nil : later[position].1
        return was == value ? nil : ChangeDiff.Field(name: name, before: was, after: value)
      }
      let parents = (before.map(groups) ?? [], after.map(groups) ?? [])
      item.joined = parents.1.filter { !parents.0.contains($0) }
      item.left = parents.0.filter { !parents.1.contains($0) }
      return item
    }
  }
}

extension ChangeFields {
  private static func text(_ text: String?) -> ChangeDiff.Value? {
    text.flatMap { $0.isEmpty ? nil : .text($0) }
  }

  fileprivate static func values(of place: PlaceSnapshot) -> [(String, ChangeDiff.Value?)] {
    [
      ("name", text(place.name)), ("notes", text(place.notes)), ("comment", text(place.comment)),
      ("details", text(place.details)), ("symbol", text(place.symbol)), ("type", text(place.type)),
      ("colour", text(place.colour)), ("trashed", place.trashed.map(ChangeDiff.Value.time)),
      ("latitude", .number(place.coordinate.latitude)),
      ("longitude", .number(place.coordinate.longitude)),
      ("elevation", place.elevationMetres.map(ChangeDiff.Value.number)),
      ("time", place.time.map(ChangeDiff.Value.time)),
    ]
  }

  fileprivate static func values(of path: PathSnapshot) -> [(String, ChangeDiff.Value?)] {
    [
      ("name", text(path.name)), ("kind", .text(path.kind.rawValue)), ("notes", text(path.notes)),
      ("comment", text(path.comment)), ("details", text(path.details)),
      ("symbol", text(path.symbol)), ("type", text(path.type)), ("colour", text(path.colour)),
      ("trashed", path.trashed.map(ChangeDiff.Value.time)),
    ]
  }

  fileprivate static func values(of group: GroupSnapshot) -> [(String, ChangeDiff.Value?)] {
    [
      ("name", text(group.name)), ("notes", text(group.notes)), ("colour", text(group.colour)),
      ("first day", text(group.firstDay)), ("trashed", group.trashed.map(ChangeDiff.Value.time)),
    ]
  }
}

extension ChangeDiff.PointChanges {
  /// Compares the points of a path in two libraries. A path that does not exist in one of the
  /// libraries has a nil geometry there.
  ///
  /// A point counts as changed if its values differ, if a different point precedes it, or if a
  /// preceding segment break was added or removed. Inserted and removed points
  /// are skipped in the search for the preceding point, so an insertion or a removal does not count
  /// as a change to the neighbouring points.
  fileprivate init(from before: PathGeometry?, to after: PathGeometry?) {
    self.init()
    let (old, new) = (before?.keys ?? [], after?.keys ?? [])
    let kept = Set(old).intersection(new)
    (added, removed) = (new.count - kept.count, old.count - kept.count)
    guard let before, let after, !kept.isEmpty else { return }
    let positions = Dictionary(zip(old, old.indices)) { first, _ in first }
    let (links, newLinks) = (before.links(of: kept), after.links(of: kept))
    for (position, key) in new.enumerated() {
      guard kept.contains(key), let former = positions[key] else { continue }
      let isSame =
        links[key] == newLinks[key]
        && before.columns.isSamePoint(former, as: position, of: after.columns)
      guard !isSame else { continue }
      changed += 1
      if samples.count < 5 {
        samples.append(
          ChangeDiff.PointChange(
            before: before.columns.state(former), after: after.columns.state(position)))
      }
    }
  }
}

extension PathGeometry {
  /// A point's predecessor in a path, and whether both points are in the same segment.
  fileprivate struct Link: Equatable {
    /// The key of the preceding point, or nil for the first point.
    let previous: Int64?
    let isInSameSegment: Bool
  }

  /// Returns each given point's link to its predecessor among the given points, indexed by the
  /// point's key. The path's other points are ignored.
  fileprivate func links(of kept: Set<Int64>) -> [Int64: Link] {
    var links: [Int64: Link] = [:]
    links.reserveCapacity(kept.count)
    var previous: Int64?
    var isInSameSegment = false
    var starts = columns.segmentStarts[...]
    for (index, key) in keys.enumerated() {
      while let start = starts.first, start <= index {
        starts.removeFirst()
        isInSameSegment = false
      }
      guard kept.contains(key) else { continue }
      links[key] = Link(previous: previous, isInSameSegment: isInSameSegment)
      previous = key
      isInSameSegment = true
    }
    return links
  }
}

extension ChangeDiff.StopCounts {
  fileprivate init(from before: [StopSnapshot], to after: [StopSnapshot]) {
    let old = Dictionary(before.map { ($0.id, $0) }) { first, _ in first }
    let kept = after.filter { old[$0.id] != nil }
    self.init(
      added: after.count - kept.count, changed: kept.count { old[$0.id] != $0 },
      removed: before.count - kept.count)
  }
}

extension TrackColumns {
  fileprivate func isSamePoint(_ index: Int, as other: Int, of columns: TrackColumns) -> Bool {
    latitudes[index] == columns.latitudes[other] && longitudes[index] == columns.longitudes[other]
      && elevations[index].isSameValue(as: columns.elevations[other])
      && times[index].isSameValue(as: columns.times[other])
  }

  fileprivate func state(_ index: Int) -> ChangeDiff.PointChange.State {
    let (elevation, time) = (elevations[index], times[index])
    return ChangeDiff.PointChange.State(
      coordinate: coordinate(index), elevation: elevation.isNaN ? nil : elevation,
      time: time.isNaN ? nil : Date(timeIntervalSinceReferenceDate: time))
  }
}
