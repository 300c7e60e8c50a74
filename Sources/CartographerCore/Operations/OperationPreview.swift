import Geodesy

/// The preview of an operation on a path, with the points that the operation would store.
package struct OperationPreview: Sendable {
  package let columns: TrackColumns
  package let measures: TrackMeasures
  /// The indexes of the points that the operation would remove, in ascending order.
  package let gone: [Int]
  /// The number of points that the operation would add.
  package let added: Int
  /// The number of remaining points whose position, elevation or time would change.
  package let changed: Int

  package var changesNothing: Bool { gone.isEmpty && added == 0 && changed == 0 }
}

extension TrackOperation {
  /// Returns the preview of applying the operation to a path, without changing the path.
  ///
  /// - Parameter simplification: An earlier simplification of the same points and range, or nil.
  ///   Reusing a simplification makes the preview faster, because only the points' significances
  ///   need to be compared with the tolerance.
  /// - Parameter name: The path's name, for errors.
  /// - Throws: The errors that ``Library/apply(_:)`` would throw for the same operation.
  /// - Complexity: O(*n*) for *n* points if a simplification is given.
  ///   Otherwise, the complexity is that of ``rewrite(of:in:)``.
  package func preview(
    of geometry: PathGeometry, in range: Range<Int>?, named name: String,
    thresholdMetres: Double = 5, knowing simplification: Simplification? = nil
  ) throws -> OperationPreview {
    let before = geometry.columns
    let rewrite: PathRewrite
    switch (self, simplification) {
    case (.simplify(let tolerance), let known?) where tolerance >= 0:
      rewrite = PathRewrite(keeping: known.kept(toleranceMetres: tolerance), of: before)
    default:
      rewrite = try checkedRewrite(of: before, in: range, geometry.id, name)
    }
    try Task.checkCancellation()
    let columns = rewrite.columns(of: before)
    return OperationPreview(
      columns: columns, measures: TrackMeasures(columns, thresholdMetres: thresholdMetres),
      comparing: rewrite, with: before, columns)
  }
}

extension OperationPreview {
  fileprivate init(
    columns: TrackColumns, measures: TrackMeasures, comparing rewrite: PathRewrite,
    with before: TrackColumns, _ after: TrackColumns
  ) {
    self.columns = columns
    self.measures = measures
    var stays = [Bool](repeating: false, count: before.count)
    var (added, changed) = (0, 0)
    for (position, place) in rewrite.selection.places.enumerated() {
      guard place.isPoint, !stays[place.index] else {
        added += 1
        continue
      }
      stays[place.index] = true
      if Self.differ(before, place.index, after, position) { changed += 1 }
    }
    self.added = added
    self.changed = changed
    gone = stays.indices.filter { !stays[$0] }
  }

  private static func differ(
    _ first: TrackColumns, _ index: Int, _ second: TrackColumns, _ position: Int
  ) -> Bool {
    first.coordinate(index) != second.coordinate(position)
      || !first.elevations[index].isSameValue(as: second.elevations[position])
      || !first.times[index].isSameValue(as: second.times[position])
  }
}

extension TrackCut {
  /// Returns the pieces into which a path would be split, without changing the path.
  ///
  /// - Throws: The errors that ``Library/apply(_:)`` would throw for the same split.
  package func preview(of geometry: PathGeometry, named name: String) throws -> [TrackSpan] {
    try checkedPieces(of: geometry.columns, geometry.id, name)
  }
}
