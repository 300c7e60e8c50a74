import BaseMap
import CartographerCore
import Foundation
import Geodesy
import TerminalUI
import TestSupport
import Testing

@testable import CartographerPresentation

@Suite struct VisitedTests {
  private let map: InstalledBaseMap

  init() throws { map = try InstalledBaseMap() }

  private func track(
    _ points: [(Double, Double)], times: [Double]? = nil, segmentStarts: [Int] = [0]
  ) -> TrackColumns {
    TrackColumns(
      latitudes: points.map(\.0), longitudes: points.map(\.1),
      elevations: points.map { _ in .nan }, times: times ?? points.map { _ in .nan },
      segmentStarts: segmentStarts)
  }

  private func report(
    _ tracks: [TrackColumns], places: [Coordinate] = [], times: Range<Date>? = nil
  ) throws -> VisitedReport {
    var counter = try VisitedCounter(map, times: times, zone: .gmt)
    for place in places { try counter.add(place, nil) }
    for track in tracks { try counter.add(track) }
    return VisitedReport(counter)
  }

  private func count(_ code: String, _ report: VisitedReport) -> VisitedCounter.Count? {
    report.countries.first { $0.area.countryCode == code }?.count
  }

  @Test func `a track counts once in each country, with the length in that country`() throws {
    // From Geneva along the lake to Évian and back.
    let way = [(46.20, 6.15), (46.25, 6.20), (46.35, 6.35), (46.38, 6.50), (46.40, 6.59)]
    let report = try report([track(way + way.reversed()), track([(46.53, 6.63), (46.52, 6.64)])])
    let france = try #require(count("FR", report))
    let swiss = try #require(count("CH", report))
    #expect(france.tracks == 1 && swiss.tracks == 2)
    #expect(report.total.tracks == 2)
    #expect(abs(france.metres + swiss.metres - report.total.metres) < 1e-6)
    #expect(france.metres > 20_000 && swiss.metres > 5_000)
    #expect(report.countries.map(\.area.countryCode) == ["CH", "FR"])
  }

  @Test func `distant points of a track touch the cells between them`() throws {
    let report = try report([track([(46.05, 7.05), (46.05, 7.95)])])
    #expect(report.cells.count == 10)
    #expect(report.cells.map(\.southWest.latitude).allSatisfy { $0 == 46 })
    #expect(report.cells.map(\.southWest.longitude).min() == 7)
    let crossing = try self.report([track([(-17.05, 179.95), (-17.05, -179.95)])])
    #expect(crossing.cells.count == 2, "the short way across the antimeridian")
  }

  @Test func `a gap between segments touches no cell and has no length`() throws {
    let report = try report([
      track([(46.05, 7.05), (46.06, 7.05), (46.05, 7.85), (46.06, 7.85)], segmentStarts: [0, 2])
    ])
    #expect(report.cells.count == 2)
    #expect(report.total.metres < 3_000)
  }

  @Test func `positions at sea and far from towns are counted separately`() throws {
    let report = try report(
      [],
      places: [
        Coordinate(latitude: 30, longitude: -40), Coordinate(latitude: -75, longitude: 60),
        Coordinate(latitude: 52.37, longitude: 4.9),
      ])
    #expect(report.nowhere.places == 2)
    #expect(report.countries.map(\.area.countryCode) == ["NL"])
    #expect(report.total.places == 3)
  }

  @Test func `days are local days, and a time range leaves out all other points`() throws {
    let noon = 86_400.0 * 9_000 + 43_200
    let points = [(46.20, 6.15), (46.21, 6.16), (46.22, 6.17), (46.23, 6.18)]
    let times = [noon, noon + 100, noon + 86_400, noon + 86_500]
    let walk = track(points, times: times)
    #expect(try report([walk]).total.dayCount == 2)
    let first = Date(timeIntervalSinceReferenceDate: noon - 1)
    let range = first..<first.addingTimeInterval(1_000)
    let part = try report(
      [walk, track(points)], places: [Coordinate(latitude: 46, longitude: 6)], times: range)
    #expect(part.total.dayCount == 1 && part.total.tracks == 1 && part.total.places == 0)
    #expect(part.total.metres > 1_000 && part.total.metres < 2_000)
  }

  /// In each case, the nearest town is in the neighbouring country or region.
  @Test(arguments: [
    // The Theodul glacier above Zermatt; Breuil-Cervinia in Italy is nearer.
    (45.955, 7.72, "CH", "Valais"),
    // The Inner Mont Blanc glacier above Courmayeur.
    (45.83, 6.90, "IT", "Aosta Valley"),
    // Lauterbrunnen's valley head: the nearest towns lie in the canton of Valais.
    (46.50, 7.93, "CH", "Bern"),
  ])
  func `borders separate positions from the towns of other countries and regions`(
    latitude: Double, longitude: Double, country: String, region: String
  ) throws {
    var finder = AreaFinder(map.file, try map.towns().gazetteer)
    let cell = GridCell(latitude: latitude, longitude: longitude, perDegree: 10)
    let area = try finder.area(latitude: latitude, longitude: longitude, in: cell)
    #expect(area?.countryCode == country)
    #expect(area?.region == region)
  }

  /// Compares with every line of the layers, without cells.
  @Test func `the cells of the borders find each crossing`() throws {
    var random = SplitMix64.forTest()
    var borders = BorderLines(map.file)
    let bounds = GeoBounds(south: 42.001, west: 0.001, north: 49.999, east: 9.999)
    let block = try #require(
      try map.file.blockID(
        of: .borders, .million10, at: Coordinate(latitude: 46, longitude: 6)
      ).flatMap(map.file.block))
    var crossed = 0
    for _ in 0..<600 {
      let one = Coordinate(
        latitude: .random(in: bounds.south...bounds.north, using: &random),
        longitude: .random(in: bounds.west...bounds.east, using: &random))
      let other = Coordinate(
        latitude: min(one.latitude + .random(in: -1...1, using: &random), bounds.north),
        longitude: min(max(one.longitude + .random(in: -1...1, using: &random), 0.001), 9.999))
      let expected = block.features.contains { line in
        line.points.dropFirst().contains { index in
          let legs = [
            (one.longitude, one.latitude), (other.longitude, other.latitude),
            (block.longitudes[index - 1], block.latitudes[index - 1]),
            (block.longitudes[index], block.latitudes[index]),
          ]
          func side(_ a: Int, _ b: Int, _ c: Int) -> Double {
            (legs[b].0 - legs[a].0) * (legs[c].1 - legs[a].1)
              - (legs[b].1 - legs[a].1) * (legs[c].0 - legs[a].0)
          }
          return side(0, 1, 2) * side(0, 1, 3) < 0 && side(2, 3, 0) * side(2, 3, 1) < 0
        }
      }
      if expected { crossed += 1 }
      #expect(try borders.separate(one, other, kinds: [.country]) == expected)
    }
    #expect(crossed > 50)
  }

  @Test(arguments: [
    (46.0, 7.0, true), (30, -40, false), (-80, 60, true), (35.4, 138.7, true),
    (59.9, 10.7, true), (0.05, -15, false), (-17.8, 178.0, true), (89.5, 0, false),
  ])
  func `the land cells agree with the world`(latitude: Double, longitude: Double, isLand: Bool)
    throws
  {
    var land = LandCells(map.file)
    let cell = GridCell(latitude: latitude, longitude: longitude, perDegree: 10)
    #expect(try land.contain(cell) == isLand)
  }

  @Test func `the tables list countries, regions and cells by their counts`() throws {
    let report = try report(
      [track([(46.20, 6.15), (46.21, 6.16)])],
      places: [
        Coordinate(latitude: 46.53, longitude: 6.63), Coordinate(latitude: 45.92, longitude: 6.87),
      ])
    let text = report.lines(units: .metric, listsCells: true).map(\.string)
    #expect(text[1].hasPrefix("Switzerland") && text[2].hasPrefix("France"))
    #expect(text.contains { $0.hasPrefix("total") })
    #expect(text.contains { $0.contains("46.2° 6.1°") })
    #expect(text.contains { $0.contains("Vaud") && $0.contains("Switzerland") })
  }
}
