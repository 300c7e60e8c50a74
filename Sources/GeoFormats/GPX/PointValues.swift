/// The values to write for a point, except its sensor values.
struct PointValues {
  var latitude: Double
  var longitude: Double
  /// The elevation in metres, or NaN if absent.
  var elevation: Double
  var time: Double
  var format: GeoPointFormat
  var fields: GeoPointFields?
  /// A bit mask of the sensors for which the point has a value. A sensor's raw value is the index
  /// of its bit.
  var sensors: UInt32 = 0

  var links: [GeoLink] { fields?.links ?? [] }

  /// Returns the point's value for a text field. Returns nil if the point has no value for the
  /// field.
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

  /// Returns the point's value for a numeric field whose notation is not stored. Returns nil if the
  /// point has no value.
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

  /// Returns the point's value for an integer field. Returns nil if the point has no value for the
  /// field.
  func integer(_ field: GPXField) -> Int? {
    switch field {
    case .satellites: fields?.satellites
    case .dgpsID: fields?.dgpsID
    default: nil
    }
  }
}
