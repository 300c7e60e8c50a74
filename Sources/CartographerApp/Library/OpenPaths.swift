import CartographerCore
import CartographerPresentation
import Foundation
import Geodesy

/// The paths whose points are in memory: those that the user works on, and the last ones before them.
package struct OpenPaths: Sendable, Equatable {
  /// The total number of points of the paths that are kept although nothing needs them.
  static let sparePoints = 250_000

  /// The points and derived data of the open paths.
  private(set) var data: [ItemID: PathData] = [:]
  /// The paths whose rows were replaced, so that the keys of their points are outdated.
  private var replaced: Set<ItemID> = []
  /// The paths whose points are being read, each with the oldest revision accepted for the points.
  private var requested: [ItemID: Int64] = [:]
  /// The revision of the library at which the points of a path were last read or could not be read.
  private var answered: [ItemID: Int64] = [:]
  /// The open paths, the most recently needed one last.
  private var order: [ItemID] = []
  /// Paths that a command needs in addition to the selected path.
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

  /// Returns whether reading a path again cannot give other points than the last time.
  private func isAnswered(_ id: ItemID, in index: LibraryIndex) -> Bool {
    answered[id].map { $0 >= index.snapshot.revision } ?? false
  }

  mutating func pin(_ ids: [ItemID]) { pinned = ids }

  /// Returns the paths among the given ones whose points must be read now. There is at most one
  /// request at a time, so that a held key does not read every path that it passes.
  mutating func request(_ ids: [ItemID], in index: LibraryIndex) -> [ItemID] {
    touch(ids)
    guard requested.isEmpty else { return [] }
    let wanted = Set(ids).sorted().filter {
      needsReading($0, in: index) && !isAnswered($0, in: index)
    }
    for id in wanted { requested[id] = index.snapshot.revision }
    return wanted
  }

  /// Stores points, unless their path was deleted or newer points are known.
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

  /// Ends all requests when reading fails.
  mutating func cancelRequests() {
    answered.merge(requested) { max($0, $1) }
    requested = [:]
  }

  /// Forgets requested paths that do not exist.
  mutating func endRequest(of ids: [ItemID]) {
    for id in ids {
      if let revision = requested.removeValue(forKey: id) { answered[id] = revision }
    }
  }

  /// Remembers that the rows of the points of some paths, or of all paths, may have been replaced.
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

  /// Removes the points of paths that nothing needs, the least recently needed ones first, and returns
  /// these paths.
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
      // The points must be read again when they are needed again.
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
