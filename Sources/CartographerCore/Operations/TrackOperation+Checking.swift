import Foundation
import Geodesy

extension TrackOperation {
  /// Returns the rewrite of a path's points that applies the operation, after checking that the
  /// result can be stored and exported.
  ///
  /// - Throws: ``LibraryError``, with the path's name in the message, if a check fails.
  func checkedRewrite(
    of columns: TrackColumns, in range: Range<Int>?, _ id: ItemID, _ name: String
  ) throws -> PathRewrite {
    func refuse(_ message: String) -> LibraryError {
      LibraryError(.invalid, "\(name): \(message)", ids: [id])
    }
    for range in [range, points].compactMap({ $0 }) {
      guard let missing = range.missingPoint(ofPathWith: columns.count) else { continue }
      throw LibraryError.noPoint(missing, of: id, name, count: columns.count)
    }
    let rewrite = try LibraryError.naming(id, name) { try self.rewrite(of: columns, in: range) }
    guard !rewrite.selection.places.isEmpty else {
      throw LibraryError(
        .invalid,
        """
        \(name) would have no points left; change the operation so that points remain, or delete the \
        path itself.
        """,
        ids: [id])
    }
    if case .clean = self, rewrite.selection.places.count * 10 < columns.count {
      throw refuse(
        """
        \(Numbers.grouped(columns.count - rewrite.selection.places.count)) of \
        \(Numbers.grouped(columns.count)) points would be removed, which is nearly all of them; choose a less strict limit, or a part of the path.
        """)
    }
    if let times = rewrite.times,
      times.contains(where: { !$0.isNaN && !Self.times.contains($0) })
    {
      throw refuse(
        "times would be out of range; files can store times in the years 1 to 9999.")
    }
    if let elevations = rewrite.elevations,
      elevations.contains(where: { abs($0) > Self.highestMetres })
    {
      throw refuse("elevations would exceed 1 000 km; enter a smaller shift.")
    }
    return rewrite
  }

  /// The range of points specified in the operation. Nil if the operation specifies no range.
  private var points: Range<Int>? {
    switch self {
    case .crop(.points(let range)), .cut(out: .points(let range)): range
    default: nil
    }
  }

  /// The range of valid times, from 0001-01-01T00:00:00Z to the end of the year 9999, in seconds
  /// since 2001-01-01T00:00:00Z.
  static let times = -63_113_904_000.0..<252_423_993_600.0
  static let highestMetres = 1e6
}

extension LibraryError {
  /// Returns the error for a point number that does not exist in a path. Point numbers start at 1.
  ///
  /// - Parameter count: The number of points in the path.
  static func noPoint(_ number: Int, of id: ItemID, _ name: String, count: Int) -> LibraryError {
    LibraryError(
      .invalid,
      count == 0
        ? "\(name): the path has no points."
        : "\(name): there is no point \(Numbers.grouped(number)); the path has points 1–\(Numbers.grouped(count)).",
      ids: [id])
  }
}

extension Range<Int> {
  /// Returns the number, counted from 1, of a point in this range that the path does not have. The
  /// result is nil if the path contains all points of the range.
  ///
  /// The upper bound `Int.max` means the end of the path.
  package func missingPoint(ofPathWith count: Int) -> Int? {
    let last = upperBound == .max ? lowerBound + 1 : upperBound
    return last > count ? last : nil
  }
}

extension TrackCut {
  /// Returns a path's pieces, after checking that there are at least two.
  ///
  /// - Throws: ``LibraryError``, with the path's name in the message, if a check fails.
  func checkedPieces(
    of columns: TrackColumns, _ id: ItemID, _ name: String
  ) throws -> [TrackSpan] {
    let numbers =
      switch self {
      case .points(let numbers), .before(let numbers): numbers
      default: [Int]()
      }
    if let wrong = numbers.first(where: { !columns.latitudes.indices.contains($0) }) {
      throw LibraryError.noPoint(wrong + 1, of: id, name, count: columns.count)
    }
    let spans = try LibraryError.naming(id, name) { try pieces(of: columns) }
    guard spans.count > 1 else {
      throw LibraryError(
        .nothingToDo, "\(name) cannot be split: \(try missingSplit(in: columns)).", ids: [id])
    }
    let lone = spans.count { $0.start == $0.end }
    if case .gaps = self, lone * 2 > spans.count {
      throw LibraryError(
        .invalid,
        """
        \(name): \(Numbers.grouped(lone)) of the \(Numbers.grouped(spans.count)) pieces would be single \
        points, since nearly every distance between consecutive points exceeds the gap limit; \
        choose a larger limit.
        """, ids: [id])
    }
    return spans
  }

  /// Returns a clause that explains why a path cannot be split.
  private func missingSplit(in columns: TrackColumns) throws -> String {
    if case .pauses(let least, let radius) = self {
      // Pauses at the ends are no split positions. Shorter pauses can merge into one that is long
      // enough, because the search for the longest one has another limit.
      let longest = try columns.stops(withinMetres: radius, forSeconds: 1)
        .filter { $0.points.lowerBound > 0 && $0.points.upperBound < columns.count - 1 }
        .map(\.seconds).filter { $0 < least }.max()
      return "it has no pause of \(UnitSystem.duration(seconds: least)) or longer between its ends"
        + (longest.map { "; the longest is \(UnitSystem.duration(seconds: $0))" } ?? "")
    }
    guard case .gaps(let seconds, let metres) = self else {
      return "no split position lies between its first and last points"
    }
    let points = columns.latitudes.indices.dropFirst()
    var limits: [String] = []
    var longest: [String] = []
    if let seconds {
      limits.append(UnitSystem.duration(seconds: seconds))
      // As in the split itself, points without times are skipped.
      let times = columns.times.filter { !$0.isNaN }
      guard times.count > 1 else { return "its points have no times, so gaps in time are unknown" }
      let most = zip(times.dropFirst(), times).map { $0 - $1 }.max() ?? 0
      longest.append(UnitSystem.duration(seconds: max(most, 0)))
    }
    if let metres {
      limits.append(UnitSystem.metric.length(metres: metres))
      let most =
        points.map { point in
          Geodesic.distanceMetres(
            from: Coordinate(
              latitude: columns.latitudes[point - 1], longitude: columns.longitudes[point - 1]),
            to: Coordinate(
              latitude: columns.latitudes[point], longitude: columns.longitudes[point]))
        }.max() ?? 0
      longest.append(UnitSystem.metric.length(metres: most))
    }
    return """
      it has no gap over \(limits.joined(separator: " or ")); \
      the longest is \(longest.joined(separator: " and "))
      """
  }
}
