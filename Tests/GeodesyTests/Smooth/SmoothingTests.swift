import Foundation
import Geodesy
import TestSupport
import Testing

@Suite struct SmoothingTests {
  private static let ways: [TrackSmoothing] = [
    .median(points: 5), .bellOverDistance(metres: 60), .bellOverTime(seconds: 45),
  ]

  @Test(arguments: startsOfTracks, ways)
  func `ends and net climbs of segments stay, and the rest moves a little`(
    start: Coordinate, way: TrackSmoothing
  ) throws {
    var random = SplitMix64.forTest()
    for _ in 0..<4 {
      let columns = TrackColumns.wandering(120, from: start, segments: 3, &random)
      let smooth = try columns.smoothed(way)
      #expect(smooth.columns.count == 120 && smooth.changed > 40)
      #expect(smooth.columns.times == columns.times)
      #expect(smooth.columns.segmentStarts == columns.segmentStarts)
      #expect(smooth.greatestShiftMetres > 0.1 && smooth.greatestShiftMetres < 300)
      var net = 0.0
      for range in columns.segments where !range.isEmpty {
        for end in [range.lowerBound, range.upperBound - 1] {
          #expect(smooth.columns.coordinate(end) == columns.coordinate(end))
          #expect(smooth.columns.elevations[end] == columns.elevations[end])
        }
        net += columns.elevations[range.upperBound - 1] - columns.elevations[range.lowerBound]
      }
      let measures = TrackMeasures(smooth.columns)
      #expect(abs((measures.ascentMetres ?? 0) - (measures.descentMetres ?? 0) - net) < 1e-9)
      #expect(measures.lengthMetres < columns.length)
      #expect(smooth.columns.latitudes.allSatisfy { abs($0) <= 90 })
      #expect(smooth.columns.longitudes.allSatisfy { abs($0) <= 180 })
    }
  }

  @Test func `a straight line and an even climb stay what they are`() throws {
    let columns = TrackColumns.line(50, elevations: (0..<50).map { Double($0) * 2 })
    for way in Self.ways {
      let smooth = try columns.smoothed(way)
      #expect(smooth.greatestShiftMetres < 1e-6)
      #expect(smooth.greatestRiseMetres < 1e-9)
    }
  }

  @Test func `the bell has its deviation`() throws {
    // One step of height: smoothed, it is the sum of the weights up to each place.
    let columns = TrackColumns.line(401, step: 1, elevations: (0..<401).map { $0 < 200 ? 0 : 1 })
    let smooth = try columns.smoothed(.bellOverDistance(metres: 20), positions: false).columns
    // At 199.5 the step is half; one deviation on, a normal distribution has 84.13 %.
    #expect(abs((smooth.elevations[199] + smooth.elevations[200]) / 2 - 0.5) < 1e-9)
    for (offset, share) in [(20, 0.8413), (40, 0.9772), (-20, 0.1587)] {
      let there = smooth.elevations[199 + offset] / 2 + smooth.elevations[200 + offset] / 2
      #expect(abs(there - share) < 0.01)
    }
    #expect(smooth.latitudes == columns.latitudes)
  }

  @Test func `many points at one place weigh no more than one`() throws {
    var columns = TrackColumns.line(60, elevations: (0..<60).map { Double($0 % 2) })
    for index in 20..<40 { columns.longitudes[index] = columns.longitudes[20] }
    let smooth = try columns.smoothed(.bellOverDistance(metres: 30)).columns
    #expect(smooth.elevations.allSatisfy { $0 >= 0 && $0 <= 1 })
    #expect(Set(smooth.elevations[25..<35]).count == 1)
  }

  @Test func `a median takes a spike away and leaves a step`() throws {
    var elevations = (0..<20).map { $0 < 10 ? 100.0 : 200 }
    elevations[5] = 900
    elevations[15] = .nan
    var columns = TrackColumns.line(20, elevations: elevations)
    columns.latitudes[12] = 0.01
    let smooth = try columns.smoothed(.median(points: 3))
    #expect(smooth.columns.elevations[5] == 100)
    #expect(smooth.columns.elevations[9] == 100 && smooth.columns.elevations[10] == 200)
    #expect(smooth.columns.elevations[15].isNaN)
    #expect(abs(smooth.columns.latitudes[12]) < 1e-9)
    #expect(smooth.greatestRiseMetres == 800)
  }

  @Test func `only the points asked for change, up to where they meet the others`() throws {
    var random = SplitMix64.forTest()
    let columns = TrackColumns.wandering(40, &random)
    for way in Self.ways {
      let smooth = try columns.smoothed(way, points: 10..<20).columns
      let changed = (0..<40).filter { smooth.coordinate($0) != columns.coordinate($0) }
      #expect(Set(changed).isSubset(of: 11..<19))
      // A median leaves a point where it is between its neighbours both ways.
      if way != .median(points: 5) { #expect(changed.count == 8) }
      #expect(try columns.smoothed(way, points: 50..<60).changed == 0)
    }
  }

  @Test func `what has no time, or one that runs back, stays`() throws {
    var columns = TrackColumns.line(30, elevations: (0..<30).map { Double($0 * $0 % 7) })
    columns.times[10] = .nan
    columns.times[20] = 5
    let smooth = try columns.smoothed(.bellOverTime(seconds: 20)).columns
    #expect(smooth.elevations[10] == columns.elevations[10])
    #expect(smooth.elevations[20] == columns.elevations[20])
    #expect(smooth.elevations[15] != columns.elevations[15])
  }

  @Test func `widths that make no sense are refused, and few points stay`() throws {
    let columns = TrackColumns.line(2)
    for way in [
      TrackSmoothing.median(points: 1), .median(points: 1001), .bellOverDistance(metres: 0),
      .bellOverTime(seconds: .nan),
    ] {
      #expect(throws: TrackError.self) { try columns.smoothed(way) }
    }
    for count in 0...2 {
      let line = TrackColumns.line(count, elevations: Array(repeating: 5, count: count))
      #expect(try line.smoothed(.median(points: 5)).columns == line)
      #expect(try line.smoothed(.bellOverDistance(metres: 50)).columns == line)
    }
  }
}
