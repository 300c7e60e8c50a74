import Foundation
import Geodesy
import TestSupport
import Testing

@Suite struct GeodesicInverseTests {
  @Test func `distances and bearings agree with the table of an independent program`() throws {
    let file = PackageFiles.fixture("geodesy/inverse.csv")
    let records = try CommaSeparatedTable(String(contentsOf: file, encoding: .utf8)).records
    #expect(records.count == 360)
    for record in records {
      func number(_ name: String) throws -> Double {
        try #require(record[name].flatMap(Double.init), "\(record)")
      }
      let start = Coordinate(
        latitude: try number("latitude1"), longitude: try number("longitude1"))
      let end = Coordinate(latitude: try number("latitude2"), longitude: try number("longitude2"))
      let metres = try number("distanceMetres")
      let line = Geodesic.inverse(from: start, to: end)
      #expect(abs(line.distanceMetres - metres) < 1e-6, "\(record): \(line)")
      // Over a few centimetres, a bearing is only as precise as its end points, about 2 nm.
      let tolerance = 1e-8 + 1e-6 / max(metres, 0.01)
      for (ours, name) in [
        (line.initialBearingDegrees, "initialBearingDegrees"),
        (line.finalBearingDegrees, "finalBearingDegrees"),
      ] where metres > 0 && record["kind"] != "opposite" {
        let turn = (ours - (try number(name))).remainder(dividingBy: 360)
        #expect(abs(turn) < tolerance, "\(name) \(record): \(line)")
      }
      let quick = Geodesic.distanceMetres(from: start, to: end)
      #expect(abs(quick - metres) <= 1e-6 + metres * 1e-8, "\(record): \(quick)")
    }
  }

  @Test func `the line from Flinders Peak to Buninyong is as published`() {
    // The worked example of Geoscience Australia's GDA94 technical manual.
    let flindersPeak = Coordinate(
      latitude: -(37 + 57 / 60 + 3.72030 / 3600), longitude: 144 + 25 / 60 + 29.52440 / 3600)
    let buninyong = Coordinate(
      latitude: -(37 + 39 / 60 + 10.15610 / 3600), longitude: 143 + 55 / 60 + 35.38390 / 3600)
    let line = Geodesic.inverse(from: flindersPeak, to: buninyong)
    #expect(abs(line.distanceMetres - 54_972.271) < 0.0005)
    #expect(abs(line.initialBearingDegrees - (306 + 52 / 60 + 5.37 / 3600)) < 0.01 / 3600)
    #expect(abs(line.finalBearingDegrees - (307 + 10 / 60 + 25.07 / 3600)) < 0.01 / 3600)
  }

  @Test func `the nearly antipodal points of Karney's paper are solved`() {
    // Karney (2013), the worked example of section 4.
    let line = Geodesic.inverse(
      from: Coordinate(latitude: -30, longitude: 0),
      to: Coordinate(latitude: 29.9, longitude: 179.8))
    #expect(abs(line.distanceMetres - 19_989_832.827_610) < 1e-6)
    #expect(abs(line.initialBearingDegrees - 161.890_524_736) < 1e-8)
  }

  @Test func `a line of GeodTest is reproduced`() {
    // C. F. F. Karney's GeodTest.dat, doi 10.5281/zenodo.32156.
    let line = Geodesic.inverse(
      from: Coordinate(latitude: 36.530_042_355_041, longitude: 0),
      to: Coordinate(latitude: -48.164_270_779_097_77, longitude: 5.762_344_694_676_511))
    #expect(abs(line.distanceMetres - 9_398_502.043_468_7) < 1e-6)
    #expect(abs(line.initialBearingDegrees - 176.125_875_162_171) < 1e-10)
    #expect(abs(line.finalBearingDegrees - 175.334_308_316_285) < 1e-10)
  }

  @Test func `quarter meridian and equator have their known lengths`() {
    let origin = Coordinate(latitude: 0, longitude: 0)
    let pole = Geodesic.inverse(from: origin, to: Coordinate(latitude: 90, longitude: 33))
    #expect(abs(pole.distanceMetres - 10_001_965.729_313) < 1e-5)
    #expect(pole.initialBearingDegrees == 0)
    let degree = Geodesic.inverse(from: origin, to: Coordinate(latitude: 0, longitude: 1))
    #expect(abs(degree.distanceMetres - 6_378_137 * Double.pi / 180) < 1e-7)
    #expect(abs(degree.initialBearingDegrees - 90) < 1e-12)
    let opposite = Geodesic.inverse(from: origin, to: Coordinate(latitude: 0, longitude: 180))
    #expect(abs(opposite.distanceMetres - 20_003_931.458_625) < 1e-5)
    #expect(opposite.initialBearingDegrees == 0)
    #expect(opposite.finalBearingDegrees == 180)
    let poles = Geodesic.inverse(
      from: Coordinate(latitude: 90, longitude: 0), to: Coordinate(latitude: -90, longitude: 77))
    #expect(abs(poles.distanceMetres - 20_003_931.458_625) < 1e-5)
  }

  @Test func `the distance is the same in both directions and the bearings are reversed`() {
    var random = SplitMix64.forTest()
    for _ in 0..<2000 {
      let start = random.position(Coordinate.init)
      let end = random.position(Coordinate.init)
      let there = Geodesic.inverse(from: start, to: end)
      let back = Geodesic.inverse(from: end, to: start)
      #expect(abs(there.distanceMetres - back.distanceMetres) < 1e-8, "\(start) \(end)")
      let turn = (there.initialBearingDegrees - back.finalBearingDegrees - 180)
        .remainder(dividingBy: 360)
      #expect(abs(turn) < 1e-9, "\(start) \(end)")
      let shifted = Geodesic.inverse(
        from: Coordinate(latitude: start.latitude, longitude: start.longitude + 360), to: end)
      #expect(abs(shifted.distanceMetres - there.distanceMetres) < 1e-6)
    }
  }

  @Test func `the fast distance of neighbouring points agrees with the exact one`() {
    var random = SplitMix64.forTest()
    for _ in 0..<20_000 {
      let latitude = Double.random(in: -90...90, using: &random)
      let longitude = Double.random(in: -180...180, using: &random)
      let start = Coordinate(latitude: latitude, longitude: longitude)
      let reach = Geodesic.neighbourDegrees
      let end = Coordinate(
        latitude: min(max(latitude + .random(in: -reach...reach, using: &random), -90), 90),
        longitude: longitude + .random(in: -reach...reach, using: &random))
      let quick = Geodesic.distanceMetres(from: start, to: end)
      let exact = Geodesic.inverse(from: start, to: end).distanceMetres
      #expect(abs(quick - exact) <= 2e-8 * exact + 1e-7, "\(start) \(end) \(quick) \(exact)")
    }
  }

  @Test func `the distance is 0 to the same coordinate and short across the antimeridian`() {
    let place = Coordinate(latitude: 45.7, longitude: 6.7)
    #expect(
      Geodesic.inverse(from: place, to: place)
        == GeodesicLine(distanceMetres: 0, initialBearingDegrees: 0, finalBearingDegrees: 0))
    #expect(Geodesic.distanceMetres(from: place, to: place) == 0)
    let west = Coordinate(latitude: -17, longitude: 179.999)
    let east = Coordinate(latitude: -17, longitude: -179.999)
    #expect(abs(Geodesic.distanceMetres(from: west, to: east) - 212.9) < 0.1)
  }

  @Test func `invalid coordinates never crash the geodesic functions`() {
    let fine = Coordinate(latitude: 1, longitude: 2)
    for value in [Double.nan, .infinity, -.infinity, 1e300] {
      for broken in [
        Coordinate(latitude: value, longitude: 0), Coordinate(latitude: 0, longitude: value),
      ] {
        _ = Geodesic.inverse(from: fine, to: broken)
        _ = Geodesic.inverse(from: broken, to: fine)
        _ = Geodesic.destination(from: broken, bearingDegrees: value, distanceMetres: value)
      }
    }
    #expect(Geodesic.distanceMetres(from: fine, to: Coordinate(latitude: .nan, longitude: 0)).isNaN)
  }
}
