import Geodesy
import TestSupport
import Testing

@Suite struct ResampleTests {
  private func numbers(_ selection: TrackSelection) -> [Double] {
    selection.places.map { (Double($0.index) + $0.fraction) * 1000 }.map { $0.rounded() / 1000 }
  }

  @Test(arguments: trackStarts)
  func `resampled points are at equal distances along the track`(start: Coordinate) throws {
    var random = SplitMix64.forTest()
    for _ in 0..<10 {
      let columns = TrackColumns.wandering(100, from: start, segments: 3, &random)
      let step = Double.random(in: 3...200, using: &random)
      let selection = try columns.resampled(everyMetres: step)
      let ruler = TrackRuler(columns)
      #expect(selection.segmentStarts.count == columns.segmentStarts.count)
      let made = selection.columns(of: columns)
      for (range, own) in zip(made.segments, columns.segments) where !own.isEmpty {
        let distances = selection.places[range].map { ruler.metres(at: $0) }
        for (one, next) in zip(distances.dropLast(), distances.dropFirst().dropLast()) {
          #expect(abs(next - one - step) < 1e-6)
        }
        #expect(made.coordinate(range.upperBound - 1) == columns.coordinate(own.upperBound - 1))
        #expect(made.coordinate(range.lowerBound) == columns.coordinate(own.lowerBound))
      }
      // The line through the resampled points may be shorter than the track, but never longer.
      #expect(made.length <= columns.length + 1e-6)
    }
  }

  @Test func `points resampled at equal times have interpolated elevations and sensor values`()
    throws
  {
    let columns = TrackColumns.line(5, seconds: 10, elevations: [0, 10, 20, 30, 40])
    let selection = try columns.resampled(everySeconds: 15)
    #expect(numbers(selection) == [0, 1.5, 3, 4])
    #expect(selection.columns(of: columns).elevations == [0, 15, 30, 40])
    #expect(selection.values(of: [100, 110, 120, 130, 140]) == [100, 115, 130, 140])
    #expect(numbers(try columns.resampled(everySeconds: 20)) == [0, 2, 4])
    #expect(numbers(try columns.resampled(everySeconds: 100)) == [0, 4])
  }

  @Test func `resampling by time fills missing times and ignores times that run backward`() throws {
    var columns = TrackColumns.line(7)
    columns.times = [.nan, 0, .nan, 20, 5, 40, .nan]
    #expect(numbers(try columns.resampled(everySeconds: 10)) == [0, 1, 2, 3, 4.714, 5, 6])
    columns.times = [0, 20, .nan, 10, 40, 50, 60]
    let made = try columns.resampled(everySeconds: 10).columns(of: columns)
    #expect(made.times.first == 0 && made.times.last == 60)
    columns.times = Array(repeating: .nan, count: 7)
    #expect(
      throws: TrackError(code: .noTimes, message: "segment 1 has no times; estimate times first")
    ) {
      try columns.resampled(everySeconds: 10)
    }
  }

  @Test func `few or identical points are resampled to their ends, and tiny steps are refused`()
    throws
  {
    #expect(try TrackColumns().resampled(everyMetres: 5).places == [])
    #expect(numbers(try TrackColumns.line(1).resampled(everyMetres: 5)) == [0])
    #expect(numbers(try TrackColumns.line(4, step: 0).resampled(everyMetres: 5)) == [0, 3])
    #expect { try TrackColumns.line(3).resampled(everyMetres: 1e-7) } throws: {
      ($0 as? TrackError)?.code == .tooMany
    }
    #expect(throws: TrackError.self) { try TrackColumns.line(3).resampled(everyMetres: -1) }
  }
}
