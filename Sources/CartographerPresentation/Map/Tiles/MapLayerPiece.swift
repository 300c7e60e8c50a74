import CartographerCore
import Geodesy
import TerminalUI

/// The content of a file that is drawn on the map without being imported.
package final class MapLayerPiece: Sendable {
  typealias Place = (point: WorldPoint, name: DisplayText)

  let shapes: [PathShape]
  /// The places, sorted from north to south to speed up the search for places in view.
  private let places: [Place]
  /// The bounding box of the file's content. Nil if the file contains no valid positions.
  package let bounds: WorldBounds?

  /// Prepares the lines and places of a layer file for drawing.
  ///
  /// - Complexity: O(*p* + *n* log *n*) for *p* points and *n* places in the file.
  package init(_ file: LayerFile) {
    shapes = file.lines.map { PathShape($0) }
    places = file.places.map {
      (
        WebMercator.projectBeyondSquare($0.coordinate),
        DisplayText($0.name, columns: MapPlace.longestLabel)
      )
    }.sorted { ($0.point.y, $0.point.x) < ($1.point.y, $1.point.x) }
    bounds = (shapes.compactMap(\.bounds) + places.map { WorldBounds($0.point) })
      .reduce(nil) { $0?.union($1) ?? $1 }
  }

  /// Returns the places within a box's latitude range. Longitudes are not checked.
  ///
  /// - Complexity: O(log *n*) for *n* places.
  func places(in box: WorldBounds) -> ArraySlice<Place> {
    let first = places.firstPosition { $0.point.y >= box.minY }
    return places[first..<max(places.firstPosition { $0.point.y > box.maxY }, first)]
  }
}

extension MapLayerPiece: Equatable {
  package static func == (lhs: MapLayerPiece, rhs: MapLayerPiece) -> Bool { lhs === rhs }
}
