import Geodesy
import Testing

@Suite struct JoinTests {
  private func track(_ times: [Double], segmentStarts: [Int] = [0]) -> TrackColumns {
    var columns = TrackColumns.line(times.count, segmentStarts: segmentStarts)
    columns.times = times
    return columns
  }

  @Test func `tracks are joined in order of time, those without times last`() {
    let tracks = [
      track([50, 60]), track([.nan]), track([]), track([10, 20, 30]), track([10, 15]),
    ]
    #expect(TrackJoin(tracks, order: .time).parts.map(\.track) == [3, 4, 0, 1])
    #expect(TrackJoin(tracks).parts.map(\.track) == [0, 1, 3, 4])
  }

  @Test func `joining with a break starts a segment, and with a line continues the last one`() {
    let tracks = [
      track([0, 10], segmentStarts: [0, 1]), track([20, 30, 40], segmentStarts: [0, 2]),
    ]
    #expect(TrackJoin(tracks, gap: .break).segmentStarts == [0, 1, 2, 4])
    let line = TrackJoin(tracks, gap: .line)
    #expect(line.segmentStarts == [0, 1, 4])
    #expect(line.columns(of: tracks).times == [0, 10, 20, 30, 40])
    #expect(line.values(of: [["a", "b"], ["c", "d", "e"]]).joined() == "abcde")
    #expect(line.seams.first?.seconds == 10)
    #expect(abs((line.seams.first?.metres ?? 0) - 10) < 1e-6)
    #expect(TrackJoin([]).columns(of: []) == TrackColumns())
  }

  @Test func `a shared end point is kept once when joining with a line, and twice with a break`() {
    var second = track([10, 20])
    second.longitudes[0] = track([0, 10]).longitudes[1]
    let tracks = [track([0, 10]), second]
    #expect(TrackJoin(tracks, gap: .line).columns(of: tracks).times == [0, 10, 20])
    #expect(TrackJoin(tracks, gap: .break).columns(of: tracks).count == 4)
  }

  @Test func `tracks recorded at the same time are reported as overlaps`() {
    let tracks = [track([0, 100]), track([50, 120]), track([110, 115]), track([120, 130])]
    let overlaps = TrackJoin(tracks).overlaps
    #expect(
      overlaps == [
        TrackJoin.Overlap(earlier: 0, later: 1, seconds: 50),
        TrackJoin.Overlap(earlier: 1, later: 2, seconds: 5),
      ])
  }
}
