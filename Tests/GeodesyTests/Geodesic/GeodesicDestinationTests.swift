import Geodesy
import TestSupport
import Testing

@Suite struct GeodesicDestinationTests {
  @Test func `the worked example of Karney's paper is reproduced`() {
    // Karney (2013), table 2: φ₁ = 40°, α₁ = 30°, s₁₂ = 10 000 km.
    let end = Geodesic.destination(
      from: Coordinate(latitude: 40, longitude: 0), bearingDegrees: 30, distanceMetres: 10_000_000)
    #expect(abs(end.latitude - 41.793_310_205_06) < 1e-10)
    #expect(abs(end.longitude - 137.844_900_043_77) < 1e-10)
  }

  @Test func `the inverse solution's bearing and distance lead to the end point`() {
    var random = SplitMix64.forTest()
    for _ in 0..<2000 {
      let start = random.position(Coordinate.init)
      let end = random.position(Coordinate.init)
      let line = Geodesic.inverse(from: start, to: end)
      let reached = Geodesic.destination(
        from: start, bearingDegrees: line.initialBearingDegrees,
        distanceMetres: line.distanceMetres)
      #expect(reached.isValid)
      #expect(Geodesic.distanceMetres(from: reached, to: end) < 1e-4, "\(start) \(end)")
    }
  }

  @Test func `destinations due east, west and north are exact`() {
    let origin = Coordinate(latitude: 0, longitude: 179.5)
    let degree = 6_378_137 * Double.pi / 180
    let east = Geodesic.destination(from: origin, bearingDegrees: 90, distanceMetres: degree)
    #expect(abs(east.latitude) < 1e-12)
    #expect(abs(east.longitude - -179.5) < 1e-11)
    let west = Geodesic.destination(from: origin, bearingDegrees: -90, distanceMetres: degree)
    #expect(abs(west.longitude - 178.5) < 1e-11)
    let north = Geodesic.destination(
      from: origin, bearingDegrees: 0, distanceMetres: 10_001_965.729_313)
    #expect(abs(north.latitude - 90) < 1e-9)
  }

  @Test func `at a pole the bearing selects the meridian`() {
    let pole = Coordinate(latitude: 90, longitude: 10)
    let end = Geodesic.destination(from: pole, bearingDegrees: 150, distanceMetres: 1_000_000)
    #expect(abs(end.longitude - 40) < 1e-9)
    let line = Geodesic.inverse(from: pole, to: end)
    #expect(abs(line.initialBearingDegrees - 150) < 1e-9)
    #expect(abs(line.distanceMetres - 1_000_000) < 1e-6)
  }

  @Test func `a negative distance leads in the opposite direction`() {
    let start = Coordinate(latitude: 45.7, longitude: 6.7)
    let back = Geodesic.destination(from: start, bearingDegrees: 70, distanceMetres: -1000)
    let ahead = Geodesic.destination(from: start, bearingDegrees: 250, distanceMetres: 1000)
    #expect(Geodesic.distanceMetres(from: back, to: ahead) < 1e-6)
  }
}
