import CartographerCore
import Geodesy

extension PictureContents {
  /// The maximum number of paths for which all points are read.
  private static let wholePaths = 50
  /// The maximum total number of points in the paths that are read completely. The first path
  /// is always read completely.
  private static let wholePoints = 1_000_000

  /// Reads the items of a picture. By default, all points are read only for the first paths, for
  /// which profiles and detailed descriptions are created. For the other paths, only the points
  /// that the picture shows are read.
  ///
  /// - Parameter isComplete: Whether every path is read with all its points.
  /// - Parameter readsPoints: Whether the points of the first paths are read.
  ///   A heat map does not need them.
  /// - Parameter needed: A path whose points are always read, or nil for no path.
  /// - Parameter coloursByGroup: Whether each item is drawn in its first group's colour.
  /// - Parameter choosesView: A closure that returns the view for the items.
  /// - Throws: `CancellationError` or ``LibraryError``.
  package static func read(
    _ ids: [ItemID], in snapshot: LibrarySnapshot, from library: Library, title: String? = nil,
    isComplete: Bool = false, readsPoints: Bool = true, needed: ItemID? = nil,
    coloursByGroup: Bool = false,
    view choosesView: (PictureContents) -> PictureView
  ) async throws -> (contents: PictureContents, view: PictureView) {
    let paths = ids.filter { $0.kind == .path }
    let outlines = try await library.levels(
      of: .keys(paths.map(\.key)), countingElevations: true, PathOutline.init)
    var points = 0
    let whole = paths.enumerated().prefix(readsPoints ? paths.count : 0).prefix { index, id in
      points += outlines[id]?.pointCount ?? 0
      return isComplete || index == 0 || index < wholePaths && points <= wholePoints
    }
    let read = whole.map(\.element)
    let rest = needed.map { paths.contains($0) && !read.contains($0) ? [$0] : [] } ?? []
    let geometries = try await library.geometries(of: read + rest)
    var contents = PictureContents(
      of: ids, in: snapshot, geometries, outlines: outlines, title: title,
      coloursByGroup: coloursByGroup)
    let view = choosesView(contents)
    try await contents.readPieces(outlines, in: view, from: library)
    return (contents, view)
  }

  /// Reads the chunks of the paths whose overviews have too few points for the picture.
  private mutating func readPieces(
    _ outlines: [ItemID: PathOutline], in view: PictureView, from library: Library
  ) async throws {
    let coarse = MapItems(
      paths.filter { $0.columns == nil }.compactMap { path in
        outlines[path.id].map { MapPath(id: path.id, outline: $0) }
      })
    guard !coarse.isEmpty else { return }
    // The reader of a page can move and zoom the map.
    let (viewport, pane) = view.mapView(enlargedBy: 0.5)
    refine(try await DetailPlan.pieces(of: coarse, viewport, in: pane, from: library))
  }
}
