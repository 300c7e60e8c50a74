import Geodesy

/// What was edited here does not look any more like what its file says. Where the file changed it too,
/// it is found by what the edit left, and at last by its name or its place in the file.
extension ItemMatcher {
  /// Pairs paths that were edited here with those of their name that have more than half of their way
  /// in common; of one file, or of their hours, and whatever their names where they share points.
  ///
  /// - Complexity: O(points) of the paths that are left.
  mutating func matchEditedPaths(isSameFile: Bool) throws {
    var candidates: Set<Candidate> = []
    find(&candidates) { Mark($0, name: true, time: false, scale: nil) }
    if isSameFile { try findByPoints(&candidates) }
    var rated: [(rank: Int, share: Double, pair: Candidate)] = []
    for pair in candidates where try former.isEdited(old[pair.old]) {
      let (before, now) = (try sketch(old[pair.old]), try sketch(new[pair.new]))
      let way = before.shareOfWay(now)
      let share = isSameFile ? max(way, before.shareOfHours(now)) : way
      guard share > 0.5 else { continue }
      rated.append((old[pair.old].name == new[pair.new].name ? 1 : 0, share, pair))
    }
    takeBest(rated)
  }

  /// Pairs, of one file, what is left and was edited here: the only one of its kind and name on both
  /// sides, and those without a name at one place in the file that are near.
  mutating func matchEditedByName() throws {
    try matchEdited(onlyNear: false) { Mark($0, name: true, time: false, scale: nil) }
    try matchEdited(onlyNear: true) { item in
      item.name == nil ? item.position.map { Place(kind: item.kind, position: $0) } : nil
    }
  }

  private struct Place: Hashable {
    var kind: FileItem.Kind
    var position: Int
  }

  private mutating func matchEdited<Key: Hashable>(
    onlyNear: Bool, _ key: (FileItem) -> Key?
  ) throws {
    let before = Dictionary(
      grouping: old.indices.filter { !takenOld.contains($0) && key(old[$0]) != nil },
      by: { key(old[$0]) })
    let now = Dictionary(
      grouping: new.indices.filter { !takenNew.contains($0) && key(new[$0]) != nil },
      by: { key(new[$0]) })
    for (key, found) in now where found.count == 1 {
      guard let same = before[key], same.count == 1, try former.isEdited(old[same[0]]),
        try !onlyNear || isNear(old[same[0]], new[found[0]])
      else { continue }
      take(same[0], found[0], isCertain: false)
    }
  }

  /// Whether two items have something in common on the ground: what stands elsewhere is rather
  /// another one, which would be lost.
  private func isNear(_ before: FileItem, _ now: FileItem) throws -> Bool {
    guard before.kind == .place else {
      let (before, now) = (try sketch(before), try sketch(now))
      return before.shareOfWay(now) > 0 || before.shareOfHours(now) > 0
    }
    guard let from = before.first, let to = now.first else { return false }
    return Geodesic.distanceMetres(
      latitude: from.latitude, longitude: from.longitude, toLatitude: to.latitude,
      longitude: to.longitude) <= Self.movedMetres
  }
}
