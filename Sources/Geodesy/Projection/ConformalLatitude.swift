import Foundation

extension Spheroid {
  /// Returns tan χ, where χ is the conformal latitude. Source: Karney, “Transverse Mercator with an
  /// accuracy of a few nanometers”, Journal of Geodesy 85 (2011) 475–485, equations (7) to (9).
  ///
  /// - Parameter tau: The tangent of the geographic latitude φ.
  func conformalTangent(_ tau: Double) -> Double {
    let secant = hypot(1, tau)
    let sigma = sinh(eccentricity * atanh(eccentricity * tau / secant))
    return hypot(1, sigma) * tau - sigma * secant
  }

  /// Computes the tangent of the geographic latitude φ with Newton's method. Source: Karney (2011),
  /// equations (19) to (21).
  ///
  /// - Parameter tauPrime: The tangent of the conformal latitude χ.
  func geographicTangent(_ tauPrime: Double) -> Double {
    let flatness = 1 - eccentricitySquared
    // Near a pole, where τ and τ′ are proportional, Newton's method needs a start of this form.
    var tau =
      abs(tauPrime) > 70
      ? tauPrime * exp(eccentricity * atanh(eccentricity)) : tauPrime / flatness
    guard tau.isFinite, abs(tau) < 1e150 else { return tau }
    for _ in 0..<6 {
      let guess = conformalTangent(tau)
      let step =
        (tauPrime - guess) / hypot(1, guess) * (1 + flatness * tau * tau)
        / (flatness * hypot(1, tau))
      tau += step
      if abs(step) <= 1e-16 * max(1, abs(tauPrime)) { break }
    }
    return tau
  }
}
