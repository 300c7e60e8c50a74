import Foundation

/// A UTM zone, numbered from 1 to 60, or one of the two polar UPS zones, which both have the number
/// 0.
///
/// Source: NGA, “Universal grids and grid reference systems”, NGA.STND.0037 (2014), section 3.
package struct GridZone: Hashable {
  package let number: Int
  package let isNorthern: Bool

  /// The letters of the latitude bands from 80° S to 84° N. All bands are 8° high, except band X,
  /// which is 12° high.
  static let bands = Array("CDEFGHJKLMNPQRSTUVWX")

  package init(number: Int, isNorthern: Bool) {
    self.number = number
    self.isNorthern = isNorthern
  }

  /// Creates the zone that contains the given position. Some zones near Norway and Svalbard are not
  /// 6° wide. UPS applies at and north of 84° N, and south of 80° S.
  package init(of position: Coordinate) {
    let (latitude, longitude) = (position.latitude, position.longitude)
    isNorthern = latitude >= 0
    guard latitude >= -80, latitude < 84 else {
      number = 0
      return
    }
    var zone = Int(((longitude + 180) / 6).rounded(.down)) % 60 + 1
    if (56..<64).contains(latitude), zone == 31, longitude >= 3 { zone = 32 }
    if latitude >= 72, (0..<42).contains(longitude) {
      zone = longitude < 9 ? 31 : longitude < 21 ? 33 : longitude < 33 ? 35 : 37
    }
    number = zone
  }

  package var isPolar: Bool { number == 0 }

  /// Returns the easting and northing of a position, in metres.
  package func project(_ position: Coordinate) -> (easting: Double, northing: Double) {
    if isPolar {
      let (east, north) = PolarStereographic(isNorthern: isNorthern).project(position)
      return (east + 2_000_000, north + 2_000_000)
    }
    let (east, north) = projection.project(position)
    return (east + 500_000, north + falseNorthing)
  }

  /// Returns the position with the given easting and northing, in metres.
  package func position(easting: Double, northing: Double) -> Coordinate {
    if isPolar {
      return PolarStereographic(isNorthern: isNorthern)
        .position(east: easting - 2_000_000, north: northing - 2_000_000)
    }
    return projection.position(east: easting - 500_000, north: northing - falseNorthing)
  }

  /// The longitude of the zone's central meridian, in degrees.
  var centralMeridian: Double { Double(6 * number - 183) }

  private var falseNorthing: Double { isNorthern ? 0 : 10_000_000 }
  private var projection: TransverseMercator { Self.projections[number - 1] }
  private static let projections = (1...60).map {
    TransverseMercator(.wgs84, centralMeridian: Double(6 * $0 - 183), scale: 0.9996)
  }

  /// Returns the letter of the latitude band at a position, or A, B, Y or Z in the polar UPS zones.
  static func band(of position: Coordinate) -> Character {
    let zone = GridZone(of: position)
    guard !zone.isPolar else {
      let isEastern = position.longitude >= 0 && position.longitude < 180
      return zone.isNorthern ? (isEastern ? "Z" : "Y") : (isEastern ? "B" : "A")
    }
    let index = Int(((position.latitude + 80) / 8).rounded(.down))
    return bands[min(max(index, 0), bands.count - 1)]
  }

  /// Returns a band's range of latitudes, in degrees. The result is nil if the letter is not in
  /// ``bands``.
  static func latitudes(ofBand letter: Character) -> ClosedRange<Double>? {
    guard let index = bands.firstIndex(of: letter) else { return nil }
    let south = Double(8 * index - 80)
    return south...(letter == "X" ? 84 : south + 8)
  }
}
