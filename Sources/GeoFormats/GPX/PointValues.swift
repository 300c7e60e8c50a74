/// The values of one point on its way out; those of sensors are beside it.
struct PointValues {
  var latitude: Double
  var longitude: Double
  /// NaN where absent, as the time.
  var elevation: Double
  var time: Double
  var format: GeoPointFormat
  var fields: GeoPointFields?
  /// The bits of the sensors that have a value.
  var sensors: UInt32 = 0

  var links: [GeoLink] { fields?.links ?? [] }

  /// The text of a field that is one.
  func text(_ field: GPXField) -> String? {
    guard let fields else { return nil }
    switch field {
    case .name: return fields.name
    case .comment: return fields.comment
    case .details: return fields.details
    case .source: return fields.source
    case .symbol: return fields.symbol
    case .type: return fields.type
    case .fix: return fields.fix
    default: return nil
    }
  }

  /// The number of a field that is one and has no format.
  func number(_ field: GPXField) -> Double? {
    guard let fields else { return nil }
    switch field {
    case .magneticVariation: return fields.magneticVariation
    case .geoidHeight: return fields.geoidHeight
    case .hdop: return fields.hdop
    case .vdop: return fields.vdop
    case .pdop: return fields.pdop
    case .ageOfDGPSData: return fields.ageOfDGPSData
    default: return nil
    }
  }

  /// The number of a field that is a whole one.
  func integer(_ field: GPXField) -> Int? {
    switch field {
    case .satellites: fields?.satellites
    case .dgpsID: fields?.dgpsID
    default: nil
    }
  }
}
