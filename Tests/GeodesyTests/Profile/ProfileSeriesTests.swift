import Geodesy
import TestSupport
import Testing

@Suite struct ProfileSeriesTests {
  private func series(_ values: [Double], axis: [Double]? = nil, starts: [Int] = [0])
    -> ProfileSeries
  {
    ProfileSeries(
      values, along: axis ?? values.indices.map { Double($0) },
      of: .line(values.count, segmentStarts: starts))
  }

  @Test func `each column has the least and the greatest of its part`() {
    let columns = series([0, 5, -3, 2, 8, 1, 1, 1, 9]).reduced(to: 2)
    #expect(columns == [.init(low: -3, high: 8), .init(low: 1, high: 9)])
  }

  @Test func `a column without points has what the line has there`() {
    let columns = series([0, 100], axis: [0, 10]).reduced(to: 5)
    #expect(
      columns == [
        .init(low: 0, high: 20), .init(low: 20, high: 40), .init(low: 40, high: 60),
        .init(low: 60, high: 80), .init(low: 80, high: 100),
      ])
    let zoomed = series([0, 100], axis: [0, 10]).reduced(to: 2, over: 4...6)
    #expect(zoomed == [.init(low: 40, high: 50), .init(low: 50, high: 60)])
  }

  @Test func `nothing is drawn across a break, and a missing value is passed over`() {
    let columns = series([1, 1, .nan, 1, 7, 7], axis: [0, 10, 20, 30, 80, 90], starts: [0, 4])
      .reduced(to: 9)
    #expect(columns[0...3].allSatisfy { $0 == .init(low: 1, high: 1) })
    #expect(columns[4] == nil && columns[6] == nil)
    #expect(columns[8] == .init(low: 7, high: 7))
  }

  @Test func `the extremes of all columns are those of all points, in any width`() {
    var random = SplitMix64.forTest()
    for _ in 0..<50 {
      let track = TrackColumns.wandering(
        Int.random(in: 1...300, using: &random), segments: 2, &random)
      let series = ProfileSeries(
        track.elevations, along: TrackMeasures.cumulativeMetres(track), of: track)
      let width = Int.random(in: 1...400, using: &random)
      let columns = series.reduced(to: width).compactMap { $0 }
      #expect(columns.map(\.low).min() == track.elevations.min())
      #expect(columns.map(\.high).max() == track.elevations.max())
      #expect(columns.allSatisfy { $0.low <= $0.high })
    }
  }

  @Test func `places and points find one another`() throws {
    let series = series([5, 5, .nan, 5], axis: [0, 10, 20, 30])
    #expect(series.point(nearest: 4) == 0 && series.point(nearest: 6) == 1)
    #expect(series.point(nearest: 19) == 1 && series.point(nearest: 25) == 3)
    #expect(series.point(nearest: 99) == 3 && series.point(nearest: -9) == 0)
    #expect(ProfileSeries.column(of: 15, in: 0...30, width: 10) == 5)
    #expect(ProfileSeries.column(of: 30, in: 0...30, width: 10) == 9)
    #expect(ProfileSeries.column(of: 31, in: 0...30, width: 10) == nil)
    #expect(series.extent == 0...30)
  }

  @Test func `times that run back or are missing, no points, no width and no extent`() {
    let back = series([1, 2, 3, 4], axis: [0, .nan, -5, 10])
    #expect(back.reduced(to: 1) == [.init(low: 1, high: 4)])
    #expect(series([]).reduced(to: 3) == [nil, nil, nil])
    #expect(series([]).point(nearest: 0) == nil && series([]).extent == nil)
    #expect(series([1, 2]).reduced(to: 0) == [])
    #expect(series([1, 2], axis: [5, 5]).reduced(to: 3)[0] == .init(low: 1, high: 2))
    #expect(series([1, 2]).reduced(to: 2, over: 50...60) == [nil, nil])
  }
}
