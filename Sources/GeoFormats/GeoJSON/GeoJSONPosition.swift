/// A position in a geometry, in a form that can be stored in a temporary file.
struct GeoJSONPosition: BitwiseCopyable {
  /// The latitude in degrees, or NaN for an invalid position, which is counted but not imported.
  var latitude: Double
  var longitude: Double
  /// The elevation in metres, or NaN if it is unknown.
  var elevation: Double
  /// The raw value of the position's ``GeoPointFormat``, plus ``lineStart`` for the first position
  /// in a line or ring.
  var bits: Int64

  /// The bit, unused by ``GeoPointFormat``, that marks the first position of a line.
  static let lineStart: Int64 = 1 << 62

  var startsLine: Bool { bits & Self.lineStart != 0 }
  var isValid: Bool { !latitude.isNaN }
}

/// A time or sensor value of a position, in a form that can be stored in a temporary file.
struct GeoJSONValue: BitwiseCopyable {
  /// The value, or NaN if it is unknown. A time is in seconds since 2001-01-01T00:00:00Z.
  var value: Double
  /// The value's notation, as the raw value of a ``GeoPointFormat``. For the first value in an
  /// inner array, the bit ``GeoJSONPosition/lineStart`` is also set.
  var bits: Int64

  var startsLine: Bool { bits & GeoJSONPosition.lineStart != 0 }
}
