import CartographerCore
import CartographerPresentation
import Foundation
import Geodesy

/// The paths whose points are in memory: paths in use, and recently used paths.
package struct OpenPaths: Sendable, Equatable {
  /// The maximum number of points kept in memory for paths that are no longer in use.
  static let sparePoints = 250_000

  /// The points and derived data of the open paths.
  private(set) var data: [ItemID: PathData] = [:]
  /// The paths whose points may have been written to new database rows, so that the points' row
  /// keys in memory may be outdated.
  private var replaced: Set<ItemID> = []
  /// The paths whose points are being read, each with the oldest acceptable library revision of
  /// these points.
  private var requested: [ItemID: Int64] = [:]
  /// The library revision at which each path's points were last read, successfully or not.
  private var answered: [ItemID: Int64] = [:]
  /// The open paths, in the order in which they were last needed.
  private var order: [ItemID] = []
  /// The paths that a command needs in addition to the selected path.
  private(set) var pinned: [ItemID] = []

  /// Returns whether the points of a path must be read because they are missing or outdated.
  func needsReading(_ id: ItemID, in index: LibraryIndex) -> Bool {
    guard let outline = index.outlines[id] else { return false }
    guard let path = data[id] else { return true }
    return path.pointDigest != outline.pointDigest || replaced.contains(id)
  }

  /// Returns whether the points of a path are being read or will be read.
  func isWaiting(for id: ItemID, in index: LibraryIndex) -> Bool {
    requested[id] != nil || needsReading(id, in: index) && !isAnswered(id, in: index)
  }

  /// Returns whether the editor has already tried to read a path's points at the index's revision
  /// or a newer one.
  private func isAnswered(_ id: ItemID, in index: LibraryIndex) -> Bool {
    answered[id].map { $0 >= index.snapshot.revision } ?? false
  }

  mutating func pin(_ ids: [ItemID]) { pinned = ids }

  /// Starts a request for the missing or outdated points of the given paths, and returns the
  /// requested paths. Returns an empty array while another request is pending, so that the editor
  /// does not read every path while the cursor moves through the list.
  mutating func request(_ ids: [ItemID], in index: LibraryIndex) -> [ItemID] {
    touch(ids)
    guard requested.isEmpty else { return [] }
    let wanted = Set(ids).sorted().filter {
      needsReading($0, in: index) && !isAnswered($0, in: index)
    }
    for id in wanted { requested[id] = index.snapshot.revision }
    return wanted
  }

  /// Stores the points of the loaded paths. Ignores the points of deleted paths, and points older
  /// than those in memory.
  mutating func receive(_ loaded: [PathData], in index: LibraryIndex) {
    for path in loaded where index.contains(path.id) {
      if let wanted = requested[path.id], path.geometry.revision >= wanted {
        requested[path.id] = nil
      }
      answered[path.id] = max(answered[path.id] ?? .min, path.geometry.revision)
      if let known = data[path.id], known.geometry.revision > path.geometry.revision { continue }
      data[path.id] = path
      // Points that were read before a change may have the keys of rows that the change replaced.
      if path.geometry.revision >= index.snapshot.revision { replaced.remove(path.id) }
      touch([path.id])
    }
  }

  /// Marks all pending point requests as finished. Called after points could not be read.
  mutating func cancelRequests() {
    answered.merge(requested) { max($0, $1) }
    requested = [:]
  }

  /// Marks the pending point requests for the given paths as finished. Called for paths that do not
  /// exist.
  mutating func endRequest(of ids: [ItemID]) {
    for id in ids {
      if let revision = requested.removeValue(forKey: id) { answered[id] = revision }
    }
  }

  /// Marks the points of the given paths as outdated, since the points' database rows may have been
  /// replaced. If `ids` is nil, marks the points of all paths as outdated.
  mutating func markReplaced(_ ids: Set<ItemID>?) {
    for id in data.keys where ids?.contains(id) ?? true {
      replaced.insert(id)
      answered[id] = nil
    }
  }

  mutating func removeDeleted(_ index: LibraryIndex) {
    for id in data.keys where !index.contains(id) { data[id] = nil }
    replaced = replaced.filter { data[$0] != nil }
    requested = requested.filter { index.contains($0.key) }
    answered = answered.filter { index.contains($0.key) }
    order.removeAll { data[$0] == nil }
  }

  /// Frees the points of paths that are neither needed nor recently used, and returns the paths'
  /// IDs.
  mutating func trim(keeping needed: [ItemID]) -> [ItemID] {
    let needed = Set(needed)
    var spare = 0
    var removed: [ItemID] = []
    for id in order.reversed() where !needed.contains(id) {
      spare += data[id]?.count ?? 0
      if spare > Self.sparePoints { removed.append(id) }
    }
    for id in removed {
      data[id] = nil
      // If the points are needed again, they must be read again.
      answered[id] = nil
    }
    order.removeAll { data[$0] == nil }
    return removed
  }

  private mutating func touch(_ ids: [ItemID]) {
    for id in ids where data[id] != nil && order.last != id {
      order.removeAll { $0 == id }
      order.append(id)
    }
  }
}
