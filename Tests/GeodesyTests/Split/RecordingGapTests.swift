import Geodesy
import Testing

/// The search for a gap in a recording beside a point.
@Suite struct RecordingGapTests {
  /// Returns a track to the north with a point every 10 m and 5 s, except after some points.
  private func track(
    longAfter: Int? = nil, farAfter: Int? = nil, segments: [Int] = [0], hasTimes: Bool = true
  ) -> TrackColumns {
    var (latitude, time) = (46.0, 0.0)
    var columns = TrackColumns(segmentStarts: segments)
    for index in 0..<50 {
      columns.latitudes.append(latitude)
      columns.longitudes.append(7)
      columns.elevations.append(.nan)
      columns.times.append(hasTimes ? time : .nan)
      latitude += index == farAfter ? 0.05 : 0.000_09
      time += index == longAfter ? 1_800 : 5
    }
    return columns
  }

  @Test(arguments: [20, 21])
  func `a gap in time is found from the points at both of its ends`(index: Int) {
    let gap = track(longAfter: 20).gap(beside: index)
    #expect(gap?.end == 21)
    #expect(gap?.seconds == 1_800)
    #expect((gap?.metres ?? 0).rounded() == 10)
  }

  @Test func `a gap in space is found without times`() {
    let gap = track(farAfter: 30, hasTimes: false).gap(beside: 30)
    #expect(gap?.end == 31)
    #expect(gap?.seconds == nil)
    #expect((5_000...6_000).contains(gap?.metres ?? 0))
  }

  @Test func `points away from a gap, and a regular recording, have no gap`() {
    #expect(track(longAfter: 20).gap(beside: 19) == nil)
    #expect(track(longAfter: 20).gap(beside: 22) == nil)
    for index in [0, 25, 49] { #expect(track().gap(beside: index) == nil) }
    #expect(TrackColumns().gap(beside: 0) == nil)
  }

  @Test func `a break between segments is not a gap`() {
    #expect(track(longAfter: 20, farAfter: 20, segments: [0, 21]).gap(beside: 21) == nil)
  }

  @Test func `of two gaps, the longer one in time is found`() {
    var columns = track(longAfter: 20)
    for index in 22..<50 { columns.times[index] += 7_200 }
    #expect(columns.gap(beside: 21)?.end == 22)
  }
}
