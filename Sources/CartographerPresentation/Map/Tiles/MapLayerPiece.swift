import CartographerCore
import Geodesy
import TerminalUI

/// A file that is shown on the map without being imported, ready to be drawn.
package final class MapLayerPiece: Sendable {
  let shapes: [PathShape]
  let places: [(point: WorldPoint, name: DisplayText)]

  /// - Complexity: O(*n*), where *n* is the number of points in the file.
  package init(_ file: LayerFile) {
    shapes = file.lines.map { PathShape($0) }
    places = file.places.map {
      (WebMercator.project($0.coordinate), DisplayText($0.name, columns: MapPlace.longestLabel))
    }
  }

  /// The bounding box of the file's content, or nil if the file has no valid positions.
  package var bounds: WorldBounds? {
    var bounds: WorldBounds?
    let boxes = shapes.compactMap(\.bounds) + places.map { WorldBounds($0.point) }
    for box in boxes { bounds = bounds?.union(box) ?? box }
    return bounds
  }
}

extension MapLayerPiece: Equatable {
  package static func == (lhs: MapLayerPiece, rhs: MapLayerPiece) -> Bool { lhs === rhs }
}
