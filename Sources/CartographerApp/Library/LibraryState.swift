import CartographerCore
import CartographerPresentation
import Foundation
import Geodesy

/// The library data in memory: an item index, path outlines, and the points of the open paths.
///
/// The library state maintains these invariants:
///
/// - The index's revision never decreases: an older index that arrives late is ignored.
/// - A path's points are replaced only by points of the same or a newer revision.
/// - Points are kept or requested only for paths in the index.
/// - Needed points that do not match their path's outline are requested again.
package struct LibraryState: Sendable, Equatable {
  /// The store's name as shown to the user, such as its file name.
  package private(set) var storeName: String
  /// The store file's path; empty for an in-memory store.
  package private(set) var storePath: String
  /// The reason why changes can no longer be saved to the store's file. Nil if changes can be
  /// saved.
  package private(set) var loss: LibraryLoss?
  /// The suggested path for saving the library to a new file. No file existed at the suggested path
  /// when the store's file was lost.
  package private(set) var savingSuggestion = ""
  /// Whether the whole library is being saved to a new file.
  package private(set) var isBeingSaved = false
  package private(set) var index = LibraryIndex.empty
  /// Whether the first snapshot of the library has been loaded.
  package private(set) var isLoaded = false
  /// Whether an error has prevented the library from being loaded.
  package private(set) var isUnreadable = false
  /// Whether the paths and groups, but not the places, have been loaded.
  package private(set) var isPartlyLoaded = false
  /// The paths whose points are in memory.
  private(set) var open = OpenPaths()
  private var measured = PathMeasures()
  /// An item's details, such as sensor values, which are loaded separately from the snapshot. Nil
  /// until any details have been loaded.
  package private(set) var facts: ItemFacts?
  private var requestedFacts: FactsRequest?
  /// The path points left at the old position of the most recently moved place. Nil if there are
  /// no such points.
  private(set) var leftPoints: LeftPoints?

  /// A request for the details of an item at a particular library revision.
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

  /// Returns the time at which an item's data was recorded. Returns nil if the item has no recorded
  /// time.
  package func recordedDate(of id: ItemID) -> Date? {
    index.outlines[id]?.measures.timeFirst ?? index.place(id)?.time
  }

  /// The points of the open paths.
  package var paths: [ItemID: PathData] { open.data }

  /// Returns the points of the given paths. Paths whose points are not in memory are omitted.
  func points(of ids: [ItemID]) -> [PathData] { ids.compactMap { open.data[$0] } }

  // MARK: Store

  /// Marks the library as unreadable if it has not been loaded.
  mutating func endLoading() { isUnreadable = !isLoaded }

  mutating func receiveLoss(_ loss: LibraryLoss?, suggestion: String) {
    self.loss = loss
    savingSuggestion = suggestion
  }

  mutating func beginSaving() { isBeingSaved = true }

  mutating func endSaving() { isBeingSaved = false }

  /// Switches to the new store in which the library was saved.
  mutating func move(to path: String, name: String) {
    storePath = path
    storeName = name
    loss = nil
    isBeingSaved = false
  }

  // MARK: Items

  mutating func markLoaded() {
    isLoaded = true
    isPartlyLoaded = false
  }

  mutating func markPartlyLoaded() { isPartlyLoaded = true }

  /// Replaces the library's index with a newer index, for example after a change was saved.
  ///
  /// - Parameter written: The paths whose points were loaded together with the change.
  /// - Returns: Whether the index was replaced; an older index is ignored.
  mutating func receive(_ index: LibraryIndex, written: [PathData] = []) -> Bool {
    let isCurrent = index.snapshot.revision >= self.index.snapshot.revision
    if isCurrent { self.index = index }
    open.receive(written, in: self.index)
    open.removeDeleted(self.index)
    return isCurrent
  }

  // MARK: Points

  /// Stores newly loaded points. Ignores points if their path was deleted, or if newer points are
  /// in memory.
  mutating func receive(_ loaded: [PathData]) { open.receive(loaded, in: index) }

  /// Requests the points of the given paths, unless current points are already in memory.
  mutating func requestPaths(_ ids: [ItemID]) -> [Effect] {
    let wanted = open.request(ids, in: index)
    return wanted.isEmpty ? [] : [.loadPaths(wanted)]
  }

  /// Marks the pending point requests for the given paths as finished. Called for paths that are
  /// not in the store.
  mutating func endPathRequest(of ids: [ItemID]) {
    open.endRequest(of: ids)
  }

  /// Marks all pending point requests as finished. Called after points could not be loaded.
  mutating func cancelPathRequests() { open.cancelRequests() }

  /// Returns whether a path's points must still be read because they are missing or outdated.
  func isWaiting(for path: ItemID) -> Bool { open.isWaiting(for: path, in: index) }

  /// Returns whether a path's points in memory are outdated and will be read again.
  func isReloading(_ path: ItemID) -> Bool { open.data[path] != nil && isWaiting(for: path) }

  /// Specifies the paths, besides the selected path, whose points a command needs.
  mutating func pin(_ ids: [ItemID]) { open.pin(ids) }

  /// Frees the points of paths that are no longer needed, and returns the IDs of these paths.
  mutating func trim(keeping needed: [ItemID]) -> [ItemID] { open.trim(keeping: needed) }

  /// Marks path points in memory as outdated. Called after a change that may have replaced the
  /// points' database rows.
  ///
  /// - Parameter ids: The items that may have changed. If nil, any item may have changed.
  mutating func markPointsReplaced(_ ids: Set<ItemID>?) { open.markReplaced(ids) }

  /// Returns the items that differ between the current index and a newer one. Returns nil if any
  /// item may differ.
  func changedItems(in newer: LibraryIndex) -> Set<ItemID>? {
    newer.change.flatMap { $0.revision == index.snapshot.revision ? $0.ids : nil }
  }

  // MARK: Moved places

  mutating func keepLeftPoints(_ points: LeftPoints?) { leftPoints = points }

  // MARK: Measures

  /// Returns a path's measurements. Returns nil if the path does not exist or its outline has not
  /// been loaded.
  package func measures(of id: ItemID) -> TrackMeasures? {
    index.outlines[id].map { measured.measures(of: id, $0) }
  }

  /// Returns a path's length, climb and walking time for an itinerary. Returns nil if the path does
  /// not exist or its outline has not been loaded.
  func stretch(of id: ItemID) -> PathStretch? {
    guard let outline = index.outlines[id], let measures = measures(of: id) else { return nil }
    return PathStretch(
      lengthMetres: measures.lengthMetres, ascentMetres: measures.ascentMetres,
      descentMetres: measures.descentMetres, hasPartialElevations: measures.hasPartialElevations,
      estimatedSeconds: outline.estimatedSeconds, start: outline.start, end: outline.end)
  }

  /// Returns a group's itinerary with its days and totals. Returns nil if the group does not exist.
  /// The totals omit paths whose outlines have not been loaded.
  package func plan(of group: ItemID) -> ItineraryPlan? {
    index.group(group).map { snapshot in
      ItineraryPlan(
        of: snapshot, place: { index.place($0) }, path: { index.path($0) },
        stretch: { stretch(of: $0) })
    }
  }

  /// Requests measurements for the paths not yet measured with the given climb threshold.
  mutating func requestMeasures(thresholdMetres: Double) -> [Effect] {
    measured.request(index, thresholdMetres: thresholdMetres)
  }

  mutating func receiveMeasures(_ new: [MeasuredPath]) { measured.receive(new) }

  // MARK: Details

  /// Requests an item's details, at most once per library revision.
  mutating func requestFacts(of id: ItemID) -> [Effect] {
    let request = FactsRequest(id: id, revision: index.snapshot.revision)
    guard request != requestedFacts else { return [] }
    requestedFacts = request
    return [.loadFacts(id)]
  }

  /// Stores an item's details. Ignores the details if another item was requested more recently.
  mutating func receive(_ facts: ItemFacts) -> [Effect] {
    if facts.id == requestedFacts?.id { self.facts = facts }
    return []
  }
}
