import Foundation

/// The series expansions for one geodesic, to sixth order. For the Earth's flattening, the series
/// are accurate to the last few bits of a `Double`.
///
/// Equation numbers refer to Karney, “Algorithms for geodesics”, Journal of Geodesy 87 (2013)
/// 43–55, doi 10.1007/s00190-012-0578-z. σ is the arc on the auxiliary sphere, in radians, from the
/// point where the geodesic crosses the equator northward; α₀ is the bearing at that point.
struct GeodesicSeries {
  private let epsilon: Double
  private let sinAzimuth0: Double

  /// Creates the series expansions for a geodesic.
  ///
  /// - Parameter sinAzimuth0: The sine of α₀ (the bearing at the equator), from −1 to 1.
  init(sinAzimuth0: Double) {
    self.sinAzimuth0 = sinAzimuth0
    let cosSquared = max((1 - sinAzimuth0) * (1 + sinAzimuth0), 0)
    let kSquared = Ellipsoid.secondEccentricitySquared * cosSquared  // (9)
    epsilon = kSquared / (2 * (1 + (1 + kSquared).squareRoot()) + kSquared)  // (16)
  }

  /// Returns the distance along the geodesic between two arcs, in metres. Source: Karney (2013),
  /// equations (7) and (15).
  func distanceMetres(from start: Arc, to end: Arc) -> Double {
    let terms = Self.distanceTerms(epsilon)
    let waves = end.sineSum(terms) - start.sineSum(terms)
    return Ellipsoid.polarRadius * Self.distanceFactor(epsilon)
      * (end.sigma - start.sigma + waves)
  }

  /// Returns the arc that is the given distance, in metres, from the start arc. Source: Karney
  /// (2013), equation (20).
  func arc(from start: Arc, metres: Double) -> Arc {
    let scale = Ellipsoid.polarRadius * Self.distanceFactor(epsilon)
    let tau = start.sigma + start.sineSum(Self.distanceTerms(epsilon)) + metres / scale
    return Arc(tau + Arc(tau).sineSum(Self.reversionTerms(epsilon)))
  }

  /// Returns the longitude difference on the auxiliary sphere minus the longitude difference on the
  /// ellipsoid, in radians. Source: Karney (2013), equations (8) and (23).
  func longitudeDefect(from start: Arc, to end: Arc) -> Double {
    let terms = Self.longitudeTerms(epsilon)
    let waves = end.sineSum(terms) - start.sineSum(terms)
    return Ellipsoid.flattening * sinAzimuth0 * Self.longitudeFactor(epsilon)
      * (end.sigma - start.sigma + waves)
  }
}

extension GeodesicSeries {
  /// An arc σ on the auxiliary sphere, with its sine and cosine.
  struct Arc {
    let sigma: Double
    let sine: Double
    let cosine: Double

    init(_ sigma: Double) {
      self.sigma = sigma
      sine = sin(sigma)
      cosine = cos(sigma)
    }

    /// Creates an arc from its sine and cosine, which need not be normalised. If both are 0, the
    /// arc is 0.
    init(sine: Double, cosine: Double) {
      let length = hypot(sine, cosine)
      sigma = length == 0 ? 0 : atan2(sine, cosine)
      self.sine = length == 0 ? 0 : sine / length
      self.cosine = length == 0 ? 1 : cosine / length
    }

    func sineSum(_ terms: Terms) -> Double {
      GeodesicSeries.sineSum(terms, sin: sine, cos: cosine)
    }
  }
}
