import BaseMap
import Geodesy
import TerminalUI

/// The part of the base map that has been read, and the layers that are shown.
package struct BaseMapScene: Sendable, Equatable {
  /// A layer that the user can show or hide.
  package enum Layer: String, CaseIterable, Hashable, Sendable {
    case coasts
    case rivers
    case borders
    case names
  }

  package var shown: Set<Layer> = Set(Layer.allCases)
  /// The blocks of one scale that touch the view.
  package var pieces: [BaseMapPiece] = []
  package var towns: BaseMapTowns?

  package init() {}

  /// Reads a list of layers, such as `coasts,names`, `all` or `none`. Returns nil if a name is
  /// unknown.
  package static func layers(_ text: String) -> Set<Layer>? {
    switch text {
    case "all": return Set(Layer.allCases)
    case "none": return []
    default:
      let words = text.split(separator: ",").map { $0.filter { $0 != " " } }
      let layers = words.compactMap(Layer.init)
      return layers.count == words.count && !words.isEmpty ? Set(layers) : nil
    }
  }

  /// Returns the scale of the base map that fits a map view: the scale with the least detail whose
  /// lines still look smooth.
  package static func scale(for viewport: MapViewport) -> BaseMapLayer.Scale {
    switch viewport.dotsPerWorld / 360 {
    case ..<3: .million110
    case ..<14: .million50
    default: .million10
    }
  }

  /// Returns the area of a map view, in degrees.
  package static func bounds(of viewport: MapViewport, in size: Size) -> GeoBounds {
    let visible = viewport.visibleBounds(in: size)
    let low = WebMercator.unproject(WorldPoint(x: visible.minX, y: min(visible.maxY, 1)))
    let high = WebMercator.unproject(WorldPoint(x: visible.maxX, y: max(visible.minY, 0)))
    // Web Mercator ends before the poles.
    let south = visible.maxY >= 1 ? -90 : low.latitude
    let north = visible.minY <= 0 ? 90 : high.latitude
    guard visible.width < 1 else {
      return GeoBounds(south: south, west: -180, north: north, east: 180)
    }
    func turned(_ longitude: Double) -> Double {
      longitude - 360 * ((longitude + 180) / 360).rounded(.down)
    }
    return GeoBounds(
      south: south, west: turned(low.longitude), north: north, east: turned(high.longitude))
  }
}
