import CartographerCore
import Geodesy
import TerminalUI

/// A path as drawn on the map: its ID, shape and colour.
package struct MapPath: Sendable, Equatable, Identifiable {
  package let id: ItemID
  package private(set) var role: Role
  /// Whether the path is a track rather than a route. The heat map counts only tracks.
  package let isTrack: Bool
  /// The path's shape at small scales, and the list of chunks for larger scales. Nil if all of the
  /// path's points are in memory.
  package let outline: PathOutline?
  /// The whole path, or the path's overview if ``outline`` is not nil.
  package let overview: MapPiece
  /// The largest scale, in dots per world width, at which the path's overview looks the same as the
  /// whole path. This is a copy of the outline's value, because reading 10 000 outlines would take
  /// longer than comparing the values.
  private let overviewDotsPerWorld: Double

  package init(id: ItemID, shape: PathShape, role: Role, isTrack: Bool = true) {
    self.id = id
    self.role = role
    self.isTrack = isTrack
    outline = nil
    overview = MapPiece(whole: shape)
    overviewDotsPerWorld = .infinity
  }

  /// Creates a path that is drawn in the given colour or, if no valid colour is given, in a palette
  /// colour.
  ///
  /// - Parameter colour: The colour of the path or its group as `#RRGGBB`.
  ///   If the colour is missing or malformed, the path's ID selects a colour from the palette.
  package init(id: ItemID, shape: PathShape, colour: String? = nil, isTrack: Bool = true) {
    self.init(id: id, shape: shape, role: Self.role(id, colour), isTrack: isTrack)
  }

  /// Creates a path whose points are not in memory. The colour is chosen as in
  /// ``init(id:shape:colour:)``.
  package init(id: ItemID, outline: PathOutline, colour: String? = nil, isTrack: Bool = true) {
    self.id = id
    self.isTrack = isTrack
    role = Self.role(id, colour)
    self.outline = outline
    overview = outline.overview
    overviewDotsPerWorld = outline.overviewDotsPerWorld
  }

  /// Returns a copy of the path with the given colour role.
  package func drawn(in role: Role) -> MapPath {
    var path = self
    path.role = role
    return path
  }

  private static func role(_ id: ItemID, _ colour: String?) -> Role {
    // Paths of the same colour share a role, so that a map of thousands of paths has few styles.
    colour.flatMap(RGBColour.init(hexadecimal:)).map(Role.custom)
      ?? .path(Int(id.key % Int64(Role.pathColours)))
  }

  /// The shape of the whole path, with all its points. Nil if the points are not in memory.
  package var wholeShape: PathShape? { outline == nil ? overview.shape : nil }

  /// Returns whether the path's overview looks the same as the whole path at the given scale, in
  /// dots per world width.
  func isOverviewAccurate(at dotsPerWorld: Double) -> Bool {
    overviewDotsPerWorld >= dotsPerWorld
  }

  /// The bounding box of the path, or nil for an empty path.
  package var bounds: WorldBounds? { outline.map(\.bounds) ?? overview.shape.bounds }
}
