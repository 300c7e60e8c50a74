import Foundation
import Geodesy
import TestSupport
import Testing

@Suite struct HostileColumnsTests {
  private static let numbers: [Double] = [
    .nan, .infinity, -.infinity, 0, -0.0, 90, -90, 180, -180, 1e300, -1e300, 1e-300, 45.5, 45.5, 7,
    5000, 5100, 1e12,
  ]

  private func columns(_ random: inout SplitMix64) -> TrackColumns {
    let count = Int.random(in: 0...12, using: &random)
    let isMostlyValid = Bool.random(using: &random)
    func pick() -> Double {
      isMostlyValid && .random(in: 0...3, using: &random) > 0
        ? .random(in: 45...45.01, using: &random)
        : Self.numbers.randomElement(using: &random) ?? 0
    }
    var columns = TrackColumns(
      latitudes: (0..<count).map { _ in pick() }, longitudes: (0..<count).map { _ in pick() },
      elevations: (0..<count).map { _ in pick() }, times: (0..<count).map { _ in pick() })
    columns.segmentStarts =
      [0]
      + (0..<Int.random(in: 0...4, using: &random)).map { _ in
        .random(in: 0...count, using: &random)
      }
      .sorted()
    return columns
  }

  @Test func `hostile values never crash an operation or lose points of a track`() throws {
    var random = SplitMix64.forTest()
    let zone = try #require(TimeZone(identifier: "Europe/Zurich"))
    let corner = try #require(TileCorner(latitude: 45, longitude: 45))
    let tile = try ElevationTile(corner: corner, bytes: Data(count: 1201 * 1201 * 2))
    for _ in 0..<300 {
      let columns = columns(&random)
      let points = Set(0..<columns.count)
      let value = Self.numbers.randomElement(using: &random) ?? 0
      let date = Date(timeIntervalSinceReferenceDate: value)
      var cuts: [[TrackSpan]] = [
        columns.pieces(atGapsOverSeconds: value, orMetres: 5),
        columns.pieces(cutAt: [TrackPlace(3), TrackPlace(-1), TrackPlace(5, fraction: 0.5)]),
      ]
      cuts += [
        try? columns.pieces(everyMetres: 400_000), try? columns.pieces(everySeconds: 300),
        try? columns.pieces(byDayIn: zone),
      ].compactMap { $0 }
      let crop = columns.crop(from: date, to: nil)
      cuts.append(crop.inside + crop.outside)
      let part = columns.crop(metres: 5...max(5, abs(value.isNaN ? 9 : value)))
      cuts.append(part.inside + part.outside)
      for spans in cuts {
        #expect(Set(spans.flatMap(\.points)) == points)
        _ = columns.measures(of: spans)
      }
      _ = columns.approaches(to: Coordinate(latitude: value, longitude: 45), withinMetres: value)
      _ = TrackJoin([columns, columns], order: .time, gap: .line).columns(of: [columns, columns])
      let simplification = Simplification(columns)
      #expect(simplification.kept(toleranceMetres: -1).count == columns.count)
      _ = simplification.kept(count: 3)
      for method in [
        TrackSmoothing.median(points: 5), .bellOverDistance(metres: 9), .bellOverTime(seconds: 9),
      ] {
        _ = try columns.smoothed(method)
      }
      _ = (try? columns.resampled(everyMetres: 90_000))?.columns(of: columns)
      _ = (try? columns.resampled(everySeconds: 90))?.columns(of: columns)
      _ = columns.duplicates(by: .position) + columns.duplicates(by: .positionAndTime)
      _ = columns.spikes() + columns.timesOutOfOrder()
      _ = try columns.impossibleSpeeds(limit: 5)
      _ = columns.drift(at: try columns.stops(withinMetres: 20, forSeconds: 60))
      _ = columns.filledTimes()
      _ = try? columns.shiftedTimes(toStartAt: date)
      _ = try columns.estimatedTimes(.tobler(factor: 1), startingAt: date)
      _ = try columns.estimatedTimes(.naismith, startingAt: date)
      var grid = ElevationGrid { $0 == corner ? tile : nil }
      _ = try columns.elevations(from: &grid, .replace)
      _ = SlopeClasses(columns)
      for text in [">5m", "gap>5s", "gap>5m", "speed>5", "slope>5", "time>5:00", "dist>5"] {
        _ = try PointQuery(text).matches(in: PointQueryColumns(columns, zone: zone))
      }
    }
  }
}
