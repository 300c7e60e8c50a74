/// Functions that interpret commas in `gx:coord`, whose numbers should be separated by white space.
///
/// Some programs separate the numbers with commas, as in `coordinates`. Other programs write
/// decimal commas.
extension KMLScan {
  /// Returns the position in the current `gx:coord`, whose text contains a comma. Adds a diagnostic
  /// if the commas are decimal commas, are ambiguous or have no valid meaning.
  ///
  /// - Parameter separated: The position that results if commas are separators.
  /// - Returns: The position, or nil if it must be left out.
  func readCommas(_ separated: KMLCoordinates.Tuple) -> KMLCoordinates.Tuple? {
    let words = UnsafeBufferPointer(start: text.start, count: text.count)
      .split { $0 <= 0x20 }.map(Array.init)
    // The numbers of a text without white space are separated by commas.
    guard words.count > 1 else { return separated }
    let decimal = Self.decimalCommas(words)
    let isSeparated = separated.count <= 3
    guard let decimal, isPosition(decimal) else {
      if isSeparated { return separated }
      return leaveOutCommas(
        "the commas in a position are neither decimal commas nor separators of two or three numbers"
      )
    }
    guard !isSeparated || !isPosition(separated) else {
      return leaveOutCommas("the commas in a position can be either decimal commas or separators")
    }
    feed.reportDecimalComma(
      latitude: decimal.latitude, longitude: decimal.longitude, at: stream.place("gx:coord"))
    if let altitude = words.dropFirst(2).first, !decimal.altitude.isNaN,
      altitude.contains(UInt8(ascii: ","))
    {
      feed.diagnose(
        .elevationDecimalComma, .repaired, at: stream.place("gx:coord"),
        """
        the elevation \(Excerpt.of(String(decoding: altitude, as: UTF8.self))) has a decimal comma; \
        it is read as \(decimal.altitude)
        """)
    }
    return decimal
  }

  private func leaveOutCommas(_ reason: String) -> KMLCoordinates.Tuple? {
    feed.diagnose(
      .coordinateUnreadable, .skipped, at: stream.place("gx:coord"),
      "\(reason): \(Excerpt.of(text.string))")
    return nil
  }

  /// Returns whether a position's latitude and longitude are in the valid ranges.
  private func isPosition(_ tuple: KMLCoordinates.Tuple) -> Bool {
    let isSwapped = feed.input.options.swapsCoordinates
    let latitude = isSwapped ? tuple.longitude : tuple.latitude
    let longitude = isSwapped ? tuple.latitude : tuple.longitude
    return abs(latitude) <= 90 && abs(longitude) <= 360
  }

  /// Parses the given words as the longitude, latitude and altitude of a position, with decimal
  /// commas or points. Returns nil if there are more than three words, or if the longitude or
  /// latitude is not a number. The altitude is NaN if its comma can be a thousands separator.
  private static func decimalCommas(_ words: [[UInt8]]) -> KMLCoordinates.Tuple? {
    guard words.count <= 3 else { return nil }
    let numbers = words.enumerated().map { index, word in
      let value = DecimalNumber.parse(word)
      guard value.isNaN, word.first != UInt8(ascii: ",") else { return value }
      return word.withUnsafeBufferPointer { bytes in
        guard let start = bytes.baseAddress else { return .nan }
        return DecimalNumber.parseDecimalComma(
          start, count: bytes.count, bound: index < 2 ? 360 : .infinity)
      }
    }
    guard !numbers[0].isNaN, !numbers[1].isNaN else { return nil }
    return KMLCoordinates.Tuple(
      longitude: numbers[0], latitude: numbers[1], altitude: numbers.count > 2 ? numbers[2] : .nan,
      count: numbers.count)
  }
}
