import CartographerModel
import Foundation
import GeoFormats
import SwiftData

extension EditSession {
  /// Gives points another elevation. How the old one was written is forgotten.
  ///
  /// - Returns: Whether any had another.
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

  /// - Throws: ``LibraryError`` `invalid` for what no file could say of a place on Earth.
  func requireElevation(_ metres: Double, of ids: [ItemID] = []) throws {
    guard metres.isFinite, abs(metres) <= TrackOperation.highestMetres else {
      throw LibraryError(
        .invalid, "\(metres) m is no elevation; write metres above sea level, such as 1840.",
        ids: ids)
    }
  }

  /// Gives a point another time. How the old one was written is forgotten.
  ///
  /// - Returns: Whether it had another.
  func setTime(_ time: Date?, of key: Int64, _ id: ItemID) throws -> Bool {
    if let time, !TrackOperation.times.contains(time.timeIntervalSinceReferenceDate) {
      throw LibraryError(
        .invalid, "Times are of the years 1 to 9999, which files can say.", ids: [id])
    }
    let point = try point(key, of: id)
    guard point.timestamp != time else { return false }
    point.timestamp = time
    point.forgetForm { $0.forgetTime() }
    return true
  }
}

extension Waypoint {
  /// Forgets how some of its values were written, as they are others now.
  func forgetForm(_ part: (inout GeoPointFormat) -> Void) {
    var format = GeoPointFormat(rawValue: Int64(self.format ?? 0))
    part(&format)
    self.format = format.rawValue == 0 ? nil : Int(format.rawValue)
  }
}
