import Foundation

extension GeodesicSeries {
  /// A series' coefficients for sin 2σ, sin 4σ, … sin 12σ, in the first six lanes of a vector.
  typealias Terms = SIMD8<Double>

  /// Returns the factor A₁ for distances. Source: Karney (2013), equation (17).
  static func distanceFactor(_ e: Double) -> Double {
    let e2 = e * e
    return (1 + e2 * (1 / 4 + e2 * (1 / 64 + e2 / 256))) / (1 - e)
  }

  /// Returns the coefficients C₁ for distances. Source: Karney (2013), equation (18).
  static func distanceTerms(_ e: Double) -> Terms {
    let e2 = e * e
    let e3 = e2 * e
    let e4 = e2 * e2
    return Terms(
      e * (-1 / 2 + e2 * (3 / 16 - e2 / 32)),
      e2 * (-1 / 16 + e2 * (1 / 32 - e2 * 9 / 2048)),
      e3 * (-1 / 48 + e2 * 3 / 256),
      e4 * (-5 / 512 + e2 * 3 / 512),
      e4 * e * (-7 / 1280),
      e4 * e2 * (-7 / 2048),
      0, 0)
  }

  /// Returns the coefficients C₁′ for converting a distance to an arc. Source: Karney (2013),
  /// equation (21).
  static func reversionTerms(_ e: Double) -> Terms {
    let e2 = e * e
    let e3 = e2 * e
    let e4 = e2 * e2
    return Terms(
      e * (1 / 2 + e2 * (-9 / 32 + e2 * 205 / 1536)),
      e2 * (5 / 16 + e2 * (-37 / 96 + e2 * 1335 / 4096)),
      e3 * (29 / 96 - e2 * 75 / 128),
      e4 * (539 / 1536 - e2 * 2391 / 2560),
      e4 * e * (3467 / 7680),
      e4 * e2 * (38_081 / 61_440),
      0, 0)
  }

  /// Returns the factor A₃ for longitudes. Source: Karney (2013), equation (24).
  static func longitudeFactor(_ e: Double) -> Double {
    let n = Ellipsoid.thirdFlattening
    let first = -(1 / 2 - n / 2)
    let second = -(1 / 4 + n / 8 - n * n * 3 / 8)
    let third = -(1 / 16 + n * 3 / 16 + n * n / 16)
    let fourth = -(3 / 64 + n / 32)
    return 1 + e * (first + e * (second + e * (third + e * (fourth - e * 3 / 128))))
  }

  /// Returns the coefficients C₃ for longitudes. Source: Karney (2013), equation (25).
  static func longitudeTerms(_ e: Double) -> Terms {
    let n = Ellipsoid.thirdFlattening
    let n2 = n * n
    let e2 = e * e
    let first: Double =
      (1 - n) / 4 + e * ((1 - n2) / 8 + e * ((3 + 3 * n - n2) / 64 + e * ((5 + 2 * n) / 128)))
    let second: Double =
      (2 - 3 * n + n2) / 32 + e * ((3 - 2 * n - 3 * n2) / 64 + e * ((3 + n) / 128 + e * 5 / 256))
    let third: Double = (5 - 9 * n + 5 * n2) / 192 + e * ((9 - 10 * n) / 384 + e * 7 / 512)
    let fourth: Double = (7 - 14 * n) / 512 + e * 7 / 512
    return Terms(
      e * (first + e2 * e2 * 3 / 128),
      e2 * second,
      e2 * e * third,
      e2 * e2 * fourth,
      e2 * e2 * e * 21 / 2560,
      0, 0, 0)
  }

  /// Returns the sum Σ cₗ sin 2lσ, computed with Clenshaw's recurrence.
  static func sineSum(_ terms: Terms, sin sine: Double, cos cosine: Double) -> Double {
    let twiceCosine = 2 * (cosine - sine) * (cosine + sine)
    var next = 0.0
    var afterNext = 0.0
    var lane = 5
    while lane >= 0 {
      (next, afterNext) = (twiceCosine * next - afterNext + terms[lane], next)
      lane -= 1
    }
    return 2 * sine * cosine * next
  }
}
