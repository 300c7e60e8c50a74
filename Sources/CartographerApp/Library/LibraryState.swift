import CartographerCore
import Foundation
import Geodesy

/// The part of the library that the editor has loaded: the index of the items, and the paths'
/// points.
///
/// The library state keeps these invariants:
///
/// - The revision of the index never decreases: an older index that arrives late is ignored.
/// - A path's points are replaced only by points of a newer revision.
/// - Points are kept or requested only for paths that the index contains.
/// - A path is reloading until points of the requested revision arrive or loading fails.
///   Paths whose points were never loaded count as missing, not as reloading.
package struct LibraryState: Sendable, Equatable {
  /// The store's name as shown to the user, such as its file name.
  package private(set) var storeName: String
  /// The path of the store's file; empty for an in-memory store.
  package private(set) var storePath: String
  /// The reason why changes can no longer be saved in the store's file, or nil if they can.
  package private(set) var loss: LibraryLoss?
  /// The path of a file that did not exist when the store's file was lost, in which the library can
  /// be saved.
  package private(set) var savingSuggestion = ""
  /// Whether the whole library is being saved in a new file.
  package private(set) var isBeingSaved = false
  package private(set) var index = LibraryIndex.empty
  /// Whether the first snapshot of the library has been loaded.
  package private(set) var isLoaded = false
  /// The points and measures of the loaded paths.
  package private(set) var paths: [ItemID: PathData] = [:]
  /// The paths whose points are being reloaded, each with the oldest revision accepted for the new
  /// points.
  private var reloading: [ItemID: Int64] = [:]
  /// Whether another process may have changed points that have not been reloaded since.
  private var arePathsStale = false
  /// An item's details that are not part of the snapshot, or nil until details are first loaded.
  package private(set) var facts: ItemFacts?
  private var requestedFacts: FactsRequest?

  /// A request for an item's details at a revision of the library.
  private struct FactsRequest: Sendable, Equatable {
    var id: ItemID
    var revision: Int64
  }

  package init(storeName: String = "", storePath: String = "") {
    self.storeName = storeName
    self.storePath = storePath
  }

  package var isEmpty: Bool {
    isLoaded && index.snapshot.places.isEmpty && index.snapshot.paths.isEmpty
      && index.snapshot.groups.isEmpty
  }

  /// Returns the time of an item's recorded data, or nil if the item has no recorded time.
  package func recordedDate(of id: ItemID) -> Date? {
    paths[id]?.measures.timeFirst ?? index.place(id)?.time
  }

  // MARK: Store

  mutating func receiveLoss(_ loss: LibraryLoss?, suggestion: String) {
    self.loss = loss
    savingSuggestion = suggestion
  }

  mutating func beginSaving() { isBeingSaved = true }

  mutating func endSaving() { isBeingSaved = false }

  /// Continues with the new store in which the library was saved.
  mutating func move(to path: String, name: String) {
    storePath = path
    storeName = name
    loss = nil
    isBeingSaved = false
  }

  // MARK: Items

  mutating func markLoaded() { isLoaded = true }

  /// Replaces the library's index with the index after a change.
  ///
  /// - Parameter written: The paths whose points were loaded together with the change.
  /// - Returns: Whether the index was replaced; an older index is ignored.
  mutating func receive(_ index: LibraryIndex, written: [PathData] = []) -> Bool {
    for path in written {
      paths[path.id] = path
      reloading[path.id] = nil
    }
    let isCurrent = index.snapshot.revision >= self.index.snapshot.revision
    if isCurrent { self.index = index }
    if !paths.keys.allSatisfy(self.index.contains) {
      paths = paths.filter { self.index.contains($0.key) }
    }
    reloading = reloading.filter { self.index.contains($0.key) }
    return isCurrent
  }

  // MARK: Points

  /// Stores newly loaded points, unless their path was deleted or already has points of the same or
  /// a newer revision.
  mutating func receive(_ loaded: [PathData]) {
    for path in loaded where index.contains(path.id) {
      if let wanted = reloading[path.id], path.geometry.revision >= wanted {
        reloading[path.id] = nil
      }
      if let known = paths[path.id], known.geometry.revision >= path.geometry.revision { continue }
      paths[path.id] = path
    }
  }

  /// Requests the points of the given paths. Paths with known points count as reloading until the
  /// new points arrive.
  mutating func requestPaths(_ ids: [ItemID]) -> [Effect] {
    guard !ids.isEmpty else { return [] }
    for id in ids where paths[id] != nil { reloading[id] = index.snapshot.revision }
    return [.loadPaths(ids)]
  }

  /// Discards all pending requests for points when loading fails.
  mutating func cancelPathRequests() { reloading = [:] }

  func isReloading(_ path: ItemID) -> Bool { reloading[path] != nil }

  /// The paths whose points are missing, or whose number of loaded points differs from the number
  /// in the snapshot.
  var missingPaths: [ItemID] {
    index.snapshot.paths.filter { path in
      guard let known = paths[path.id] else { return true }
      return path.pointCount.map { $0 != known.count } ?? false
    }.map(\.id)
  }

  /// Remembers that any path may have changed, until ``removeStaleMark()`` is called.
  mutating func markPathsStale() { arePathsStale = true }

  /// Returns whether ``markPathsStale()`` was called since the mark was last removed, and removes
  /// the mark.
  mutating func removeStaleMark() -> Bool {
    defer { arePathsStale = false }
    return arePathsStale
  }

  // MARK: Measures

  /// Requests new measures for paths that were not measured with the given climb threshold.
  func requestMeasures(of loaded: [PathData], thresholdMetres: Double) -> [Effect] {
    let stale = loaded.filter { $0.measures.thresholdMetres != thresholdMetres }
    return stale.isEmpty ? [] : [.measure(stale, thresholdMetres: thresholdMetres)]
  }

  /// Stores new measures for paths whose points have not changed since they were measured. Measures
  /// with a threshold other than the current one are ignored.
  mutating func receiveMeasures(_ measured: [PathData], thresholdMetres: Double) {
    for path in measured where paths[path.id] == path {
      guard path.measures.thresholdMetres == thresholdMetres else { continue }
      paths[path.id] = path
    }
  }

  // MARK: Details

  /// Requests an item's details, once for each revision of the library.
  mutating func requestFacts(of id: ItemID) -> [Effect] {
    let request = FactsRequest(id: id, revision: index.snapshot.revision)
    guard request != requestedFacts else { return [] }
    requestedFacts = request
    return [.loadFacts(id)]
  }

  /// Stores an item's details if the most recent request was for this item.
  mutating func receive(_ facts: ItemFacts) {
    if facts.id == requestedFacts?.id { self.facts = facts }
  }
}
