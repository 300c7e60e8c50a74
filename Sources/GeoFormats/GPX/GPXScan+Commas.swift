extension GPXScan {
  /// Parses a point's coordinates again, this time accepting decimal commas.
  ///
  /// If the result is not a valid position, the coordinates stay unchanged.
  mutating func readDecimalCommas(
    _ kind: GPXName, _ latitudeText: UnsafePointer<UInt8>, _ latitudeCount: Int,
    _ longitudeText: UnsafePointer<UInt8>, _ longitudeCount: Int
  ) {
    let north =
      point.latitude.isNaN
      ? DecimalNumber.parseDecimalComma(latitudeText, count: latitudeCount, bound: 90)
      : point.latitude
    let east =
      point.longitude.isNaN
      ? DecimalNumber.parseDecimalComma(longitudeText, count: longitudeCount, bound: 180)
      : point.longitude
    guard abs(north) <= 90, abs(east) <= 180 else { return }
    (point.latitude, point.longitude) = (north, east)
    note(
      .coordinateDecimalComma, .repaired, element: kind.text,
      "coordinates with a decimal comma are read as latitude \(north), longitude \(east)")
  }
}
