import BaseMap
import Foundation
import Geodesy
import TerminalUI

/// The base-map data that has been read so far, and the visible layers.
package struct BaseMapScene: Sendable, Equatable {
  /// A layer that the user can show or hide.
  package enum Layer: String, CaseIterable, Hashable, Sendable {
    case coasts
    case rivers
    case borders
    case names
    /// The dots that fill seas and lakes, on the base map and on the user's own maps.
    case sea
    /// Roads, paths and railways on the user's own maps.
    case roads
    /// Woods and buildings on the user's own maps.
    case areas
    /// Contours and shading, from a map or a terrain model.
    case relief
    /// The content of files that are shown without being imported.
    case files

    /// The layers that contain only the user's own maps, terrain models and layer files.
    package static let ofUserMaps: Set<Layer> = [.roads, .areas, .relief, .files]

    /// The names of all layers, separated by commas, for messages.
    static var list: String { allCases.map(\.rawValue).joined(separator: ", ") }
  }

  package var shown: Set<Layer> = Set(Layer.allCases)
  /// The base-map blocks that touch ``area``, all at the same scale.
  package private(set) var pieces: [BaseMapPiece] = []
  /// The area for which base-map blocks have been read. Nil if no blocks have been read yet.
  private var area: GeoBounds?
  package var towns: BaseMapTowns?

  package init() {}

  /// Replaces the stored base-map blocks with those of a new area.
  package mutating func receive(_ pieces: [BaseMapPiece], of area: GeoBounds) {
    self.pieces = pieces
    self.area = area
  }

  /// Returns whether all base-map blocks in the view have been read. Until all blocks have been
  /// read, a position outside the known land is not necessarily water.
  func covers(_ viewport: MapViewport, in size: Size) -> Bool {
    area?.containsBox(Self.bounds(of: viewport, in: size)) ?? false
  }

  /// Parses a list of layers, such as `coasts,names`, `all` or `none`. Returns nil if a name is
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

  /// Returns the base-map scale for a map view: the least detailed scale at which lines still look
  /// smooth.
  package static func scale(for viewport: MapViewport) -> BaseMapLayer.Scale {
    let enlargement =
      viewport.polar == nil ? 1 : 1 / cos(PolarMap.latitudeLimit * .pi / 180)
    switch viewport.dotsPerWorld * enlargement / 360 {
    case ..<3: return .million110
    case ..<14: return .million50
    default: return .million10
    }
  }

  /// Returns the bounds, in degrees, of the area that a map view shows.
  package static func bounds(of viewport: MapViewport, in size: Size) -> GeoBounds {
    bounds(of: viewport.visibleBounds(in: size))
  }

  /// Converts an area on the Web Mercator plane to bounds in degrees. An area that touches the
  /// plane's upper or lower edge extends to the pole.
  package static func bounds(of visible: WorldBounds) -> GeoBounds {
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

extension GeoBounds {
  /// Returns whether this box contains another box. Each box may cross the antimeridian.
  package func containsBox(_ other: GeoBounds) -> Bool {
    guard south <= other.south, north >= other.north else { return false }
    func width(_ box: GeoBounds) -> Double { box.east - box.west + (box.west > box.east ? 360 : 0) }
    if width(self) >= 360 { return true }
    var offset = other.west - west
    if offset < 0 { offset += 360 }
    return offset + width(other) <= width(self)
  }
}
