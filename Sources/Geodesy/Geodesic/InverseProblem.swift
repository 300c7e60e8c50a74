import Foundation

/// The search for the shortest geodesic between two points.
///
/// The two points are mirrored so that −90° ≤ φ₁ ≤ 0, φ₁ ≤ φ₂ ≤ −φ₁ and 0 ≤ λ₁₂ ≤ 180° (Karney
/// 2013, section 4).
///
/// The spherical longitude is determined with Vincenty's fixed-point iteration, which usually
/// converges in a few steps. The iteration does not converge for nearly antipodal points, so their
/// initial bearing is found by bisection, since the longitude is a monotonic function of the
/// bearing.
struct InverseProblem {
  private let isMirroredWest: Bool
  private let isSwapped: Bool
  private let isMirroredNorth: Bool
  private let start: ReducedLatitude
  private let end: ReducedLatitude
  /// The longitude difference λ₁₂ in radians.
  private let east: Double
  private let sinEast: Double
  private let cosEast: Double

  /// Sets up the search for the shortest geodesic between two points.
  ///
  /// - Parameter east: The longitude difference from the start to the end, in degrees, −180…180.
  init(startLatitude: Double, endLatitude: Double, east: Double) {
    isMirroredWest = east < 0
    isSwapped = abs(startLatitude) < abs(endLatitude)
    let first = isSwapped ? endLatitude : startLatitude
    let second = isSwapped ? startLatitude : endLatitude
    isMirroredNorth = !(first < 0)
    var start = ReducedLatitude(degrees: isMirroredNorth ? -first : first)
    if start.sine == 0 { start.sine = -ReducedLatitude.trace }
    self.start = start
    end = ReducedLatitude(degrees: isMirroredNorth ? -second : second)
    let (sine, cosine) = sineAndCosine(degrees: abs(east))
    sinEast = abs(sine)
    cosEast = cosine
    self.east = abs(east) * .pi / 180
  }

  var line: GeodesicLine {
    let solution = meridian ?? equator ?? substitution ?? bearingSearch
    guard solution.metres != 0 else {
      return GeodesicLine(distanceMetres: 0, initialBearingDegrees: 0, finalBearingDegrees: 0)
    }
    var atStart = (sine: solution.sinStart, cosine: solution.cosStart)
    var atEnd = (sine: solution.sinEnd, cosine: solution.cosEnd)
    if isMirroredNorth {
      atStart.cosine.negate()
      atEnd.cosine.negate()
    }
    if isSwapped {
      // The direction is reversed, so the start and the end are swapped.
      swap(&atStart, &atEnd)
      atStart.cosine.negate()
      atEnd.cosine.negate()
    }
    if isMirroredWest {
      atStart.sine.negate()
      atEnd.sine.negate()
    }
    return GeodesicLine(
      distanceMetres: solution.metres, initialBearingDegrees: Self.bearing(atStart),
      finalBearingDegrees: Self.bearing(atEnd))
  }

  private static func bearing(_ direction: (sine: Double, cosine: Double)) -> Double {
    let degrees = atan2(direction.sine, direction.cosine) * 180 / .pi
    let turned = degrees < 0 ? degrees + 360 : degrees
    return turned >= 360 || turned == 0 ? 0 : turned
  }
}

extension InverseProblem {
  /// A geodesic's length, and the sines and cosines of its bearings at both ends.
  private struct Solution {
    var sinStart: Double
    var cosStart: Double
    var sinEnd: Double
    var cosEnd: Double
    var metres: Double
  }

  /// The geodesic that connects the points along one meridian, or across a pole along two
  /// meridians. Nil if the points do not lie on the same meridian or on opposite meridians.
  ///
  /// A geodesic along meridians is always the shortest line between the two points that it
  /// connects.
  private var meridian: Solution? {
    guard sinEast == 0 || start.isPole else { return nil }
    let cosStart = start.isPole ? cosEast : cosEast < 0 ? -1 : 1
    let from = GeodesicSeries.Arc(sine: start.sine, cosine: cosStart * start.cosine)
    let to = GeodesicSeries.Arc(sine: end.sine, cosine: end.cosine)
    let metres = GeodesicSeries(sinAzimuth0: 0).distanceMetres(from: from, to: to)
    return Solution(
      sinStart: start.isPole ? sinEast : 0, cosStart: cosStart, sinEnd: 0, cosEnd: 1,
      metres: abs(metres))
  }

  /// The geodesic along the equator. Nil if the equator is not the shortest line between the
  /// points.
  private var equator: Solution? {
    guard abs(start.sine) == ReducedLatitude.trace, end.sine == 0,
      east <= (1 - Ellipsoid.flattening) * .pi
    else { return nil }
    return Solution(
      sinStart: 1, cosStart: 0, sinEnd: 1, cosEnd: 0,
      metres: Ellipsoid.equatorialRadius * east)
  }

  /// The geodesic found by Vincenty's iteration. Nil if the iteration does not converge.
  private var substitution: Solution? {
    let sinNorth = end.sine * start.cosine - end.cosine * start.sine
    var turn = east
    for _ in 0..<25 {
      let halfSine = sin(turn / 2)
      let versine = 2 * halfSine * halfSine
      let sinTurn = sin(turn)
      // These four values are sin σ₁₂ times the sines and cosines of the bearings.
      let eastAtStart = end.cosine * sinTurn
      let northAtStart = sinNorth + start.sine * end.cosine * versine
      let eastAtEnd = start.cosine * sinTurn
      let northAtEnd = sinNorth - end.sine * start.cosine * versine
      let sinSigma = hypot(eastAtStart, northAtStart)
      let cosSigma = start.sine * end.sine + start.cosine * end.cosine * (1 - versine)
      guard cosSigma > -0.99 else { return nil }
      guard sinSigma > 0 else {
        return Solution(sinStart: 0, cosStart: 1, sinEnd: 0, cosEnd: 1, metres: 0)
      }
      let series = GeodesicSeries(sinAzimuth0: eastAtStart / sinSigma * start.cosine)
      let from = GeodesicSeries.Arc(
        sine: start.sine, cosine: northAtStart / sinSigma * start.cosine)
      let to = GeodesicSeries.Arc(from.sigma + atan2(sinSigma, cosSigma))
      let nextTurn = east + series.longitudeDefect(from: from, to: to)
      if abs(nextTurn - turn) < 1e-15 {
        return Solution(
          sinStart: eastAtStart, cosStart: northAtStart, sinEnd: eastAtEnd, cosEnd: northAtEnd,
          metres: series.distanceMetres(from: from, to: to))
      }
      turn = nextTurn
    }
    return nil
  }

  /// The geodesic found by bisecting the initial bearing. The search ends with a geodesic that
  /// passes through the end point.
  private var bearingSearch: Solution {
    var low = 0.0
    var high = Double.pi
    for _ in 0..<54 {
      let middle = (low + high) / 2
      if geodesic(bearing: middle).east < east {
        low = middle
      } else {
        high = middle
      }
    }
    return geodesic(bearing: (low + high) / 2).solution
  }

  /// Follows the geodesic with the given initial bearing, in radians, from the start point to the
  /// parallel of the end point. Returns the geodesic, and the longitude difference between its
  /// ends. Source: Karney (2013), equations (5), (8), (10)–(13) and (45).
  private func geodesic(bearing: Double) -> (east: Double, solution: Solution) {
    let sinStart = sin(bearing)
    let cosStart = cos(bearing)
    let sinAzimuth0 = sinStart * start.cosine
    let cosineGain =
      start.cosine < -start.sine
      ? (end.cosine - start.cosine) * (end.cosine + start.cosine)
      : (start.sine - end.sine) * (start.sine + end.sine)
    let alongStart = cosStart * start.cosine
    let alongEnd = max(alongStart * alongStart + cosineGain, 0).squareRoot()
    let from = GeodesicSeries.Arc(sine: start.sine, cosine: alongStart)
    let to = GeodesicSeries.Arc(sine: end.sine, cosine: alongEnd)
    let turn =
      atan2(sinAzimuth0 * end.sine, alongEnd) - atan2(sinAzimuth0 * start.sine, alongStart)
    let series = GeodesicSeries(sinAzimuth0: sinAzimuth0)
    let solution = Solution(
      sinStart: sinStart, cosStart: cosStart, sinEnd: sinAzimuth0, cosEnd: alongEnd,
      metres: series.distanceMetres(from: from, to: to))
    return (turn - series.longitudeDefect(from: from, to: to), solution)
  }
}
