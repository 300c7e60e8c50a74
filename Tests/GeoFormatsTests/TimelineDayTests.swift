import Foundation
import Geodesy
import Testing

@testable import GeoFormats

/// The segments of a day in Google's location history.
struct TimelineDayTests {
  private func points(_ times: [Double]) -> [TimelineDay.TimedPosition] {
    times.map {
      TimelineDay.TimedPosition(
        Coordinate(latitude: 46, longitude: 8), $0.isNaN ? nil : TimelineTime(seconds: $0))
    }
  }

  /// Returns the times of the segments of a day with one move from 100 s to 200 s. A time that is
  /// not known is −1.
  private func segments(stated: [Double], recorded: [Double]) -> [[Double]] {
    var day = TimelineDay(0)
    day.add(
      TimelineDay.Move(
        start: TimelineTime(seconds: 100), end: TimelineTime(seconds: 200), points: points(stated)))
    day.add(points(recorded))
    return day.segments().map { $0.map { $0.time.isNaN ? -1 : $0.time } }
  }

  @Test func `positions recorded during a move are between its stated ends`() {
    #expect(segments(stated: [.nan, .nan], recorded: [120, 150]) == [[-1, 120, 150, -1]])
  }

  @Test func `stated points with times and recorded positions are in order of time`() {
    #expect(
      segments(stated: [110, 130, 190], recorded: [120, 150]) == [[110, 120, 130, 150, 190]])
    #expect(segments(stated: [160], recorded: [120, 150]) == [[120, 150, 160]])
  }

  @Test func `stated points without times and recorded positions are separate segments`() {
    #expect(
      segments(stated: [.nan, .nan, .nan], recorded: [120, 150]) == [[-1, -1, -1], [120, 150]])
  }
}
