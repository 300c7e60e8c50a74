import Geodesy

/// Functions that read the positions of trackpoints and course points.
extension TCXScan {
  /// Returns the latitude or longitude, in degrees, given as the text of the current element. A
  /// decimal comma is accepted. Returns NaN if the text is empty or is not a number.
  ///
  /// - Parameter name: The word `latitude` or `longitude`, for a diagnostic about the point.
  /// - Parameter bound: The maximum magnitude of a valid value.
  func degrees(_ name: String, bound: Double) -> Double {
    let value = DecimalNumber.parse(text.start, count: text.count)
    guard value.isNaN, let content = trimmed else { return value }
    let repaired = DecimalNumber.parseDecimalComma(text.start, count: text.count, bound: bound)
    if !repaired.isNaN {
      point.hasDecimalComma = true
    } else if point.positionFault == nil {
      point.positionFault = "the \(name) “\(Excerpt.of(content))” is not a number"
    }
    return repaired
  }

  /// Returns the position of the current point. If the latitude or longitude is missing, unreadable
  /// or out of range, adds a diagnostic and returns nil. If the position is written with decimal
  /// commas, adds a diagnostic about them.
  func coordinate(of element: String) -> Coordinate? {
    let (latitude, longitude) = (point.latitude, point.longitude)
    if latitude.isNaN || longitude.isNaN {
      tally.unreadablePositions += 1
      if let fault = point.positionFault {
        feed.diagnose(.coordinateUnreadable, .skipped, at: stream.place(element), fault)
      } else {
        let isEmpty = latitude.isNaN && longitude.isNaN
        let missing = latitude.isNaN ? "latitude" : "longitude"
        feed.diagnose(
          .coordinateMissing, .skipped, at: stream.place(element),
          isEmpty ? "the position is empty" : "the position has no \(missing)")
      }
      return nil
    }
    let coordinate = feed.coordinate(
      latitude: latitude, longitude: longitude, at: stream.place(element))
    if let coordinate, point.hasDecimalComma {
      feed.reportDecimalComma(
        latitude: coordinate.latitude, longitude: coordinate.longitude, at: stream.place(element))
    }
    return coordinate
  }
}
