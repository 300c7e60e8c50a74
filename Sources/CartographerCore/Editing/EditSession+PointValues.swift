import CartographerModel
import Foundation
import GeoFormats
import SwiftData

extension EditSession {
  /// Gives points another elevation. How the old one was written is forgotten.
  func setElevation(_ metres: Double?, of keys: [Int64], _ id: ItemID) throws {
    if let metres, !metres.isFinite || abs(metres) > TrackOperation.highestMetres {
      throw LibraryError(
        .invalid, "\(metres) m is no elevation; write metres above sea level, such as 1840.",
        ids: [id])
    }
    for key in keys {
      let point = try point(key, of: id)
      point.elevation = metres
      forget(of: point) { $0.forget(.elevation) }
    }
  }

  /// Gives a point another time. How the old one was written is forgotten.
  func setTime(_ time: Date?, of key: Int64, _ id: ItemID) throws {
    if let time, !TrackOperation.times.contains(time.timeIntervalSinceReferenceDate) {
      throw LibraryError(
        .invalid, "Times are of the years 1 to 9999, which files can say.", ids: [id])
    }
    let point = try point(key, of: id)
    point.timestamp = time
    forget(of: point) { $0.forgetTime() }
  }

  private func forget(of point: Waypoint, _ part: (inout GeoPointFormat) -> Void) {
    var format = GeoPointFormat(rawValue: Int64(point.format ?? 0))
    part(&format)
    point.format = format.rawValue == 0 ? nil : Int(format.rawValue)
  }
}
