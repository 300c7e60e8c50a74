import CartographerCore
import CartographerPresentation
import Geodesy

extension AppState {
  /// The maximum distance, in Braille dots, between a new place and the town after which the place
  /// is named. Eight dots are two cells.
  private static let townDots = 8.0
  /// The maximum distance, in metres, between a new place and the town after which the place is
  /// named.
  private static let townMetres = 1_000.0

  /// Returns the name of the town at a position, as a suggestion for the name of a new place.
  /// Returns nil if no town is within two cells and a kilometre, or if a place of the library is
  /// there.
  func townName(forPlaceAt position: Coordinate) -> String? {
    let reach = min(Self.townDots * map.viewport.metresPerDot, Self.townMetres)
    guard let name = map.base.scene.towns?.townName(within: reach, of: position) else { return nil }
    let hasPlace = index.snapshot.places.contains {
      $0.trashed == nil && Geodesic.distanceMetres(from: $0.coordinate, to: position) <= reach
    }
    return hasPlace ? nil : name
  }
}
