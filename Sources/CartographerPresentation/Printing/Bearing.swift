/// A formatter that writes bearings as degrees and a compass direction, such as `047° NE`.
package enum Bearing {
  private static let winds = ["N", "NE", "E", "SE", "S", "SW", "W", "NW"]

  /// Returns a bearing as text, such as `047° NE`.
  ///
  /// - Parameter degrees: The bearing in degrees clockwise from north, 0..<360.
  package static func text(_ degrees: Double) -> String {
    let whole = Int(degrees.rounded()) % 360
    let digits = String(repeating: "0", count: 3 - "\(whole)".count) + "\(whole)"
    return "\(digits)° \(wind(degrees))"
  }

  /// Returns the bearing of a line as text. Returns nil for a line shorter than half a metre, whose
  /// length is shown as 0 m.
  package static func text(_ degrees: Double, overMetres metres: Double) -> String? {
    metres < 0.5 ? nil : text(degrees)
  }

  /// Returns the nearest of the eight main compass directions, such as `NE`.
  ///
  /// - Parameter degrees: The bearing in degrees clockwise from north, 0..<360.
  static func wind(_ degrees: Double) -> String { winds[Int((degrees / 45).rounded()) % 8] }

  /// Returns the nearest of the eight main compass directions in words, such as `north-east`.
  ///
  /// - Parameter degrees: The bearing in degrees clockwise from north, 0..<360.
  static func direction(_ degrees: Double) -> String {
    directions[Int((degrees / 45).rounded()) % 8]
  }

  private static let directions = [
    "north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west",
  ]
}
