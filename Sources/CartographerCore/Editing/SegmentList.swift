import CartographerModel
import SwiftData

/// A path's segments, including empty ones, and their preserved markup.
///
/// The segment count is stored only if the path's last segment is empty. Otherwise, the count is
/// the points' highest segment number plus 1.
struct SegmentList {
  private(set) var count: Int
  private(set) var kept: [Int: String]

  /// Creates the list of a path's segments.
  ///
  /// - Parameter used: The segment numbers of the path's points.
  init(_ path: Path, used: some Sequence<Int64>) throws {
    let last = used.max().map { Int($0) } ?? -1
    count = max(path.segments ?? 0, last + 1)
    kept = try path.keptSegments.map { try StoredJSON.decode([Int: String].self, $0) } ?? [:]
  }

  /// Removes segments, and renumbers the subsequent segments.
  ///
  /// - Returns: The new numbers of the remaining segments, indexed by their old numbers.
  mutating func remove(_ gone: Set<Int>) -> [Int: Int] {
    var numbers: [Int: Int] = [:]
    for number in 0..<count where !gone.contains(number) { numbers[number] = numbers.count }
    renumber(numbers)
    return numbers
  }

  /// Reverses the order of the segments.
  mutating func reverse() {
    renumber(Dictionary(uniqueKeysWithValues: (0..<count).map { ($0, count - 1 - $0) }))
  }

  /// Keeps only the segments with the given numbers, in the given order. If a number is given more
  /// than once, the segment is duplicated.
  mutating func select(_ origins: [Int]) {
    kept = Dictionary(
      uniqueKeysWithValues: origins.enumerated().compactMap { number, origin in
        kept[origin].map { (number, $0) }
      })
    count = origins.count
  }

  /// Returns whether this list's last segment and another list's first segment have identical
  /// preserved markup.
  func runsOn(with other: SegmentList, _ text: (String) -> String) -> Bool {
    kept[count - 1] == other.kept[0].map(text)
  }

  /// Returns how many of the given segments have preserved markup.
  func markup(of numbers: Set<Int>) -> Int { kept.keys.count(where: numbers.contains) }

  /// Returns whether merging this list's last segment with another list's first segment would lose
  /// preserved markup. The result is true if both segments have preserved markup and the markup
  /// differs. The result is false if either segment has no preserved markup.
  func contradicts(_ other: SegmentList, _ text: (String) -> String) -> Bool {
    kept[count - 1] != nil && other.kept[0] != nil && !runsOn(with: other, text)
  }

  /// Appends the segments of another list.
  ///
  /// - Parameter isRunningOn: Whether the adjoining segments of the two lists are merged.
  mutating func append(_ other: SegmentList, isRunningOn: Bool, _ text: (String) -> String) {
    let first = count - (isRunningOn ? 1 : 0)
    for (number, kept) in other.kept where self.kept[first + number] == nil {
      self.kept[first + number] = text(kept)
    }
    count = first + other.count
  }

  private mutating func renumber(_ numbers: [Int: Int]) {
    kept = Dictionary(
      uniqueKeysWithValues: kept.compactMap { number, text in numbers[number].map { ($0, text) } })
    count = numbers.count
  }

  /// Stores the segments in a path.
  ///
  /// - Parameter used: The segment numbers of the path's points.
  func store(in path: Path, used: some Sequence<Int64>) throws {
    path.segments = stored(used: used)
    path.keptSegments = try storedMarkup()
  }

  /// Returns the number of segments to store for a path. The result is nil if the number can be
  /// derived from the highest segment number.
  ///
  /// - Parameter used: The segment numbers of the path's points.
  func stored(used: some Sequence<Int64>) -> Int? {
    let last = used.max().map { Int($0) } ?? -1
    return count > last + 1 ? count : nil
  }

  /// Returns the segments' preserved markup as JSON text for the store. The result is nil if no
  /// segment has preserved markup.
  func storedMarkup() throws -> String? { kept.isEmpty ? nil : try StoredJSON.encode(kept) }
}
