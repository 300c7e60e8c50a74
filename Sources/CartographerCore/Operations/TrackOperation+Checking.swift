import Foundation
import Geodesy

extension TrackOperation {
  /// What becomes of a path's points, once it is sure that they can be stored and written.
  ///
  /// - Throws: ``LibraryError`` that names the path.
  func checkedRewrite(
    of columns: TrackColumns, in range: Range<Int>?, _ id: ItemID, _ name: String
  ) throws -> PathRewrite {
    func refuse(_ message: String) -> LibraryError {
      LibraryError(.invalid, "\(name): \(message)", ids: [id])
    }
    for range in [range, points].compactMap({ $0 }) where range.upperBound > columns.count {
      throw refuse(
        columns.count == 0
          ? "it has no points."
          : "its last point is \(columns.count), so there is no point \(range.upperBound).")
    }
    let rewrite = try LibraryError.naming(id, name) { try self.rewrite(of: columns, in: range) }
    guard !rewrite.selection.places.isEmpty else {
      throw LibraryError(
        .invalid,
        "Nothing would be left of \(name); choose a larger part, or delete the path itself.",
        ids: [id])
    }
    if case .clean = self, rewrite.selection.places.count * 10 < columns.count {
      throw refuse(
        "\(columns.count - rewrite.selection.places.count) of its \(columns.count) points would go, "
          + "which are nearly all; choose a wider limit, or a part of it.")
    }
    if let times = rewrite.times,
      times.contains(where: { !$0.isNaN && !Self.times.contains($0) })
    {
      throw refuse("times would be outside the years 1 to 9999, which no file can say.")
    }
    if let elevations = rewrite.elevations,
      elevations.contains(where: { abs($0) > Self.highestMetres })
    {
      throw refuse("elevations would be beyond 1 000 km; write a smaller shift.")
    }
    return rewrite
  }

  /// The points that it names itself.
  private var points: Range<Int>? {
    switch self {
    case .crop(.points(let range)), .cut(out: .points(let range)): range
    default: nil
    }
  }

  /// From 0001-01-01T00:00:00Z to the end of 9999, in seconds since 2001-01-01T00:00:00Z.
  static let times = -63_113_904_000.0..<252_423_993_600.0
  static let highestMetres = 1e6
}

extension TrackCut {
  /// The pieces of a path, of which there are several.
  ///
  /// - Throws: ``LibraryError`` that names the path.
  func checkedPieces(
    of columns: TrackColumns, _ id: ItemID, _ name: String
  ) throws -> [TrackSpan] {
    if case .points(let numbers) = self,
      let wrong = numbers.first(where: { !columns.latitudes.indices.contains($0) })
    {
      throw LibraryError(
        .invalid,
        "\(name): there is no point \(wrong + 1); its points are 1 to \(columns.count).", ids: [id])
    }
    let spans = try LibraryError.naming(id, name) { try pieces(of: columns) }
    guard spans.count > 1 else {
      throw LibraryError(
        .invalid, "\(name) would stay one piece: there is nothing to split at between its ends.",
        ids: [id])
    }
    let lone = spans.count { $0.start == $0.end }
    if case .gaps = self, lone * 2 > spans.count {
      throw LibraryError(
        .invalid,
        "\(name): \(lone) of the \(spans.count) pieces would be single points, since nearly every way "
          + "between two points is a gap; choose a longer one.", ids: [id])
    }
    return spans
  }
}
