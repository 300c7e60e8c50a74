import Foundation
import GRDB

/// A waypoint as a typical GRDB record, whose columns are read and written by handwritten code.
final class PointRecord: FetchableRecord, PersistableRecord {
  static let databaseTableName = "Waypoint"

  let id: Int64
  var latitude: Double
  var longitude: Double
  var elevation: Double?
  var timestamp: Double?
  var index: Int
  var segment: Int
  var path: Int64?

  init(
    id: Int64, latitude: Double, longitude: Double, elevation: Double?, timestamp: Double?,
    index: Int
  ) {
    self.id = id
    self.latitude = latitude
    self.longitude = longitude
    self.elevation = elevation
    self.timestamp = timestamp
    self.index = index
    self.segment = 0
  }

  init(row: Row) {
    id = row[0]
    latitude = row[1]
    longitude = row[2]
    elevation = row[3]
    timestamp = row[4]
    index = row[5]
    segment = row[6]
    path = row[7]
  }

  func encode(to container: inout PersistenceContainer) {
    container["_sd_id"] = id
    container["latitude"] = latitude
    container["longitude"] = longitude
    container["elevation"] = elevation
    container["timestamp"] = timestamp
    container["index"] = index
    container["segment"] = segment
    container["path"] = path
  }
}

/// A waypoint as a GRDB record that is decoded by `Codable`.
final class CodablePoint: FetchableRecord, Decodable {
  let id: Int64
  var latitude: Double
  var longitude: Double
  var elevation: Double?
  var timestamp: Double?
  var index: Int
  var segment: Int
  var path: Int64?

  private enum CodingKeys: String, CodingKey {
    case id = "_sd_id"
    case latitude, longitude, elevation, timestamp, index, segment, path
  }
}
