import Foundation
import Geodesy
import TestSupport
import Testing

@Suite struct TrackMeasuresTests {
  /// Returns points northward along a meridian, `step` metres and `seconds` seconds apart.
  private func track(
    elevations: [Double], step: Double = 10, seconds: Double = 10, segmentStarts: [Int] = [0]
  ) -> TrackColumns {
    let places = elevations.indices.map {
      Geodesic.destination(
        from: Coordinate(latitude: 45.7, longitude: 6.7), bearingDegrees: 0,
        distanceMetres: Double($0) * step)
    }
    return TrackColumns(
      latitudes: places.map(\.latitude), longitudes: places.map(\.longitude),
      elevations: elevations, times: elevations.indices.map { Double($0) * seconds },
      segmentStarts: segmentStarts)
  }

  @Test func `a steady climb is measured exactly`() {
    let measures = TrackMeasures(track(elevations: [1000, 1010, 1020, 1035]))
    #expect(measures.points == 4)
    #expect(measures.segments == 1)
    #expect(abs(measures.lengthMetres - 30) < 1e-4)
    #expect(measures.ascentMetres == 35)
    #expect(measures.descentMetres == 0)
    #expect(measures.elevationMin == 1000)
    #expect(measures.elevationMax == 1035)
    #expect(measures.durationSeconds == 30)
    #expect(measures.movingSeconds == 30)
    #expect(abs((measures.speedMean ?? 0) - 1) < 1e-5)
    #expect(abs((measures.speedMax ?? 0) - 1) < 1e-5)
    #expect(measures.thresholdMetres == 5)
    #expect(measures.timeFirst == Date(timeIntervalSinceReferenceDate: 0))
    #expect(measures.timeLast == Date(timeIntervalSinceReferenceDate: 30))
    #expect(abs((measures.bounds?.south ?? 0) - 45.7) < 1e-9)
  }

  @Test func `elevation noise below the threshold does not add up`() {
    let rest = (0..<1000).map { $0 % 2 == 0 ? 1000.0 : 1004.5 }
    let atRest = TrackMeasures(track(elevations: rest))
    #expect(atRest.ascentMetres == 4.5)
    #expect(atRest.descentMetres == 0)
    let uphill = (0..<1000).map { (i: Int) -> Double in Double(1000 + i + i % 2 * 3) }
    #expect(TrackMeasures(track(elevations: uphill)).ascentMetres == 1002)
    #expect(TrackMeasures(track(elevations: rest), thresholdMetres: 4).ascentMetres == 2250)
  }

  @Test func `a reversal of at least the threshold counts between its extremes`() {
    let measures = TrackMeasures(track(elevations: [100, 98, 103, 120, 117, 121, 110, 112]))
    #expect(measures.ascentMetres == 25)
    #expect(measures.descentMetres == 13)
  }

  @Test func `ascent minus descent is the net climb of the segments`() {
    var random = SplitMix64.forTest()
    for round in 0..<300 {
      // Eighths of a metre add up without rounding, so that equality is exact.
      var elevation = 1000.0
      let count = Int.random(in: 1...200, using: &random)
      let elevations = (0..<count).map { _ in
        elevation += Double(Int.random(in: -80...80, using: &random)) / 8
        return elevation
      }
      let cut = Int.random(in: 0..<count, using: &random)
      let threshold = Double.random(in: 0...30, using: &random)
      let columns = track(elevations: elevations, segmentStarts: cut == 0 ? [0] : [0, cut])
      let measures = TrackMeasures(columns, thresholdMetres: threshold)
      let net = columns.segments.reduce(0.0) {
        $0 + elevations[$1.upperBound - 1] - elevations[$1.lowerBound]
      }
      let ascent = measures.ascentMetres ?? .nan
      let descent = measures.descentMetres ?? .nan
      #expect(ascent - descent == net, "round \(round), threshold \(threshold)")
      #expect(ascent >= 0 && descent >= 0)
      let looser = TrackMeasures(columns, thresholdMetres: threshold + 5)
      #expect((looser.ascentMetres ?? .nan) <= ascent)
    }
  }

  @Test func `nothing is measured across a segment break`() {
    var columns = track(elevations: [1000, 1010, 2000, 2020], segmentStarts: [0, 2])
    columns.latitudes[2] += 1
    columns.latitudes[3] += 1
    columns.times[2] = 5000
    columns.times[3] = 5010
    let measures = TrackMeasures(columns)
    #expect(abs(measures.lengthMetres - 20) < 1e-2)
    #expect(measures.ascentMetres == 30)
    #expect(measures.durationSeconds == 5010)
    #expect(measures.movingSeconds == 20)
    #expect((measures.speedMax ?? .infinity) < 1.01)
    #expect(measures.segmentMeasures.map(\.points) == [2, 2])
    #expect(
      measures.segmentMeasures.last?.timeFirst == Date(timeIntervalSinceReferenceDate: 5000))
    let distances = TrackMeasures.cumulativeMetres(columns)
    #expect(distances[1] == distances[2])
    #expect(abs(distances[3] - measures.lengthMetres) < 1e-9)
  }

  @Test func `segments without points are counted but add nothing to the measures`() {
    let columns = track(elevations: [1, 2], segmentStarts: [0, 0, 1, 2])
    let measures = TrackMeasures(columns)
    #expect(measures.segments == 4)
    #expect(measures.segmentMeasures.map(\.points) == [0, 1, 1, 0])
    #expect(measures.lengthMetres == 0)
    let empty = TrackMeasures(TrackColumns())
    #expect(empty.points == 0)
    #expect(empty.bounds == nil)
    #expect(empty.ascentMetres == nil)
    #expect(empty.durationSeconds == nil)
    #expect(TrackMeasures.cumulativeMetres(TrackColumns()) == [])
  }

  @Test(arguments: [
    (0, 20, false), (1, 19, true), (17, 20, true), (18, 20, false), (20, 20, false),
  ])
  func `elevations are partial if more than a tenth of the points have none`(
    known: Int, points: Int, isPartial: Bool
  ) {
    let elevations = (0..<points).map { $0 < known ? 1_000 : Double.nan }
    let measures = TrackMeasures(track(elevations: elevations))
    #expect(measures.hasPartialElevations == isPartial)
    #expect(measures.elevationCount == (known > 0 ? known : nil))
  }

  @Test func `points without elevation or time are ignored`() {
    var columns = track(elevations: [1000, .nan, 1020, .nan])
    columns.times[1] = .nan
    columns.times[3] = .nan
    let measures = TrackMeasures(columns)
    #expect(measures.ascentMetres == 20)
    #expect(measures.durationSeconds == 20)
    #expect(measures.movingSeconds == 20)
    #expect(abs((measures.speedMean ?? 0) - 1) < 1e-5)
    columns.elevations = [.nan, .nan, .nan, .nan]
    columns.times = [.nan, .nan, .nan, .nan]
    let bare = TrackMeasures(columns)
    #expect(bare.ascentMetres == nil)
    #expect(bare.elevationMin == nil)
    #expect(bare.movingSeconds == nil)
    #expect(bare.speedMax == nil)
    #expect(bare.timeFirst == nil)
  }

  @Test func `a rest counts as duration but not as moving time`() {
    var columns = track(elevations: [1, 1, 1, 1])
    columns.latitudes[2] = columns.latitudes[1]
    columns.latitudes[3] = columns.latitudes[1]
    columns.times = [0, 10, 1810, 1820]
    let measures = TrackMeasures(columns)
    #expect(measures.durationSeconds == 1820)
    #expect(measures.movingSeconds == 10)
  }

  @Test func `a single fast second does not set the maximum speed`() throws {
    var columns = track(elevations: [Double](repeating: 1, count: 60), step: 1, seconds: 1)
    columns.longitudes[30] += 0.0001
    let speed = try #require(TrackMeasures(columns).speedMax)
    #expect(speed > 1 && speed < 3)
  }

  @Test func `times that run backward add no moving time`() {
    var columns = track(elevations: [1, 1, 1, 1, 1, 1])
    columns.times = [100, 50, 50, 60, 70, 80]
    let measures = TrackMeasures(columns)
    #expect(measures.timeFirst == Date(timeIntervalSinceReferenceDate: 50))
    #expect(measures.durationSeconds == 50)
    #expect(measures.movingSeconds == 0)
  }

  @Test func `times in no order give no duration and no speed`() throws {
    var columns = track(elevations: [1, 1, 1, 1, 1, 1], step: 200)
    columns.times = [700, 120, 600, 60, 500, 0]
    let measures = TrackMeasures(columns)
    #expect(measures.timeFirst == Date(timeIntervalSinceReferenceDate: 0))
    #expect(measures.timeLast == Date(timeIntervalSinceReferenceDate: 700))
    #expect(measures.durationSeconds == nil)
    #expect(measures.movingSeconds == nil)
    #expect(measures.speedMean == nil)
    #expect(measures.speedMax == nil)
    #expect(measures.lengthMetres > 0)
    #expect(TrackSeries.speeds(of: columns).allSatisfy { $0.isNaN })
    let pieces = columns.measures(of: try columns.pieces(everyMetres: 300))
    #expect(pieces.count > 1 && pieces.allSatisfy { $0.seconds == nil && $0.speed == nil })
  }

  @Test func `segments in any order keep their duration and speed`() {
    var columns = track(elevations: [1, 1, 1, 1], step: 200)
    columns.times = [1_000, 1_060, 0, 60]
    columns.segmentStarts = [0, 2]
    let measures = TrackMeasures(columns)
    #expect(measures.durationSeconds == 1_060)
    #expect(measures.speedMax != nil)
  }

  @Test func `the moving time never exceeds the duration`() throws {
    var columns = track(elevations: Array(repeating: 1000, count: 8), step: 200)
    columns.times = [0, 60, 120, 30, 90, 150, 10, 160]
    let measures = TrackMeasures(columns)
    #expect(measures.durationSeconds == 160)
    #expect(try #require(measures.movingSeconds) <= 160)
  }

  @Test func `a track across the antimeridian has a short length and narrow bounds`() {
    let columns = TrackColumns(
      latitudes: [-17, -17], longitudes: [179.999, -179.999], elevations: [.nan, .nan],
      times: [.nan, .nan])
    let measures = TrackMeasures(columns)
    #expect(abs(measures.lengthMetres - 212.9) < 0.1)
    #expect(measures.bounds?.crossesAntimeridian == true)
  }

  @Test func `the cumulative distance at the last point is the length`() {
    let count = 20_000
    var random = SplitMix64.forTest()
    var latitude = 45.0
    let latitudes = (0..<count).map { _ in
      latitude += .random(in: -0.0001...0.0001, using: &random)
      return latitude
    }
    let columns = TrackColumns(
      latitudes: latitudes, longitudes: [Double](repeating: 6, count: count),
      elevations: latitudes.map { $0 * 1000 }, times: (0..<count).map(Double.init))
    let measures = TrackMeasures(columns)
    #expect(measures.points == count)
    #expect(TrackMeasures.cumulativeMetres(columns).last == measures.lengthMetres)
  }
}
