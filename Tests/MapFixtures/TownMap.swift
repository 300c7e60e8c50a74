import Foundation

/// A small invented map of one tile at each zoom level from 0 to 2, around 0° N 0° E.
///
/// The south-western quarter of the world is a lake, a road leads along the equator, a footpath
/// along the prime meridian, and a town is in the middle.
package enum TownMap {
  /// The tile 0/0/0 in the schema of OpenMapTiles.
  package static func tile() -> [UInt8] {
    TileWriter(layers: [
      (
        "water",
        [
          TileWriter.area(
            [[(0, 2048), (2048, 2048), (2048, 4096), (0, 4096)]], [("class", "lake")])
        ]
      ),
      (
        "transportation",
        [
          TileWriter.line([(0, 2040), (4096, 2040)], [("class", "motorway")]),
          TileWriter.line([(2048, 0), (2048, 4096)], [("class", "path")]),
        ]
      ),
      ("place", [TileWriter.point(2048, 2000, [("class", "town"), ("name", "Midville")])]),
    ]).bytes
  }

  /// An archive with one tile, which covers the world or the given area.
  package static func archive(
    _ content: [UInt8] = tile(), bounds: (Double, Double, Double, Double) = (-180, -85, 180, 85)
  ) -> PMTilesWriter {
    var writer = PMTilesWriter(entries: [PMTilesWriter.Entry(tile: 0, content: content)])
    writer.zooms = (0, 0)
    writer.bounds = bounds
    writer.metadata = """
      {"name": "Town", "attribution": "© Mapmakers",
       "vector_layers": [{"id": "water"}, {"id": "transportation"}, {"id": "place"}]}
      """
    return writer
  }
}
