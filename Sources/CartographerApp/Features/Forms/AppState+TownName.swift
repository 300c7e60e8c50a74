import CartographerCore
import CartographerPresentation
import Geodesy

extension AppState {
  /// The maximum distance, in Braille dots, between a new place and the town after which the place
  /// is named. Eight dots are the height of two cells.
  private static let townDots = 8.0
  /// The maximum distance, in metres, between a new place and the town after which the place is
  /// named.
  private static let townMetres = 1_000.0

  /// Returns the name of the town at a position, as a suggestion for the name of a new place. The
  /// town must be within two cell heights and within one kilometre of the position. Returns nil if
  /// there is no such town, or if the library already has a place within the same distance.
  func townName(forPlaceAt position: Coordinate) -> String? {
    let reach = min(Self.townDots * map.viewport.metresPerDot, Self.townMetres)
    guard let name = map.base.scene.towns?.townName(within: reach, of: position) else { return nil }
    let hasPlace = index.snapshot.places.contains {
      $0.trashed == nil && Geodesic.distanceMetres(from: $0.coordinate, to: position) <= reach
    }
    return hasPlace ? nil : name
  }
}
