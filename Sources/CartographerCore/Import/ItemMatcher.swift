import Geodesy

/// A matcher that pairs the items of a file one-to-one with items from earlier imports. The most
/// certain pairs are matched first.
///
/// The matching rules are described in `docs/formats/import.md`.
struct ItemMatcher {
  struct Pair {
    /// The old item's index in the list of items from earlier imports.
    var old: Int
    /// The new item's index in the list of items from the file.
    var new: Int
    /// Whether evidence other than the name and position supports the match. Different items
    /// in two files may have the same name and position.
    var isCertain: Bool
  }

  let old: [FileItem]
  let new: [FileItem]
  let former: RecordedItems
  private(set) var pairs: [Pair] = []
  var matchedOld: Set<Int> = []
  var matchedNew: Set<Int> = []

  /// The maximum number of candidates to compare with one item.
  private static let candidatesAtMost = 64

  /// Creates a matcher that pairs a file's items with the items of earlier imports.
  ///
  /// - Parameter old: The items of earlier imports.
  ///   If several of these items are equal, they are matched in this order.
  /// - Parameter new: The items of the file.
  /// - Parameter former: A reader of additional data about the items.
  ///   The data are samples of the items' points, and whether the items were edited.
  init(old: [FileItem], new: [FileItem], _ former: RecordedItems) {
    self.old = old
    self.new = new
    self.former = former
  }

  func sketch(_ item: FileItem) throws -> PointSketch { try former.sketch(item) }

  /// Matches the file's items with the items of earlier imports.
  ///
  /// - Parameter isSameFile: Whether the items are known to come from the same file.
  ///   If so, weaker evidence is enough for a match.
  /// - Parameter certain: The number of old items that are known to come from this file.
  ///   These items are at the start of the list. Later items in the list are matched only if their
  ///   contents are equal.
  /// - Complexity: O(*n*) for *n* items, plus the cost of comparing similar paths.
  mutating func run(isSameFile: Bool, certain: Int? = nil) throws {
    matchContents()
    if let certain { matchedOld.formUnion(certain..<old.count) }
    matchPlaces(isSameFile: isSameFile)
    try matchPaths(isSameFile: isSameFile)
  }

  mutating func addPair(_ old: Int, _ new: Int, isCertain: Bool) {
    matchedOld.insert(old)
    matchedNew.insert(new)
    pairs.append(Pair(old: old, new: new, isCertain: isCertain))
  }

  /// Pairs old items with new items that have equal keys. If several items have the same key, they
  /// are paired in order.
  private mutating func match<Key: Hashable>(
    isCertain: Bool, isUnique: Bool = false, _ key: (FileItem) -> Key?
  ) {
    var waiting: [Key: [Int]] = [:]
    for index in old.indices.reversed() where !matchedOld.contains(index) {
      if let key = key(old[index]) { waiting[key, default: []].append(index) }
    }
    guard !waiting.isEmpty else { return }
    let keys = new.indices.map { matchedNew.contains($0) ? nil : key(new[$0]) }
    var counts: [Key: Int] = [:]
    if isUnique { for key in keys { if let key { counts[key, default: 0] += 1 } } }
    for (index, key) in keys.enumerated() {
      guard let key, !isUnique || counts[key] == 1 && waiting[key]?.count == 1,
        let found = waiting[key]?.popLast()
      else { continue }
      addPair(found, index, isCertain: isCertain)
    }
  }

  // MARK: Equal contents

  private struct Content: Hashable {
    var kind: FileItem.Kind
    var digest: Int
    var position: Int?
  }

  private mutating func matchContents() {
    match(isCertain: true) { item in
      item.digest.map { Content(kind: item.kind, digest: $0, position: item.position) }
    }
    match(isCertain: true) { item in item.digest.map { Content(kind: item.kind, digest: $0) } }
  }

  // MARK: Places

  /// A key for finding similar items. The key combines an item's kind with one or more of these
  /// values: name, time and position.
  struct Mark: Hashable {
    var kind: FileItem.Kind
    var name: String?
    var time: Double?
    var latitude: Double?
    var longitude: Double?

    /// Creates an item's key. Fails if one of the requested values is missing.
    ///
    /// - Parameter scale: The number of rounding steps per degree, or nil to ignore the position.
    init?(_ item: FileItem, name: Bool, time: Bool, scale: Double?) {
      kind = item.kind
      if name {
        guard let name = item.name else { return nil }
        self.name = name
      }
      if time {
        guard let time = item.first?.time else { return nil }
        self.time = time
      }
      if let scale {
        guard let first = item.first else { return nil }
        latitude = (first.latitude * scale).rounded()
        longitude = (first.longitude * scale).rounded()
      }
    }
  }

  /// The precision to which coordinates are rounded in a search for nearby items, in steps per
  /// degree. One step corresponds to about ten metres of latitude.
  private static let near = 1e4
  /// The precision to which coordinates are rounded in a search for equal positions, in steps per
  /// degree. One step corresponds to about a decimetre of latitude.
  private static let same = 1e6
  /// The maximum distance in metres between the old and new position of a place that is matched by
  /// its name.
  static let movedMetres = 1_000.0

  private mutating func matchPlaces(isSameFile: Bool) {
    func mark(_ item: FileItem, name: Bool, time: Bool, scale: Double) -> Mark? {
      item.kind == .place ? Mark(item, name: name, time: time, scale: scale) : nil
    }
    match(isCertain: true) { mark($0, name: true, time: true, scale: Self.near) }
    match(isCertain: false) { mark($0, name: true, time: false, scale: Self.same) }
    match(isCertain: false) { mark($0, name: true, time: false, scale: Self.near) }
    match(isCertain: true) { mark($0, name: false, time: true, scale: Self.near) }
    guard isSameFile else { return }
    match(isCertain: false, isUnique: true) {
      mark($0, name: false, time: false, scale: Self.same)
    }
    matchMovedPlaces()
  }

  private mutating func matchMovedPlaces() {
    func byName(_ items: [FileItem], _ taken: Set<Int>) -> [String: [Int]] {
      var found: [String: [Int]] = [:]
      for (index, item) in items.enumerated() where item.kind == .place && !taken.contains(index) {
        if let name = item.name { found[name, default: []].append(index) }
      }
      return found
    }
    let before = byPosition(byName(old, matchedOld))
    var moves: [(metres: Double, old: Int, new: Int)] = []
    for (name, now) in byName(new, matchedNew) {
      for index in now {
        for candidate in nearest(before[name] ?? [], to: new[index]) {
          guard let from = old[candidate].first, let to = new[index].first else { continue }
          let metres = Geodesic.distanceMetres(
            latitude: from.latitude, longitude: from.longitude, toLatitude: to.latitude,
            longitude: to.longitude)
          if metres <= Self.movedMetres { moves.append((metres, candidate, index)) }
        }
      }
    }
    for move in moves.sorted(by: { ($0.metres, $0.new, $0.old) < ($1.metres, $1.new, $1.old) })
    where !matchedOld.contains(move.old) && !matchedNew.contains(move.new) {
      addPair(move.old, move.new, isCertain: false)
    }
  }

  /// Returns the candidate lists, with every long list sorted by the items' indexes in their file.
  /// ``nearest(_:to:)`` requires this order.
  private func byPosition<Key>(_ lists: [Key: [Int]]) -> [Key: [Int]] {
    lists.mapValues { list in
      guard list.count > Self.candidatesAtMost else { return list }
      return list.sorted { (old[$0].position ?? 0, $0) < (old[$1].position ?? 0, $1) }
    }
  }

  /// Returns the candidates whose index in their file is closest to the given item's index in its
  /// own file.
  ///
  /// - Parameter candidates: The candidates, as indexes in the list of old items.
  ///   If there are more than ``candidatesAtMost``, they must be sorted by their index in the file.
  /// - Complexity: O(log *n*), where *n* is the number of candidates.
  private func nearest(_ candidates: [Int], to item: FileItem) -> ArraySlice<Int> {
    let most = Self.candidatesAtMost
    guard candidates.count > most else { return candidates[...] }
    let position = item.position ?? 0
    var (low, high) = (0, candidates.count)
    while low < high {
      let middle = (low + high) / 2
      if old[candidates[middle]].position ?? 0 < position {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return candidates[max(low - most, 0)..<min(low + most, candidates.count)].sorted {
      abs((old[$0].position ?? 0) - position) < abs((old[$1].position ?? 0) - position)
    }.prefix(most)
  }

  // MARK: Paths

  struct Candidate: Hashable {
    var old: Int
    var new: Int
  }

  /// Matches paths that have more than half of their points in common. If there is no other
  /// evidence for a match, nearly all points must be in common.
  private mutating func matchPaths(isSameFile: Bool) throws {
    var candidates: Set<Candidate> = []
    for (name, time, scale) in [
      (true, true, nil), (true, false, Self.near), (false, false, Self.near),
    ] {
      find(&candidates) { Mark($0, name: name, time: time, scale: scale) }
    }
    if isSameFile { try findByPoints(&candidates) }
    var rated: [(rank: Int, share: Double, pair: Candidate)] = []
    for pair in candidates {
      let (before, now) = (old[pair.old], new[pair.new])
      let isNear =
        Mark(before, name: false, time: false, scale: Self.near)
        == Mark(now, name: false, time: false, scale: Self.near)
      let share = try sketch(before).share(try sketch(now), startsNear: isNear)
      let rank = rank(before, now, isNear: isNear)
      guard share > (isSameFile || rank > 1 ? 0.5 : 0.9) else { continue }
      rated.append((rank, share, pair))
    }
    pairBest(rated)
  }

  mutating func pairBest(_ rated: [(rank: Int, share: Double, pair: Candidate)]) {
    let best = rated.sorted { one, other in
      if one.rank != other.rank { return one.rank > other.rank }
      if one.share != other.share { return one.share > other.share }
      let (left, right) = (distance(one.pair), distance(other.pair))
      if left != right { return left < right }
      return (one.pair.old, one.pair.new) < (other.pair.old, other.pair.new)
    }
    for (_, _, pair) in best
    where !matchedOld.contains(pair.old) && !matchedNew.contains(pair.new) {
      addPair(pair.old, pair.new, isCertain: true)
    }
  }

  private func rank(_ before: FileItem, _ now: FileItem, isNear: Bool) -> Int {
    let hasName = before.name == now.name
    let hasTime = before.first?.time != nil && before.first?.time == now.first?.time
    return switch (hasName, hasTime, isNear) {
    case (true, true, _): 4
    case (true, false, true): 3
    case (false, true, true): 2
    case (true, false, false): 1
    default: 0
    }
  }

  /// Returns the difference between two items' indexes in their respective files.
  private func distance(_ pair: Candidate) -> Int {
    abs((old[pair.old].position ?? 0) - (new[pair.new].position ?? 0))
  }

  func isOpenPath(_ item: FileItem, _ index: Int, _ taken: Set<Int>) -> Bool {
    item.kind != .place && !taken.contains(index)
  }

  func find(_ candidates: inout Set<Candidate>, _ mark: (FileItem) -> Mark?) {
    var waiting: [Mark: [Int]] = [:]
    for (index, item) in old.enumerated() where isOpenPath(item, index, matchedOld) {
      if let mark = mark(item) { waiting[mark, default: []].append(index) }
    }
    waiting = byPosition(waiting)
    for (index, item) in new.enumerated() where isOpenPath(item, index, matchedNew) {
      guard let found = mark(item).flatMap({ waiting[$0] }) else { continue }
      for candidate in nearest(found, to: item) {
        candidates.insert(Candidate(old: candidate, new: index))
      }
    }
  }

  /// Finds candidate pairs: paths that have points in common, regardless of their names and start
  /// points.
  func findByPoints(_ candidates: inout Set<Candidate>) throws {
    var waiting: [UInt64: [Int]] = [:]
    let open = new.indices.filter { isOpenPath(new[$0], $0, matchedNew) }
    guard !open.isEmpty else { return }
    for (index, item) in old.enumerated() where isOpenPath(item, index, matchedOld) {
      for mark in try sketch(item).marks { waiting[mark, default: []].append(index) }
    }
    guard !waiting.isEmpty else { return }
    for index in open {
      var counts: [Int: Int] = [:]
      for mark in try sketch(new[index]).marks {
        for candidate in (waiting[mark] ?? []).prefix(Self.candidatesAtMost) {
          counts[candidate, default: 0] += 1
        }
      }
      let best = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
      for (candidate, _) in best.prefix(Self.candidatesAtMost)
      where old[candidate].kind == new[index].kind {
        candidates.insert(Candidate(old: candidate, new: index))
      }
    }
  }
}
