import CartographerCore
import CartographerPresentation
import Geodesy
import TerminalUI

/// A place at which a path can be split, and its distance from the path.
package struct NearPlace: Sendable, Equatable {
  package var name: String
  package var coordinate: Coordinate
  package var metres: Double

  /// The number of path points sampled to estimate the distance between the path and each place.
  /// The exact distance is then computed only for the ``exact`` nearest places.
  private static let samples = 200
  private static let exact = 50

  /// Returns the given places, sorted by their distance from the path.
  ///
  /// - Complexity: O(p log p + n) for p places and a path with n points.
  static func sorted(_ places: [MapPlace], by path: PathShape) -> [NearPlace] {
    let step = max(path.count / samples, 1)
    let points = stride(from: 0, to: path.count, by: step).map { (path.xs[$0], path.ys[$0]) }
    let known = places.map { place -> (place: MapPlace, distance: Double) in
      let position = WebMercator.projectBeyondSquare(place.coordinate)
      let nearest = points.reduce(Double.infinity) { least, point in
        let across = position.x - point.0
        let turned = across - across.rounded()
        return min(least, turned * turned + (position.y - point.1) * (position.y - point.1))
      }
      return (place, nearest.squareRoot())
    }.sorted { $0.distance < $1.distance }
    let refined = known.prefix(exact).map { known -> (place: MapPlace, distance: Double) in
      let position = WebMercator.projectBeyondSquare(known.place.coordinate)
      let hit = path.nearest(to: position, within: known.distance * 1.000_001)
      return (known.place, hit?.distanceWorldUnits ?? known.distance)
    }.sorted { $0.distance < $1.distance }
    return (refined + known.dropFirst(exact)).map { place, distance in
      let coordinate = place.coordinate
      return NearPlace(
        name: place.label.string, coordinate: coordinate,
        metres: distance * WebMercator.metresPerUnit(atLatitude: coordinate.latitude))
    }
  }
}
