import Geodesy
import TestSupport
import Testing

@Suite struct CleanTests {
  private func moved(_ columns: TrackColumns, _ index: Int, _ metres: Double, _ bearing: Double = 0)
    -> TrackColumns
  {
    var columns = columns
    let target = Geodesic.destination(
      from: columns.coordinate(index), bearingDegrees: bearing, distanceMetres: metres)
    columns.latitudes[index] = target.latitude
    columns.longitudes[index] = target.longitude
    return columns
  }

  @Test func `duplicates repeat the previous position, or position and time of any point`() {
    var columns = TrackColumns.line(6, segmentStarts: [0, 5])
    columns.longitudes = [180, -180, 179, 180, 180, 180]
    columns.times = [0, 10, 20, 0, .nan, 0]
    #expect(columns.duplicates(by: .position).map(\.index) == [1, 4])
    #expect(columns.duplicates(by: .positionAndTime).map(\.index) == [3])
    columns.times[3] = .nan
    #expect(columns.duplicates(by: .positionAndTime).map(\.index) == [4])
    #expect(TrackColumns().duplicates(by: .position) == [])
  }

  @Test(arguments: trackStarts)
  func `a point displaced by 400 m is detected as a spike`(start: Coordinate) {
    var random = SplitMix64.forTest()
    for _ in 0..<10 {
      var columns = TrackColumns.wandering(200, from: start, &random)
      columns.times = (0..<200).map { Double($0) * 15 }
      let clean = Set(columns.spikes().map(\.index))
      let index = Int.random(in: 5..<195, using: &random)
      columns = moved(columns, index, 400, .random(in: 0...360, using: &random))
      let found = columns.spikes()
      let amount = found.first { $0.index == index }?.amount ?? 0
      #expect(amount > 5)
      // The scores are relative to the whole track, so a point close to the limit may cross it.
      let others = found.filter { $0.index != index && !clean.contains($0.index) }
      #expect(others.allSatisfy { $0.amount < amount / 2 })
    }
  }

  @Test func `an even track and a track without times have no spikes`() {
    var columns = TrackColumns.line(50)
    #expect(columns.spikes() == [])
    columns = moved(columns, 20, 100)
    #expect(columns.spikes().map(\.index) == [20])
    columns.times = Array(repeating: .nan, count: 50)
    #expect(columns.spikes() == [])
    #expect(TrackColumns.line(2).spikes() == [])
  }

  @Test func `the modified Z-score follows the published formula`() {
    // Median 5, absolute deviations 4 3 1 0 1 3 95: their median is 3.
    let scores = ModifiedZScore([1, 2, 4, 5, 6, 8, 100])
    #expect(scores.median == 5)
    #expect(abs(scores.score(100) - 0.6745 * 95 / 3) < 1e-12)
    // If most values are equal, the mean deviation is used instead: 8 / 5.
    let mostlyEqual = ModifiedZScore([3, 3, 3, 3, 11, .nan])
    #expect(abs(mostlyEqual.score(11) - 8 / (1.253314 * 1.6)) < 1e-9)
    #expect(ModifiedZScore([7, 7]).score(9) == 0)
    #expect(ModifiedZScore([]).score(9) == 0)
  }

  @Test func `an impossible speed marks the displaced point and not its neighbours`() throws {
    // 10 m in 10 s; the limit is 5 m/s.
    let line = TrackColumns.line(40)
    #expect(try line.impossibleSpeeds(limit: 5) == [])
    for index in [0, 1, 20, 38, 39] {
      let found = try moved(line, index, 500).impossibleSpeeds(limit: 5)
      #expect(found.map(\.index) == [index])
      #expect((found.first?.amount ?? 0) > 40)
    }
    let pair = moved(moved(line, 20, 500), 21, 500)
    #expect(try pair.impossibleSpeeds(limit: 5).map(\.index) == [20, 21])
    #expect(throws: TrackError.self) { try line.impossibleSpeeds(limit: 0) }
  }

  @Test func `no impossible speed is marked at a jump between long runs or at unusable times`()
    throws
  {
    var jump = TrackColumns.line(40)
    for index in 20..<40 { jump.latitudes[index] = 1 }
    #expect(try jump.impossibleSpeeds(limit: 5) == [])
    var columns = moved(TrackColumns.line(40), 20, 500)
    columns.times[20] = .nan
    #expect(try columns.impossibleSpeeds(limit: 5) == [])
    columns.times[20] = columns.times[19]
    #expect(try columns.impossibleSpeeds(limit: 5).map(\.index) == [])
    var broken = moved(TrackColumns.line(40, segmentStarts: [0, 20]), 20, 500)
    #expect(try broken.impossibleSpeeds(limit: 5).map(\.index) == [20])
    broken.segmentStarts = [0, 20, 21]
    #expect(try broken.impossibleSpeeds(limit: 5) == [])
  }

  @Test(arguments: trackStarts)
  func `a rest is one stop, and the points wandering around it are drift`(start: Coordinate) throws
  {
    var random = SplitMix64.forTest()
    var columns = TrackColumns(segmentStarts: [0])
    let append = { (coordinate: Coordinate) in
      columns.latitudes.append(coordinate.latitude)
      columns.longitudes.append(coordinate.longitude)
      columns.elevations.append(.nan)
      columns.times.append(Double(columns.times.count) * 10)
    }
    for step in 0..<30 {
      append(
        Geodesic.destination(from: start, bearingDegrees: 45, distanceMetres: Double(step) * 40))
    }
    let middle = columns.coordinate(29)
    for _ in 0..<100 {
      append(
        Geodesic.destination(
          from: middle, bearingDegrees: .random(in: 0...360, using: &random),
          distanceMetres: .random(in: 0...9, using: &random)))
    }
    for step in 1..<30 {
      append(
        Geodesic.destination(from: middle, bearingDegrees: 60, distanceMetres: Double(step) * 40))
    }
    let stops = try columns.stops(withinMetres: 20, forSeconds: 300)
    let stop = try #require(stops.first)
    #expect(stops.count == 1 && stop.points == 29...129 && stop.seconds == 1000)
    #expect(Geodesic.distanceMetres(from: stop.centroid, to: middle) < 3)
    #expect(columns.drift(at: stops).map(\.index) == Array(30...128))
    #expect(try columns.stops(withinMetres: 20, forSeconds: 2000) == [])
    columns.segmentStarts = [0, 80]
    #expect(
      try columns.stops(withinMetres: 20, forSeconds: 300).map(\.points) == [29...79, 80...129])
    #expect(try TrackColumns().stops(withinMetres: 20, forSeconds: 300) == [])
    for (radius, seconds) in [(0.0, 300.0), (-1, 300), (20, 0), (20, -60), (.nan, 300), (20, .nan)]
    {
      #expect(throws: TrackError.self) {
        try columns.stops(withinMetres: radius, forSeconds: seconds)
      }
    }
  }

  @Test
  func `a stop begins at the first point that is close to all later points of the stop`()
    throws
  {
    var columns = TrackColumns.line(24)
    let degree = columns.longitudes[1] / 10
    // Steps of 8 m towards a position, then points 9 m on either side of it.
    let offsets = [-40.0, -32, -24, -16, -8] + (5..<24).map { $0 % 2 == 0 ? -9.0 : 9 }
    columns.longitudes = offsets.map { $0 * degree }
    #expect(try columns.stops(withinMetres: 20, forSeconds: 100).map(\.points) == [4...23])
  }

  @Test func `the fewest points are marked whose removal puts the times in order`() {
    var columns = TrackColumns.line(8)
    columns.times = [0, 10, 900, 20, 30, 25, .nan, 40]
    let found = columns.timesOutOfOrder()
    #expect(found.count == 2)
    #expect(found.first == TrackFlaw(index: 2, reason: .time, amount: -890))
    #expect([4, 5].contains(found.last?.index))
    columns.times = [50, 60, 10, 20, 30, 40, 45, 47]
    #expect(columns.timesOutOfOrder().map(\.index) == [0, 1])
    columns.segmentStarts = [0, 2]
    #expect(columns.timesOutOfOrder() == [])
    columns.times = Array(repeating: 5, count: 8)
    #expect(columns.timesOutOfOrder() == [])
  }
}
