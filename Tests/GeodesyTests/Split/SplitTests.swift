import Foundation
import Geodesy
import TestSupport
import Testing

@Suite struct SplitTests {
  private func text(_ spans: [TrackSpan]) -> [String] {
    let write = { (place: TrackPlace) in
      place.isPoint
        ? "\(place.index)" : String(format: "%.2f", Double(place.index) + place.fraction)
    }
    return spans.map { "\(write($0.start))-\(write($0.end))" }
  }

  @Test func `pieces share the point of a cut but nothing at a break`() {
    let columns = TrackColumns.line(10, segmentStarts: [0, 5])
    #expect(text(columns.pieces(cutAt: [TrackPlace(2), TrackPlace(7)])) == ["0-2", "2-7", "7-9"])
    #expect(text(columns.pieces(cutAt: [TrackPlace(4)])) == ["0-4", "5-9"])
    #expect(text(columns.pieces(cutAt: [TrackPlace(5)])) == ["0-4", "5-9"])
    #expect(text(columns.pieces(cutAt: [TrackPlace(4), TrackPlace(5)])) == ["0-4", "5-9"])
    #expect(text(columns.pieces(cutAt: [TrackPlace(0), TrackPlace(9), TrackPlace(30)])) == ["0-9"])
    #expect(
      text(columns.pieces(cutBefore: [3, 5, 9, 0]))
        == ["0-2", "3-4", "5-8", "9"].map {
          $0 == "9" ? "9-9" : $0
        })
    #expect(TrackColumns().pieces(cutAt: [TrackPlace(0)]) == [])
  }

  @Test(arguments: trackStarts)
  func `pieces of a given distance have that length and add up to the whole track`(
    start: Coordinate
  ) throws {
    var random = SplitMix64.forTest()
    for _ in 0..<10 {
      let columns = TrackColumns.wandering(200, from: start, segments: 3, &random)
      let metres = Double.random(in: 5...900, using: &random)
      let pieces = try columns.pieces(everyMetres: metres)
      let lengths = pieces.map { columns.columns(in: $0).length }
      #expect(pieces.count == Int((columns.length / metres).rounded(.up)))
      for length in lengths.dropLast() { #expect(abs(length - metres) < 1e-3) }
      #expect(abs(lengths.reduce(0, +) - columns.length) < 1e-2)
    }
  }

  @Test func `pieces of a given duration end between points`() throws {
    let columns = TrackColumns.line(10, seconds: 10)
    #expect(text(try columns.pieces(everySeconds: 25)) == ["0-2.50", "2.50-5", "5-7.50", "7.50-9"])
    #expect(text(try columns.pieces(everySeconds: 4)).count == 23)
  }

  @Test func `repeated, backward and missing times cause no additional cuts`() throws {
    var columns = TrackColumns.line(8, seconds: 10)
    columns.times = [0, 10, 5, .nan, 30, 30, 90, 100]
    #expect(text(try columns.pieces(everySeconds: 30)) == ["0-4", "4-5.50", "5.50-6", "6-7"])
    let broken = TrackColumns.line(6, seconds: 10, segmentStarts: [0, 3])
    #expect(text(try broken.pieces(everySeconds: 25)) == ["0-2", "3-5"])
  }

  @Test func `extreme times are split or refused without hanging`() throws {
    var columns = TrackColumns.line(3)
    columns.times = [-1e300, -1e300, -1e300]
    #expect(text(try columns.pieces(everySeconds: 300)) == ["0-2"])
    columns.times = [-.infinity, 50, 60]
    #expect(text(try columns.pieces(byDayIn: .gmt)) == ["0-2"])
    #expect(throws: TrackError.self) { try columns.pieces(everySeconds: 300) }
  }

  @Test func `an invalid piece length is refused with an error`() {
    let columns = TrackColumns.line(3)
    for value in [0, -1, .nan, Double.infinity] {
      #expect(
        throws: TrackError(
          code: .notPositive, message: "the length of the path's pieces must be greater than 0")
      ) {
        try columns.pieces(everyMetres: value)
      }
    }
    #expect { try columns.pieces(everyMetres: 1e-9) } throws: {
      ($0 as? TrackError)?.code == .tooMany
    }
    #expect { try columns.pieces(everySeconds: 1e-9) } throws: {
      ($0 as? TrackError)?.code == .tooMany
    }
    #expect { try TrackColumns().pieces(everySeconds: 5) } throws: {
      ($0 as? TrackError)?.code == .noTimes
    }
  }

  @Test func `a track is cut at gaps of time or distance, including segment breaks`() {
    var columns = TrackColumns.line(8, seconds: 10, segmentStarts: [0, 6])
    columns.times = [0, 10, 500, 510, .nan, 1100, 1110, 1120]
    columns.longitudes[7] = 1
    #expect(text(columns.pieces(atGapsOverSeconds: 60, orMetres: nil)) == ["0-1", "2-4", "5-7"])
    #expect(text(columns.pieces(atGapsOverSeconds: nil, orMetres: 100)) == ["0-6", "7-7"])
    #expect(
      text(columns.pieces(atGapsOverSeconds: 60, orMetres: 100)) == ["0-1", "2-4", "5-6", "7-7"])
    columns.times[6] = 9999
    #expect(text(columns.pieces(atGapsOverSeconds: 600, orMetres: nil)) == ["0-5", "6-7"])
  }

  @Test func `days end at midnight of the zone, even on days of 23 and 25 hours`() throws {
    let zone = try #require(TimeZone(identifier: "Europe/Zurich"))
    let hours = { (date: String, count: Int) throws -> TrackColumns in
      let start = try Date(date, strategy: .iso8601).timeIntervalSinceReferenceDate
      var columns = TrackColumns.line(count)
      columns.times = (0..<count).map { start + Double($0) * 3600 + 1800 }
      return columns
    }
    // The clock goes forward on 2024-03-31 and back on 2024-10-27.
    let spring = try hours("2024-03-30T23:00:00Z", 48)
    #expect(text(try spring.pieces(byDayIn: zone)) == ["0-22", "23-46", "47-47"])
    let autumn = try hours("2024-10-26T22:00:00Z", 50)
    #expect(text(try autumn.pieces(byDayIn: zone)) == ["0-24", "25-48", "49-49"])
    #expect(text(try autumn.pieces(byDayIn: .gmt)) == ["0-1", "2-25", "26-49"])
  }

  @Test func `a day without midnight begins at its first hour`() throws {
    // In São Paulo the clock went from 00:00 to 01:00 on 2018-11-04, at 03:00 UTC.
    let zone = try #require(TimeZone(identifier: "America/Sao_Paulo"))
    let start = try Date("2018-11-03T12:30:00Z", strategy: .iso8601).timeIntervalSinceReferenceDate
    var columns = TrackColumns.line(48)
    columns.times = (0..<48).map { start + Double($0) * 3600 }
    #expect(text(try columns.pieces(byDayIn: zone)) == ["0-14", "15-37", "38-47"])
  }

  @Test func `days without points yield no pieces`() throws {
    var columns = TrackColumns.line(4)
    columns.times = [10, 86_410, .nan, 86_400 * 4 + 10]
    #expect(text(try columns.pieces(byDayIn: .gmt)) == ["0-0", "1-2", "3-3"])
    #expect(throws: TrackError.self) { try TrackColumns.line(0).pieces(byDayIn: .gmt) }
  }

  @Test(arguments: trackStarts)
  func `joining the pieces of a split restores the track`(start: Coordinate) {
    var random = SplitMix64.forTest()
    for _ in 0..<40 {
      let columns = TrackColumns.wandering(60, from: start, &random)
      let cuts = (0..<4).map { _ in TrackPlace(Int.random(in: 0..<60, using: &random)) }
      let pieces = columns.pieces(cutAt: cuts).map { columns.columns(in: $0) }
      #expect(TrackJoin(pieces, order: .time, gap: .line).columns(of: pieces) == columns)
    }
  }

  @Test func `each visit to a place is found once, at its nearest position`() throws {
    // There and back along the equator, 40 m from the place, then once more in a new segment.
    let there = TrackColumns.line(100)
    let longitudes = there.longitudes + there.longitudes.reversed() + there.longitudes
    let columns = TrackColumns(
      latitudes: Array(repeating: 0, count: 300), longitudes: longitudes,
      elevations: Array(repeating: .nan, count: 300), times: Array(repeating: .nan, count: 300),
      segmentStarts: [0, 200])
    let place = Geodesic.destination(
      from: Coordinate(latitude: 0, longitude: there.longitudes[50] + 0.00003), bearingDegrees: 0,
      distanceMetres: 40)
    let visits = columns.approaches(to: place, withinMetres: 60)
    #expect(visits.map(\.place.index) == [50, 148, 250])
    for visit in visits { #expect(abs(visit.metres - 40) < 0.01) }
    #expect(columns.approaches(to: place, withinMetres: 39) == [])
    // A break inside the radius does not divide a visit.
    var broken = there
    broken.segmentStarts = [0, 52]
    #expect(broken.approaches(to: place, withinMetres: 500).map(\.place.index) == [50])
    #expect(columns.nearest(to: place)?.place.index == 50)
    #expect(TrackColumns().nearest(to: place) == nil)
    #expect(TrackColumns.line(1).nearest(to: place)?.place == TrackPlace(0))
  }

  @Test(arguments: trackStarts)
  func `no leg of a track is nearer than the nearest position found`(start: Coordinate) throws {
    var random = SplitMix64.forTest()
    for _ in 0..<5 {
      let columns = TrackColumns.wandering(80, from: start, &random)
      let target = Geodesic.destination(
        from: columns.coordinate(40), bearingDegrees: .random(in: 0...360, using: &random),
        distanceMetres: .random(in: 0...300, using: &random))
      let nearest = try #require(columns.nearest(to: target))
      let least = (1..<80).map {
        SimplificationTests.metres(
          target, from: columns.coordinate($0 - 1), to: columns.coordinate($0))
      }.min()
      #expect(abs(nearest.metres - (least ?? 0)) < 1e-3)
    }
  }
}
