import BaseMap
import Geodesy

/// The part of the base map that a picture shows.
struct PictureBaseMap {
  let towns: BaseMapTowns
  /// The layers that are shown.
  let layers: Set<BaseMapScene.Layer>
  private let blocks: [BaseMapBlock]
  private let pieces: [BaseMapPiece]
  /// The area shown in the picture and its surroundings.
  private let area: WorldBounds

  /// Reads the base map's blocks and towns for an area.
  ///
  /// - Parameter share: The margin on each side of the picture, as a fraction of its size.
  /// - Parameter isMagnified: Whether the picture can be magnified and therefore needs more detail.
  /// - Throws: `BaseMapError` with the code `damaged`.
  init(
    _ map: InstalledBaseMap, _ layers: Set<BaseMapScene.Layer>, around view: PictureView,
    enlargedBy share: Double, isMagnified: Bool
  ) throws {
    area = view.bounds(enlargedBy: share)
    self.layers = layers
    towns = try map.towns()
    let middle = view.centreCoordinate
    let scale = BaseMapScene.scale(
      for: view.isPolar
        ? MapViewport(centre: middle, zoom: view.zoom + (isMagnified ? 1.5 : 0))
        : MapViewport(centre: area.centre, zoom: view.zoom + (isMagnified ? 1.5 : 0)))
    blocks = try map.file.blocks(of: scale, touching: BaseMapScene.bounds(of: area))
      .compactMap { try map.file.block($0) }
    pieces = blocks.map(BaseMapPiece.init)
  }

  /// Draws the base map: land, lakes, rivers, borders and coasts.
  func draw(into markup: inout MarkupText, in view: PictureView, _ pen: PicturePen) {
    if layers.contains(.coasts) { markup.addPath(areas(.land, in: view, pen), "land") }
    if layers.contains(.rivers) { markup.addPath(areas(.lakes, in: view, pen), "lake") }
    for (kind, layer, style) in Self.lines where layers.contains(layer) {
      markup.addPath(lines(kind, in: view, pen), style)
    }
  }

  private static let lines: [(kind: BaseMapLayer.Kind, layer: BaseMapScene.Layer, style: String)] =
    [
      (.lakes, .rivers, "river"), (.rivers, .rivers, "river"), (.regions, .borders, "region"),
      (.borders, .borders, "border"), (.land, .coasts, "coast"),
    ]

  private func areas(
    _ kind: BaseMapLayer.Kind, in view: PictureView, _ pen: PicturePen
  ) -> String {
    var data = ""
    for block in blocks where block.id.kind == kind {
      for turn in view.turns(of: WorldBounds(block.bounds), in: area) {
        for feature in block.features where isShown(kind, feature.rank, in: view) {
          let ring = Self.ring(feature, of: block, isPolar: view.isPolar)
          data += pen.ring(
            ring.points.map { view.position(x: $0.x + turn, y: $0.y) }, isKept: ring.isKept)
        }
      }
    }
    return data
  }

  /// Returns the points of a ring on the Web Mercator plane, and whether each point must be kept.
  ///
  /// - Parameter isPolar: Whether the ring is drawn in a polar projection.
  ///   In such a projection, long legs along a parallel are curves.
  private static func ring(
    _ feature: BaseMapBlock.Feature, of block: BaseMapBlock, isPolar: Bool
  ) -> (points: [WorldPoint], isKept: [Bool]) {
    func coordinate(_ index: Int) -> Coordinate {
      Coordinate(latitude: block.latitudes[index], longitude: block.longitudes[index])
    }
    let isKept = feature.points.map { !block.edges[$0].isEmpty }
    guard isPolar, let last = feature.points.last else {
      return (feature.points.map { WebMercator.project(coordinate($0)) }, isKept)
    }
    var points: [WorldPoint] = []
    var keeps: [Bool] = []
    var before = coordinate(last)
    for (index, isKept) in zip(feature.points, isKept) {
      let point = coordinate(index)
      let count = max(Int(abs(point.longitude - before.longitude).rounded(.up)), 1)
      for step in 1...count {
        let share = Double(step) / Double(count)
        points.append(
          WebMercator.projectBeyondSquare(
            Coordinate(
              latitude: before.latitude + (point.latitude - before.latitude) * share,
              longitude: before.longitude + (point.longitude - before.longitude) * share)))
        keeps.append(step < count || isKept)
      }
      before = point
    }
    return (points, keeps)
  }

  private func lines(
    _ kind: BaseMapLayer.Kind, in view: PictureView, _ pen: PicturePen
  ) -> String {
    var data = ""
    for piece in pieces where piece.id.kind == kind {
      for (rank, shape) in piece.lines where isShown(kind, rank, in: view) {
        data += pen.lines(of: shape, in: view, area)
      }
    }
    return data
  }

  private func isShown(_ kind: BaseMapLayer.Kind, _ rank: Int, in view: PictureView) -> Bool {
    Double(rank) <= MapDrawing.highestRank(of: kind, atZoom: view.zoom)
  }
}
