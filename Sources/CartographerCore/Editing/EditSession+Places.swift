import CartographerModel
import Foundation
import GeoFormats
import Geodesy
import SwiftData

extension EditSession {
  /// Adds a place.
  ///
  /// - Parameter texts: The place's text fields other than its name.
  func addPlace(
    name: String, _ coordinate: Coordinate, elevationMetres: Double?, groups: [ItemID],
    texts: [ItemField: String]
  ) throws {
    let name = try checkedName(name)
    let coordinate = try stored(coordinate)
    try elevationMetres.map { try requireElevation($0) }
    let waypoint = try context.append(
      Waypoint.self, count: 1,
      [
        .constant(\.latitude, coordinate.latitude), .constant(\.longitude, coordinate.longitude),
        .constant(\.elevation, elevationMetres), .constant(\.index, 0),
      ])
    let key = try context.append(
      Location.self, count: 1,
      [
        .constant(\.name, name), .constant(\.notes, ""), .constant(\.created, now),
        .references(\.waypoint, [waypoint.lowerBound]),
      ]
    ).lowerBound
    let id = ItemID(.location, key)
    created.append(id)
    noteTitle(ChangeTitle(.add, "place \(name)"))
    try set(texts, of: id)
    try enter([id], into: groups.unique)
  }

  func movePlace(_ id: ItemID, to coordinate: Coordinate) throws {
    let location = try location(id)
    noteTitle(ChangeTitle(.move, location.name))
    guard try place(location.waypoint, at: coordinate) else { return }
    location.touch()
    noteChange(id)
  }

  /// Sets a place's elevation in metres, or removes the elevation if the value is nil. The stored
  /// number format of the old elevation is discarded.
  func setElevation(_ metres: Double?, ofPlace id: ItemID) throws {
    let location = try location(id)
    noteTitle(ChangeTitle(.change, "the elevation of \(location.name)"))
    try metres.map { try requireElevation($0, of: [id]) }
    let waypoint = location.waypoint
    guard waypoint.elevation != metres else { return }
    waypoint.elevation = metres
    waypoint.forgetForm { $0.forget(.elevation) }
    location.touch()
    noteChange(id)
  }

  /// Sets a place's time, or removes the time if the value is nil. The stored format of the old
  /// time, such as its time zone, is discarded.
  func setTime(_ time: Date?, ofPlace id: ItemID) throws {
    let location = try location(id)
    noteTitle(ChangeTitle(.change, "the time of \(location.name)"))
    try time.map { try requireTime($0, of: id) }
    let waypoint = location.waypoint
    guard waypoint.timestamp != time else { return }
    waypoint.timestamp = time
    waypoint.forgetForm { $0.forgetTime() }
    location.touch()
    noteChange(id)
  }

  /// Returns a position rounded to the stored precision of 0.0000001 degrees, or about 11 mm.
  ///
  /// - Throws: ``LibraryError`` `invalid` for a position outside the valid range.
  func stored(_ coordinate: Coordinate) throws -> Coordinate {
    try requireValid(coordinate)
    return Coordinate(
      latitude: (coordinate.latitude * 1e7).rounded() / 1e7,
      longitude: (coordinate.longitude * 1e7).rounded() / 1e7)
  }

  private func requireValid(_ coordinate: Coordinate) throws {
    guard coordinate.isValid else {
      throw LibraryError(
        .invalid,
        """
        \(coordinate.latitude), \(coordinate.longitude) is not a valid position; latitudes range \
        from −90 to 90 degrees, and longitudes from −180 to 180 degrees.
        """)
    }
  }
}
