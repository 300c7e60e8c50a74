import CartographerCore
import Geodesy
import TerminalUI

/// A description of a map view in words, for users who cannot see the map.
package struct MapDescription: Sendable {
  private let scene: MapScene
  private let viewport: MapViewport
  private let size: Size

  package init(_ scene: MapScene, viewport: MapViewport, size: Size) {
    self.scene = scene
    self.viewport = viewport
    self.size = size
  }

  /// The map view's description, as one sentence.
  ///
  /// For example: `12 paths and 3 places in view, 4 km across; nearest place Refuge 2.1 km NE`.
  package var text: DisplayText {
    let width = scene.units.length(metres: viewport.metresPerDot * Double(size.dotsWide))
    var text: DisplayText =
      "\(count(pathsInView, "path", "paths")) and \(count(placesInView, "place", "places")) in view, \(width) across"
    if let nearest = nearestPlace { text += "; nearest place \(nearest)" }
    if let path = scene.selectedPath {
      let isInView = isInView(path)
      text += isInView ? "; the selected path is in view" : "; the selected path is not in view"
    }
    return text
  }

  private func count(
    _ number: Int, _ one: StaticString, _ many: StaticString
  ) -> DisplayText {
    "\(number) \(DisplayText(stringLiteral: number == 1 ? one : many))"
  }

  private var pathsInView: Int { scene.paths.count(where: isInView) }

  private func isInView(_ path: MapPath) -> Bool {
    scene.pieces(of: path).contains { isInView($0.shape) }
  }

  private func isInView(_ shape: PathShape) -> Bool {
    var isDrawn = false
    var tracer = PathTracer(viewport: viewport, size: size)
    tracer.trace(shape) { _ in isDrawn = true }
    return isDrawn
  }

  private var placesInView: Int {
    scene.places.count { size.contains(viewport.cell(at: $0.point, in: size)) }
  }

  /// The nearest place's name, distance and direction, measured from the crosshair or, if there is no
  /// crosshair, from the middle of the view.
  private var nearestPlace: DisplayText? {
    let from = scene.crosshair ?? viewport.centreCoordinate
    guard from.isValid else { return nil }
    let origin = WebMercator.project(from)
    func rough(_ place: MapPlace) -> Double {
      let across = place.point.x - origin.x
      let east = across - across.rounded()
      let south = place.point.y - origin.y
      return east * east + south * south
    }
    let nearest = scene.places.min { (rough($0), $0.id) < (rough($1), $1.id) }
    guard let nearest else { return nil }
    let line = Geodesic.inverse(from: from, to: nearest.coordinate)
    guard line.distanceMetres >= 0.5 else { return nearest.label + " here" }
    let distance = scene.units.length(metres: line.distanceMetres)
    return "\(nearest.label) \(distance) \(Bearing.wind(line.initialBearingDegrees))"
  }
}
