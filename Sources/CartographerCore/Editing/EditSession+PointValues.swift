import CartographerModel
import Foundation
import GeoFormats
import Geodesy
import SwiftData

extension EditSession {
  /// Sets the elevation of the given points, in metres. The stored number formats of the old
  /// elevations are discarded.
  ///
  /// - Returns: Whether the elevation of any point changed.
  func setElevation(_ metres: Double?, of keys: [Int64], _ id: ItemID) throws -> Bool {
    try metres.map { try requireElevation($0, of: [id]) }
    var isChanged = false
    for key in keys {
      let point = try point(key, of: id)
      guard point.elevation != metres else { continue }
      point.elevation = metres
      point.forgetForm { $0.forget(.elevation) }
      isChanged = true
    }
    return isChanged
  }

  /// Checks that an elevation in metres is within ``LibraryEdit/elevationsMetres``.
  ///
  /// - Throws: ``LibraryError`` `invalid` if the elevation is NaN or out of range.
  func requireElevation(_ metres: Double, of ids: [ItemID] = []) throws {
    guard LibraryEdit.elevationsMetres.contains(metres) else {
      throw LibraryError(
        .invalid,
        """
        \(Numbers.decimal(metres)) m is not a valid elevation; enter a number of metres from \
        −12 000 to 100 000, such as 1840.
        """,
        ids: ids)
    }
  }

  /// Sets a point's time. The stored format of the old time, such as its time zone, is discarded.
  ///
  /// - Returns: Whether the point's time changed.
  func setTime(_ time: Date?, of key: Int64, _ id: ItemID) throws -> Bool {
    try time.map { try requireTime($0, of: id) }
    let point = try point(key, of: id)
    guard point.timestamp != time else { return false }
    point.timestamp = time
    point.forgetForm { $0.forgetTime() }
    return true
  }

  /// Checks that a time is within the range that file formats can represent.
  ///
  /// - Throws: ``LibraryError`` `invalid` if the time is out of range.
  func requireTime(_ time: Date, of id: ItemID) throws {
    guard TrackOperation.times.contains(time.timeIntervalSinceReferenceDate) else {
      throw LibraryError(
        .invalid, "The time is out of range; files can store times in the years 1 to 9999.",
        ids: [id])
    }
  }
}

extension Waypoint {
  /// Discards the stored number and time formats of the point's changed values. The given closure
  /// clears these formats in the point's `GeoPointFormat`.
  func forgetForm(_ part: (inout GeoPointFormat) -> Void) {
    var format = GeoPointFormat(rawValue: Int64(self.format ?? 0))
    part(&format)
    self.format = format.rawValue == 0 ? nil : Int(format.rawValue)
  }
}
