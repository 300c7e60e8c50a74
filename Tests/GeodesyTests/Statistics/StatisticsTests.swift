import Foundation
import Geodesy
import TestSupport
import Testing

@Suite struct StatisticsTests {
  @Test func `slope classes divide up the length of a track`() {
    // 500 m up at 10 %, 500 m flat, 500 m without elevations.
    let elevations = (0..<150).map { (index: Int) -> Double in
      index <= 50 ? Double(index) : index <= 100 ? 50 : .nan
    }
    let classes = SlopeClasses(.line(150, elevations: elevations), bounds: [-0.02, 0.02, 0.08])
    #expect(classes.classes.count == 4)
    #expect(abs(classes.classes[3].metres - 500) < 30)
    #expect(abs(classes.classes[1].metres - 500) < 30)
    #expect(classes.classes[0].metres == 0)
    #expect(abs(classes.unknownMetres - 490) < 30)
    let shares = classes.classes.reduce(0) { $0 + $1.share }
    #expect(abs(shares * 1490 + classes.unknownMetres - 1490) < 1e-3)
    #expect(classes.classes[0].lower == -.infinity && classes.classes[3].upper == .infinity)
    #expect(SlopeClasses(TrackColumns()).classes.allSatisfy { $0.share == 0 })
  }

  @Test func `slopes and speeds are averaged over a window`() {
    let columns = TrackColumns.line(
      100, seconds: 5, elevations: (0..<100).map { Double($0) + ($0 % 2 == 0 ? 1 : -1) })
    let slopes = TrackSeries.slopes(of: columns, windowMetres: 40)
    #expect(slopes[10..<90].allSatisfy { abs($0 - 0.1) < 0.051 })
    let speeds = TrackSeries.speeds(of: columns)
    #expect(speeds.allSatisfy { abs($0 - 2) < 1e-5 })
    var gaps = columns
    gaps.times[10] = .nan
    gaps.times[20] = 3
    gaps.elevations[30] = .nan
    #expect(TrackSeries.speeds(of: gaps)[10].isNaN && TrackSeries.speeds(of: gaps)[20].isNaN)
    #expect(TrackSeries.slopes(of: gaps)[30].isNaN && !TrackSeries.slopes(of: gaps)[31].isNaN)
    #expect(TrackSeries.speeds(of: .line(1))[0].isNaN)
    #expect(TrackSeries.speeds(of: TrackColumns()) == [])
  }

  @Test func `slopes are never computed across a segment break`() {
    let columns = TrackColumns.line(
      20, elevations: (0..<20).map { $0 < 10 ? 0 : 1000 }, segmentStarts: [0, 10])
    #expect(TrackSeries.slopes(of: columns).allSatisfy { $0 == 0 })
  }

  @Test(arguments: UnitSystem.allCases)
  func `splits add up to the whole track, and each has a consistent net climb`(
    units: UnitSystem
  ) throws {
    var random = SplitMix64.forTest()
    let columns = TrackColumns.wandering(600, segments: 2, &random)
    let whole = TrackMeasures(columns)
    let splits = try columns.splits(everyMetres: units.splitMetres)
    #expect(splits.count == Int((whole.lengthMetres / units.splitMetres).rounded(.up)))
    for split in splits.dropLast() {
      #expect(abs(split.measures.lengthMetres - units.splitMetres) < 1e-3)
    }
    let sum = { (value: (PieceMeasures) -> Double?) in
      splits.reduce(0.0) { $0 + (value($1) ?? 0) }
    }
    #expect(abs(sum { $0.measures.lengthMetres } - whole.lengthMetres) < 0.01)
    #expect(abs(sum(\.seconds) - (whole.durationSeconds ?? 0)) < 60)
    #expect(abs(sum { $0.measures.movingSeconds } - (whole.movingSeconds ?? 0)) < 60)
    let net = { (measures: TrackMeasures) in
      (measures.ascentMetres ?? 0) - (measures.descentMetres ?? 0)
    }
    #expect(abs(sum { net($0.measures) } - net(whole)) < 1e-6)
    for split in splits {
      let own = columns.columns(in: split.span)
      let ends = own.segments.filter { !$0.isEmpty }.reduce(0.0) {
        $0 + own.elevations[$1.upperBound - 1] - own.elevations[$1.lowerBound]
      }
      #expect(abs(net(split.measures) - ends) < 1e-9)
      #expect((split.speed ?? 0) > 0)
    }
  }

  @Test func `a track is divided into days of the given time zone`() throws {
    var columns = TrackColumns.line(6)
    let start = try Date("2024-03-30T20:00:00Z", strategy: .iso8601).timeIntervalSinceReferenceDate
    columns.times = (0..<6).map { start + Double($0) * 7200 }
    let zone = try #require(TimeZone(identifier: "Europe/Zurich"))
    let days = try columns.days(in: zone)
    #expect(days.map(\.piece.measures.points) == [2, 4])
    #expect(
      days.map { $0.day.formatted(.iso8601) } == ["2024-03-29T23:00:00Z", "2024-03-30T23:00:00Z"])
  }
}
