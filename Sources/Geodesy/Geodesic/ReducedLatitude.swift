import Foundation

/// The latitude β on the auxiliary sphere: tan β = (1 − *f*) tan φ.
struct ReducedLatitude {
  /// So small that its square is 0: what the poles keep of their cosine and the equator of its
  /// sine, so that the sides they are approached from are not lost.
  static let trace = 0x1p-511

  var sine: Double
  /// At least ``trace``.
  let cosine: Double

  /// - Parameter degrees: The geographic latitude φ.
  init(degrees: Double) {
    let (sinLatitude, cosLatitude) = sineAndCosine(degrees: degrees)
    let sine = (1 - Ellipsoid.flattening) * sinLatitude
    let length = hypot(sine, cosLatitude)
    self.sine = sine / length
    cosine = max(cosLatitude / length, Self.trace)
  }

  var isPole: Bool { cosine == Self.trace }

  /// The geographic latitude of a β whose sine and cosine need not be normalised.
  static func degrees(sine: Double, cosine: Double) -> Double {
    atan2(sine, (1 - Ellipsoid.flattening) * cosine) * 180 / .pi
  }
}

/// Exact at whole quarter turns.
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
