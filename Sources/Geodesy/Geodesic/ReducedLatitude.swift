import Foundation

/// The latitude β on the auxiliary sphere: tan β = (1 − *f*) tan φ.
struct ReducedLatitude {
  /// A number that is negligible compared with 1, although its square does not underflow to 0. At
  /// the poles, the number replaces the cosine 0, and at the equator, the sine 0, so that the
  /// direction of approach is preserved.
  static let trace = 0x1p-511

  var sine: Double
  /// The cosine of β, at least ``trace``.
  let cosine: Double

  /// Creates the reduced latitude of a geographic latitude.
  ///
  /// - Parameter degrees: The geographic latitude φ in degrees.
  init(degrees: Double) {
    let (sinLatitude, cosLatitude) = sineAndCosine(degrees: degrees)
    let sine = (1 - Ellipsoid.flattening) * sinLatitude
    let length = hypot(sine, cosLatitude)
    self.sine = sine / length
    cosine = max(cosLatitude / length, Self.trace)
  }

  var isPole: Bool { cosine == Self.trace }

  /// Returns the geographic latitude, in degrees, for the sine and cosine of a reduced latitude β.
  /// The sine and cosine need not be normalised.
  static func degrees(sine: Double, cosine: Double) -> Double {
    atan2(sine, (1 - Ellipsoid.flattening) * cosine) * 180 / .pi
  }
}

/// Returns the sine and cosine of an angle in degrees. The results are exact at multiples of 90°.
func sineAndCosine(degrees: Double) -> (sine: Double, cosine: Double) {
  let turned = degrees.remainder(dividingBy: 360)
  let quarter = (turned / 90).rounded()
  let rest = (turned - quarter * 90) * .pi / 180
  let (sine, cosine) = (sin(rest), cos(rest))
  switch quarter {
  case 0: return (sine, cosine)
  case 1: return (cosine, -sine)
  case -1: return (-cosine, sine)
  default: return (-sine, -cosine)
  }
}
