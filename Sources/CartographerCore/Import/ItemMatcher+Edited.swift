import Geodesy

// An item edited in the library no longer equals the file's item. If the file has changed, too, the
// item is matched by the remaining similarity, and finally by its name or its position in the file.
extension ItemMatcher {
  /// Pairs paths of the imported file with paths that were edited in the library.
  ///
  /// Two paths match if they have the same name and share more than half of their positions. If
  /// both paths come from the same file, an overlap of more than half of their time ranges is also
  /// enough, and the names may differ if the paths share points.
  ///
  /// - Complexity: O(*n*), where *n* is the number of points in the unmatched paths.
  mutating func matchEditedPaths(isSameFile: Bool) throws {
    var candidates: Set<Candidate> = []
    find(&candidates) { Mark($0, name: true, time: false, scale: nil) }
    if isSameFile { try findByPoints(&candidates) }
    var rated: [(rank: Int, share: Double, pair: Candidate)] = []
    for pair in candidates where try former.isEdited(old[pair.old]) {
      let (before, now) = (try sketch(old[pair.old]), try sketch(new[pair.new]))
      let positions = before.shareOfPositions(now)
      let share = isSameFile ? max(positions, before.shareOfHours(now)) : positions
      guard share > 0.5 else { continue }
      rated.append((old[pair.old].name == new[pair.new].name ? 1 : 0, share, pair))
    }
    pairBest(rated)
  }

  /// Pairs items of the file with unmatched items that were edited in the library. The items are
  /// compared by name or by index in the file.
  ///
  /// Items with the same name match only if the name is unique among the unmatched items of their
  /// kind. Unnamed items match if they have the same position in the file and are near each other.
  mutating func matchEditedByName() throws {
    try matchEdited(onlyNear: false) { Mark($0, name: true, time: false, scale: nil) }
    try matchEdited(onlyNear: true) { item in
      item.name == nil ? item.position.map { FilePosition(kind: item.kind, position: $0) } : nil
    }
  }

  private struct FilePosition: Hashable {
    var kind: FileItem.Kind
    var position: Int
  }

  private mutating func matchEdited<Key: Hashable>(
    onlyNear: Bool, _ key: (FileItem) -> Key?
  ) throws {
    let before = Dictionary(
      grouping: old.indices.filter { !matchedOld.contains($0) && key(old[$0]) != nil },
      by: { key(old[$0]) })
    let now = Dictionary(
      grouping: new.indices.filter { !matchedNew.contains($0) && key(new[$0]) != nil },
      by: { key(new[$0]) })
    for (key, found) in now where found.count == 1 {
      guard let same = before[key], same.count == 1, try former.isEdited(old[same[0]]),
        try !onlyNear || isNear(old[same[0]], new[found[0]])
      else { continue }
      addPair(same[0], found[0], isCertain: false)
    }
  }

  /// Returns whether two items are near each other or share points. If not, they are probably
  /// different items, and the older one must not be overwritten.
  private func isNear(_ before: FileItem, _ now: FileItem) throws -> Bool {
    guard before.kind == .place else {
      let (before, now) = (try sketch(before), try sketch(now))
      return before.shareOfPositions(now) > 0 || before.shareOfHours(now) > 0
    }
    guard let from = before.first, let to = now.first else { return false }
    return Geodesic.distanceMetres(
      latitude: from.latitude, longitude: from.longitude, toLatitude: to.latitude,
      longitude: to.longitude) <= Self.movedMetres
  }
}
