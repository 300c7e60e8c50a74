import CartographerModel
import SwiftData

/// The segments of a path: how many there are, empty ones too, and what is kept of each.
///
/// The store has a number of segments only where the last ones are empty, and else what the points
/// say.
struct SegmentList {
  private(set) var count: Int
  private(set) var kept: [Int: String]

  /// - Parameter used: The numbers that points bear.
  init(_ path: Path, used: some Sequence<Int64>) throws {
    let last = used.max().map { Int($0) } ?? -1
    count = max(path.segments ?? 0, last + 1)
    kept = try path.keptSegments.map { try JSONText.decode([Int: String].self, $0) } ?? [:]
  }

  /// Takes segments out; the numbers of those behind them fall.
  ///
  /// - Returns: The new number of each that stays.
  mutating func remove(_ gone: Set<Int>) -> [Int: Int] {
    var numbers: [Int: Int] = [:]
    for number in 0..<count where !gone.contains(number) { numbers[number] = numbers.count }
    renumber(numbers)
    return numbers
  }

  /// Turns the order round.
  mutating func reverse() {
    renumber(Dictionary(uniqueKeysWithValues: (0..<count).map { ($0, count - 1 - $0) }))
  }

  /// Takes the segments of these numbers, in this order, for the whole list; one may come twice.
  mutating func take(_ origins: [Int]) {
    kept = Dictionary(
      uniqueKeysWithValues: origins.enumerated().compactMap { number, origin in
        kept[origin].map { (number, $0) }
      })
    count = origins.count
  }

  /// Whether the last segment and the first of another list have the same kept of them.
  func runsOn(with other: SegmentList, _ text: (String) -> String) -> Bool {
    kept[count - 1] == other.kept[0].map(text)
  }

  /// Of how many of these segments something is kept.
  func markup(of numbers: Set<Int>) -> Int { kept.keys.count(where: numbers.contains) }

  /// Whether something is kept both of the last segment and of the first of another list, and not
  /// the same.
  func contradicts(_ other: SegmentList, _ text: (String) -> String) -> Bool {
    kept[count - 1] != nil && other.kept[0] != nil && !runsOn(with: other, text)
  }

  /// Adds the segments of another list behind these.
  ///
  /// - Parameter isRunningOn: Whether the first of them is the last of these.
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

  /// - Parameter used: The segment numbers of the points.
  func store(in path: Path, used: some Sequence<Int64>) throws {
    path.segments = stored(used: used)
    path.keptSegments = try storedMarkup()
  }

  /// Returns the number of segments to be stored in a path, or nil if it follows from the points.
  ///
  /// - Parameter used: The segment numbers of the points.
  func stored(used: some Sequence<Int64>) -> Int? {
    let last = used.max().map { Int($0) } ?? -1
    return count > last + 1 ? count : nil
  }

  /// Returns the segments' preserved markup as a path stores it, or nil if there is none.
  func storedMarkup() throws -> String? { kept.isEmpty ? nil : try JSONText.encode(kept) }
}
