import Foundation
import Geodesy
import TestSupport
import Testing

@Suite struct SimplificationTests {
  /// Returns the distance of a coordinate from a geodesic, found by golden-section search and hence
  /// independent of the library.
  static func metres(_ point: Coordinate, from start: Coordinate, to end: Coordinate) -> Double {
    var (low, high) = (0.0, 1.0)
    let at = { (fraction: Double) in
      Geodesic.distanceMetres(
        from: point, to: Geodesic.interpolate(from: start, to: end, fraction: fraction))
    }
    for _ in 0..<60 {
      let (one, other) = (low + (high - low) * 0.382, low + (high - low) * 0.618)
      if at(one) < at(other) { high = other } else { low = one }
    }
    return min(at((low + high) / 2), at(0), at(1))
  }

  @Test(arguments: trackStarts)
  func `every removed point is within the tolerance of the simplified line`(start: Coordinate) {
    var random = SplitMix64.forTest()
    for _ in 0..<6 {
      let columns = TrackColumns.wandering(250, from: start, segments: 3, &random)
      let simplification = Simplification(columns)
      let tolerance = Double.random(in: 1...80, using: &random)
      let kept = simplification.kept(toleranceMetres: tolerance)
      #expect(kept.count == simplification.count(toleranceMetres: tolerance))
      var greatest = 0.0
      for range in columns.segments where !range.isEmpty {
        let own = kept.filter(range.contains)
        #expect(own.first == range.lowerBound && own.last == range.upperBound - 1)
        for (first, last) in zip(own, own.dropFirst()) where last - first > 1 {
          for index in first + 1..<last {
            let metres = Self.metres(
              columns.coordinate(index), from: columns.coordinate(first),
              to: columns.coordinate(last))
            greatest = max(greatest, metres)
            #expect(metres <= tolerance * 1.0001 + 1e-6)
          }
        }
      }
      let error = simplification.errorMetres(toleranceMetres: tolerance)
      #expect(error <= tolerance && greatest <= error * 1.0001 + 1e-6)
    }
  }

  @Test func `simplifying to a number of points agrees with the tolerance for that number`() {
    var random = SplitMix64.forTest()
    let simplification = Simplification(.wandering(500, segments: 3, &random))
    for count in [0, 6, 7, 50, 250, 499, 500, 900] {
      let kept = simplification.kept(count: count)
      #expect(kept.count == min(max(count, simplification.leastCount), 500))
      let tolerance = simplification.toleranceMetres(count: count)
      // The points kept in addition at this tolerance have exactly this significance.
      let more = Set(kept).symmetricDifference(simplification.kept(toleranceMetres: tolerance))
      #expect(more.allSatisfy { simplification.significance[$0] == tolerance })
      if tolerance > 0 {
        #expect(simplification.count(toleranceMetres: tolerance.nextDown) > count)
      }
    }
    #expect(simplification.kept(count: 500).count == 500)
  }

  @Test func `two of 200000 points at the same position are kept`() {
    let columns = TrackColumns(
      latitudes: Array(repeating: 46, count: 200_000),
      longitudes: Array(repeating: 7, count: 200_000),
      elevations: Array(repeating: .nan, count: 200_000),
      times: Array(repeating: .nan, count: 200_000))
    #expect(Simplification(columns).kept(toleranceMetres: 0) == [0, 199_999])
  }

  @Test func `a line that splits very unequally is simplified within the tolerance`() {
    // A sawtooth of decreasing height, in which the farthest point is always the next one.
    let count = 30_000
    let columns = TrackColumns(
      latitudes: (0..<count).map { $0 % 2 == 0 ? 0 : 1e-3 * (1 - Double($0) / Double(count)) },
      longitudes: (0..<count).map { Double($0) * 1e-6 },
      elevations: Array(repeating: .nan, count: count), times: Array(repeating: .nan, count: count))
    let simplification = Simplification(columns)
    let kept = simplification.kept(toleranceMetres: 60)
    for (first, last) in zip(kept, kept.dropFirst()) where last - first > 1 {
      for index in stride(from: first + 1, to: last, by: 97) {
        let metres = Self.metres(
          columns.coordinate(index), from: columns.coordinate(first), to: columns.coordinate(last))
        #expect(metres <= 60.01)
      }
    }
    #expect(kept.count < count / 2)
  }

  @Test func `only points in the given range are removed`() {
    let columns = TrackColumns.line(20, segmentStarts: [0, 10])
    let kept = Simplification(columns, points: 3..<14).kept(toleranceMetres: 1)
    #expect(kept == [0, 1, 2, 3, 9, 10, 13, 14, 15, 16, 17, 18, 19])
    #expect(Simplification(columns, points: 90..<95).kept(toleranceMetres: 1).count == 20)
    #expect(Simplification(columns, points: 5..<5).leastCount == 20)
  }

  @Test func `ends of segments and invalid coordinates are always kept`() {
    #expect(Simplification(TrackColumns()).kept(toleranceMetres: 5) == [])
    #expect(Simplification(.line(1)).kept(toleranceMetres: 5) == [0])
    #expect(Simplification(.line(2)).kept(count: 0) == [0, 1])
    #expect(Simplification(.line(3)).kept(toleranceMetres: 1e-6) == [0, 2])
    #expect(
      Simplification(.line(6, segmentStarts: [0, 0, 3, 6])).kept(toleranceMetres: 1) == [
        0, 2, 3, 5,
      ])
    var broken = TrackColumns.line(5)
    broken.latitudes[2] = .nan
    #expect(Simplification(broken).kept(toleranceMetres: 1e9) == [0, 1, 2, 3, 4])
  }
}

extension Simplification {
  /// The number of points that simplification never removes.
  fileprivate var leastCount: Int { significance.count { !$0.isFinite } }

  /// Returns an upper bound, in metres, for the distance of a removed point from the line
  /// simplified with the given tolerance.
  fileprivate func errorMetres(toleranceMetres: Double) -> Double {
    significance.filter { $0 <= toleranceMetres }.max() ?? 0
  }
}
