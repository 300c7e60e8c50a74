import Foundation
import Geodesy
import TestSupport
import Testing

@Suite struct SmoothingTests {
  private static let methods: [TrackSmoothing] = [
    .median(points: 5), .bellOverDistance(metres: 60), .bellOverTime(seconds: 45),
  ]

  /// Returns the distance of each point from its original position, in metres.
  private func moves(_ before: TrackColumns, _ after: TrackColumns) -> [Double] {
    (0..<before.count).map {
      Geodesic.distanceMetres(from: before.coordinate($0), to: after.coordinate($0))
    }
  }

  @Test(arguments: trackStarts, methods)
  func `smoothing moves inner points but keeps the ends and net climb of each segment`(
    start: Coordinate, method: TrackSmoothing
  ) throws {
    var random = SplitMix64.forTest()
    for _ in 0..<4 {
      let columns = TrackColumns.wandering(120, from: start, segments: 3, &random)
      let smooth = try columns.smoothed(method)
      let moves = moves(columns, smooth)
      let changed = (0..<120).count {
        moves[$0] > 0 || smooth.elevations[$0] != columns.elevations[$0]
      }
      #expect(smooth.count == 120 && changed > 40)
      #expect(smooth.times == columns.times)
      #expect(smooth.segmentStarts == columns.segmentStarts)
      #expect((0.1..<300).contains(moves.max() ?? 0))
      var net = 0.0
      for range in columns.segments where !range.isEmpty {
        for end in [range.lowerBound, range.upperBound - 1] {
          #expect(smooth.coordinate(end) == columns.coordinate(end))
          #expect(smooth.elevations[end] == columns.elevations[end])
        }
        net += columns.elevations[range.upperBound - 1] - columns.elevations[range.lowerBound]
      }
      let measures = TrackMeasures(smooth)
      #expect(abs((measures.ascentMetres ?? 0) - (measures.descentMetres ?? 0) - net) < 1e-9)
      #expect(measures.lengthMetres < columns.length)
      #expect(smooth.latitudes.allSatisfy { abs($0) <= 90 })
      #expect(smooth.longitudes.allSatisfy { abs($0) <= 180 })
    }
  }

  @Test func `a straight line and an even climb are unchanged by smoothing`() throws {
    let columns = TrackColumns.line(50, elevations: (0..<50).map { Double($0) * 2 })
    for method in Self.methods {
      let smooth = try columns.smoothed(method)
      #expect((moves(columns, smooth).max() ?? 1) < 1e-6)
      #expect(zip(columns.elevations, smooth.elevations).allSatisfy { abs($0 - $1) < 1e-9 })
    }
  }

  @Test func `the bell weights have the given standard deviation`() throws {
    // A step in elevation: each smoothed value is the sum of the weights up to its position.
    let columns = TrackColumns.line(401, step: 1, elevations: (0..<401).map { $0 < 200 ? 0 : 1 })
    let smooth = try columns.smoothed(.bellOverDistance(metres: 20), positions: false)
    // Half the step is reached at 199.5 and, in a normal distribution, 84.13 % one deviation later.
    #expect(abs((smooth.elevations[199] + smooth.elevations[200]) / 2 - 0.5) < 1e-9)
    for (offset, share) in [(20, 0.8413), (40, 0.9772), (-20, 0.1587)] {
      let there = smooth.elevations[199 + offset] / 2 + smooth.elevations[200 + offset] / 2
      #expect(abs(there - share) < 0.01)
    }
    #expect(smooth.latitudes == columns.latitudes)
  }

  @Test func `many points at one position weigh no more than one`() throws {
    var columns = TrackColumns.line(60, elevations: (0..<60).map { Double($0 % 2) })
    for index in 20..<40 { columns.longitudes[index] = columns.longitudes[20] }
    let smooth = try columns.smoothed(.bellOverDistance(metres: 30))
    #expect(smooth.elevations.allSatisfy { $0 >= 0 && $0 <= 1 })
    #expect(Set(smooth.elevations[25..<35]).count == 1)
  }

  @Test func `a median filter removes a spike and keeps a step`() throws {
    var elevations = (0..<20).map { $0 < 10 ? 100.0 : 200 }
    elevations[5] = 900
    elevations[15] = .nan
    var columns = TrackColumns.line(20, elevations: elevations)
    columns.latitudes[12] = 0.01
    let smooth = try columns.smoothed(.median(points: 3))
    #expect(smooth.elevations[5] == 100)
    #expect(smooth.elevations[9] == 100 && smooth.elevations[10] == 200)
    #expect(smooth.elevations[15].isNaN)
    #expect(abs(smooth.latitudes[12]) < 1e-9)
  }

  @Test func `only the inner points of the given range change`() throws {
    var random = SplitMix64.forTest()
    let columns = TrackColumns.wandering(40, &random)
    for method in Self.methods {
      let smooth = try columns.smoothed(method, points: 10..<20)
      let changed = (0..<40).filter { smooth.coordinate($0) != columns.coordinate($0) }
      #expect(Set(changed).isSubset(of: 11..<19))
      // A median keeps a point whose coordinates both lie between those of its neighbours.
      if method != .median(points: 5) { #expect(changed.count == 8) }
      #expect(try columns.smoothed(method, points: 50..<60) == columns)
    }
  }

  @Test func `points without time or with a time that runs backward are unchanged`() throws {
    var columns = TrackColumns.line(30, elevations: (0..<30).map { Double($0 * $0 % 7) })
    columns.times[10] = .nan
    columns.times[20] = 5
    let smooth = try columns.smoothed(.bellOverTime(seconds: 20))
    #expect(smooth.elevations[10] == columns.elevations[10])
    #expect(smooth.elevations[20] == columns.elevations[20])
    #expect(smooth.elevations[15] != columns.elevations[15])
  }

  @Test func `invalid widths are refused, and tracks of up to two points are unchanged`() throws {
    let columns = TrackColumns.line(2)
    for method in [
      TrackSmoothing.median(points: 1), .median(points: 1001), .bellOverDistance(metres: 0),
      .bellOverTime(seconds: .nan),
    ] {
      #expect(throws: TrackError.self) { try columns.smoothed(method) }
    }
    for count in 0...2 {
      let line = TrackColumns.line(count, elevations: Array(repeating: 5, count: count))
      #expect(try line.smoothed(.median(points: 5)) == line)
      #expect(try line.smoothed(.bellOverDistance(metres: 50)) == line)
    }
  }
}
