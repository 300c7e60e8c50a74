import BaseMap
import Geodesy

/// The part of the base map that a picture shows.
struct PictureBaseMap {
  let towns: BaseMapTowns
  /// The layers that are shown.
  let layers: Set<BaseMapScene.Layer>
  private let blocks: [BaseMapBlock]
  private let pieces: [BaseMapPiece]
  /// The area of the picture and its surroundings.
  private let area: WorldBounds

  /// Reads the blocks and the towns for an area.
  ///
  /// - Parameter zoom: The zoom level for which the detail of the blocks is chosen.
  /// - Throws: `BaseMapError` with the code `damaged`.
  init(
    _ map: InstalledBaseMap, _ layers: Set<BaseMapScene.Layer>, around area: WorldBounds,
    zoom: Double
  ) throws {
    self.area = area
    self.layers = layers
    towns = try map.towns()
    let scale = BaseMapScene.scale(for: MapViewport(centre: area.centre, zoom: zoom))
    blocks = try map.file.blocks(of: scale, touching: BaseMapScene.bounds(of: area))
      .compactMap { try map.file.block($0) }
    pieces = blocks.map(BaseMapPiece.init)
  }

  /// Draws the base map: land, lakes, rivers, borders and coasts.
  func draw(into markup: inout MarkupText, in view: PictureView, _ pen: PicturePen) {
    if layers.contains(.coasts) { add(areas(.land, in: view, pen), "land", to: &markup) }
    if layers.contains(.rivers) { add(areas(.lakes, in: view, pen), "lake", to: &markup) }
    for (kind, layer, style) in Self.lines where layers.contains(layer) {
      add(lines(kind, in: view, pen), style, to: &markup)
    }
  }

  private static let lines: [(kind: BaseMapLayer.Kind, layer: BaseMapScene.Layer, style: String)] =
    [
      (.lakes, .rivers, "river"), (.rivers, .rivers, "river"), (.regions, .borders, "region"),
      (.borders, .borders, "border"), (.land, .coasts, "coast"),
    ]

  private func add(_ data: String, _ style: String, to markup: inout MarkupText) {
    if !data.isEmpty { markup.add("path", ["class": style, "d": data]) }
  }

  /// The numbers of the copies of the world that the picture shows; the map repeats the world sideways.
  private var turns: ClosedRange<Int> {
    Int(area.minX.rounded(.down))...Int(area.maxX.rounded(.down))
  }

  private func areas(
    _ kind: BaseMapLayer.Kind, in view: PictureView, _ pen: PicturePen
  ) -> String {
    var data = ""
    for block in blocks where block.id.kind == kind {
      let box = WorldBounds(block.bounds)
      for turn in turns {
        let shift = Double(turn)
        guard box.minX + shift <= area.maxX, box.maxX + shift >= area.minX else { continue }
        for feature in block.features where isShown(kind, feature.rank, in: view) {
          data += pen.ring(
            feature.points.map { index in
              let point = WebMercator.project(
                Coordinate(latitude: block.latitudes[index], longitude: block.longitudes[index]))
              return view.position(x: point.x + shift, y: point.y)
            }, isKept: feature.points.map { !block.edges[$0].isEmpty })
        }
      }
    }
    return data
  }

  private func lines(
    _ kind: BaseMapLayer.Kind, in view: PictureView, _ pen: PicturePen
  ) -> String {
    var data = ""
    for piece in pieces where piece.id.kind == kind {
      for (rank, shape) in piece.lines where isShown(kind, rank, in: view) {
        guard let box = shape.bounds else { continue }
        for turn in turns {
          let shift = Double(turn)
          guard box.minX + shift <= area.maxX, box.maxX + shift >= area.minX else { continue }
          for start in shape.segmentStarts {
            data += pen.line(
              shape.segment(containing: start).map {
                view.position(x: shape.xs[$0] + shift, y: shape.ys[$0])
              })
          }
        }
      }
    }
    return data
  }

  private func isShown(_ kind: BaseMapLayer.Kind, _ rank: Int, in view: PictureView) -> Bool {
    Double(rank) <= MapDrawing.highestRank(of: kind, atZoom: view.zoom)
  }
}
