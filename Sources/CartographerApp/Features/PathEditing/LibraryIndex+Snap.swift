import CartographerCore
import CartographerPresentation
import Geodesy

extension LibraryIndex {
  /// Returns a snap target's name for the status row, such as `the end of Walk`.
  func name(of target: MapSnap) -> String {
    let name = target.id.flatMap { self[$0]?.title } ?? ""
    return switch target.part {
    case .place, .line: name
    case .drawnStart: "the first point, closing the path"
    case .start: "the start of \(name)"
    case .end: "the end of \(name)"
    case .point(let point): "point \(Numbers.grouped(point + 1)) of \(name)"
    }
  }

  /// Returns the elevations of places that lie exactly at the given positions, such as places to
  /// which points snapped. The elevation is NaN for every other position. The result is empty if
  /// there is no place with an elevation at any of the positions.
  ///
  /// - Complexity: O(*n* + *p*) for *n* positions and *p* places.
  func placeElevations(at positions: [Coordinate]) -> [Double] {
    let wanted = Set(positions)
    var known: [Coordinate: Double] = [:]
    for place in snapshot.places
    where place.trashed == nil && wanted.contains(place.coordinate) {
      known[place.coordinate] = known[place.coordinate] ?? place.elevationMetres
    }
    return known.isEmpty ? [] : positions.map { known[$0] ?? .nan }
  }
}
