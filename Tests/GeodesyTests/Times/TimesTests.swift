import Foundation
import Geodesy
import TestSupport
import Testing

@Suite struct TimesTests {
  @Test func `times are shifted by a duration or to a start time`() throws {
    var columns = TrackColumns.line(3)
    columns.times = [20, .nan, 10]
    #expect(columns.shiftedTimes(bySeconds: 5)[0] == 25)
    let shifted = try columns.shiftedTimes(toStartAt: Date(timeIntervalSinceReferenceDate: 1000))
    #expect(shifted[0] == 1010 && shifted[1].isNaN && shifted[2] == 1000)
    #expect(throws: TrackError.self) {
      try TrackColumns().shiftedTimes(toStartAt: Date(timeIntervalSinceReferenceDate: 0))
    }
  }

  @Test func `missing times between known ones are filled by distance, others stay missing`() {
    var columns = TrackColumns.line(8, segmentStarts: [0, 6])
    columns.longitudes[3] = columns.longitudes[2]
    columns.times = [.nan, 0, .nan, .nan, 40, .nan, .nan, 100]
    let filled = columns.filledTimes()
    // Points 2 and 3 coincide, a third of the way from point 1 to point 4.
    #expect(abs(filled.times[2] - 40.0 / 3) < 1e-6 && abs(filled.times[3] - 40.0 / 3) < 1e-6)
    #expect(filled.times[0].isNaN && filled.times[5].isNaN && filled.times[6].isNaN)
    #expect(filled.filled == 2 && filled.missing == 3)
    columns.times = [50, .nan, 40, 60, 70, 80, 90, 100]
    #expect(columns.filledTimes().filled == 0 && columns.filledTimes().missing == 1)
    var still = TrackColumns.line(4, step: 0)
    still.times = [0, .nan, .nan, 30]
    #expect(still.filledTimes().times == [0, 10, 20, 30])
  }

  @Test func `Tobler's hiking function gives the published speeds`() {
    // 5.037 km/h on flat terrain, and at most 6 km/h on a descent of 5 %.
    let flat = PaceModel.tobler(factor: 1).seconds(metres: 1000, climb: 0)
    #expect(abs(3600 / flat - 6 * exp(-0.175)) < 1e-9)
    #expect(abs(PaceModel.tobler(factor: 1).seconds(metres: 6000, climb: -300) - 3600) < 1e-9)
    #expect(PaceModel.tobler(factor: 0.6).seconds(metres: 1000, climb: 0) == flat / 0.6)
  }

  @Test(arguments: [
    (5000.0, 0.0, 3600.0), (5000.0, 600.0, 7200.0), (5000.0, -300.0, 3600.0),
    (3000.0, -300.0, 1560.0), (1000.0, -300.0, 1320.0), (0.0, 100.0, 0.0),
  ])
  func `Naismith's rule with Langmuir's corrections gives the published durations`(
    metres: Double, climb: Double, seconds: Double
  ) {
    #expect(abs(PaceModel.naismith.seconds(metres: metres, climb: climb) - seconds) < 1e-9)
  }

  @Test func `estimated times never decrease and do not advance across a break`() throws {
    let start = Date(timeIntervalSinceReferenceDate: 700_000_000)
    var random = SplitMix64.forTest()
    let columns = TrackColumns.wandering(200, segments: 2, &random)
    for model in [PaceModel.tobler(factor: 1), .naismith, .constant(metresPerSecond: 1.2)] {
      let times = try columns.estimatedTimes(model, startingAt: start)
      #expect(times.first == 700_000_000)
      #expect(zip(times, times.dropFirst()).allSatisfy { $0 <= $1 })
    }
    let flat = TrackColumns.line(11, segmentStarts: [0, 5])
    let even = try flat.estimatedTimes(.constant(metresPerSecond: 2), startingAt: start)
    #expect(abs((even.last ?? 0) - 700_000_000 - 45) < 1e-6)
    #expect(even[4] == even[5])
    #expect(throws: TrackError.self) {
      try flat.estimatedTimes(.constant(metresPerSecond: 0), startingAt: start)
    }
    #expect(try TrackColumns().estimatedTimes(.naismith, startingAt: start) == [])
  }

  @Test func `a climb takes longer than flat terrain in both walking models`() throws {
    let start = Date(timeIntervalSinceReferenceDate: 0)
    let up = TrackColumns.line(100, elevations: (0..<100).map { Double($0) * 2 })
    let flat = TrackColumns.line(100)
    for model in [PaceModel.tobler(factor: 1), .naismith] {
      let (climbing, level) = (
        try up.estimatedTimes(model, startingAt: start).last ?? 0,
        try flat.estimatedTimes(model, startingAt: start).last ?? 0
      )
      #expect(climbing > level * 1.5)
    }
    // 990 m with a climb of 198 m, by Naismith's rule.
    let sum = try up.estimatedTimes(.naismith, startingAt: start).last ?? 0
    #expect(abs(sum - (990 / 5000 * 3600 + 198.0 / 600 * 3600)) < 1)
  }
}
