import Foundation
import Geodesy
import TestSupport
import Testing

@Suite struct CropTests {
  /// Returns the sorted points of all spans of a crop and the total length of the spans.
  private func parts(_ crop: TrackCrop, _ columns: TrackColumns) -> (points: [Int], length: Double)
  {
    let spans = crop.inside + crop.outside
    return (
      spans.flatMap(\.points).sorted(), spans.reduce(0) { $0 + columns.columns(in: $1).length }
    )
  }

  @Test func `the inside and outside of a crop add up to the whole track`() {
    var random = SplitMix64.forTest()
    for start in trackStarts {
      for _ in 0..<25 {
        let columns = TrackColumns.wandering(80, from: start, segments: 3, &random)
        let length = columns.length
        let (one, other) = (
          Double.random(in: -100...length + 100, using: &random),
          Double.random(in: -100...length + 100, using: &random)
        )
        let exact = columns.crop(metres: min(one, other)...max(one, other))
        let wanted = max(0, min(max(one, other), length)) - min(length, max(0, min(one, other)))
        let inside = exact.inside.reduce(0) { $0 + columns.columns(in: $1).length }
        #expect(abs(inside - wanted) < 1e-3)
        #expect(abs(parts(exact, columns).length - length) < 1e-2)
        #expect(Set(parts(exact, columns).points) == Set(0..<80))
        let from = Int.random(in: -5...90, using: &random)
        let range = from..<from + Int.random(in: 0...60, using: &random)
        #expect(parts(columns.crop(points: range), columns).points == Array(0..<80))
        let moments = [0, 1].map { _ in
          Date(
            timeIntervalSinceReferenceDate: .random(in: 699_999_900...700_001_000, using: &random))
        }.sorted()
        let timed = columns.crop(from: moments[0], to: moments[1])
        #expect(abs(parts(timed, columns).length - length) < 1e-2)
        #expect(Set(parts(timed, columns).points) == Set(0..<80))
        for index in timed.inside.flatMap(\.points) {
          let time = Date(timeIntervalSinceReferenceDate: columns.times[index])
          #expect(time >= moments[0] && time <= moments[1])
        }
      }
    }
  }

  @Test func `a crop by time ends exactly at the given times`() throws {
    var columns = TrackColumns.line(5, seconds: 10, elevations: [0, 10, 20, 30, 40])
    let at = { Date(timeIntervalSinceReferenceDate: $0) }
    let inner = columns.crop(from: at(15), to: at(32))
    let made = columns.columns(in: try #require(inner.inside.first))
    #expect(made.times == [15, 20, 30, 32] && made.elevations == [15, 20, 30, 32])
    let within = columns.crop(from: at(12), to: at(17))
    #expect(
      within.inside == [TrackSpan(TrackPlace(1, fraction: 0.2), TrackPlace(1, fraction: 0.7))])
    #expect(within.outside.count == 2)
    #expect(columns.crop(from: at(20), to: nil).inside == [TrackSpan(TrackPlace(2), TrackPlace(4))])
    #expect(columns.crop(from: nil, to: nil).outside == [])
    #expect(columns.crop(from: at(30), to: at(10)).inside == [])
    #expect(columns.crop(from: at(100), to: nil).inside == [])
    columns.times[2] = .nan
    let untimed = columns.crop(from: at(15), to: at(50))
    #expect(untimed.inside == [TrackSpan(TrackPlace(3), TrackPlace(4))])
    columns.times = [0, 30, 10, 20, 40]
    #expect(columns.crop(from: at(15), to: at(35)).inside.count == 2)
    #expect(TrackColumns().crop(from: nil, to: nil) == TrackCrop())
  }

  @Test func `a crop around a position keeps exactly the parts within the radius`() throws {
    var random = SplitMix64.forTest()
    for start in trackStarts {
      for _ in 0..<25 {
        let columns = TrackColumns.wandering(80, from: start, segments: 3, &random)
        let center = columns.coordinate(Int.random(in: 0..<80, using: &random))
        let radius = Double.random(in: 1...columns.length / 4, using: &random)
        let crop = columns.crop(within: radius, of: center)
        #expect(abs(parts(crop, columns).length - columns.length) < 1e-2)
        #expect(Set(parts(crop, columns).points) == Set(0..<80))
        for (spans, isInside) in [(crop.inside, true), (crop.outside, false)] {
          let distances = spans.flatMap { span in
            let made = columns.columns(in: span)
            return (0..<made.count).map {
              Geodesic.distanceMetres(from: made.coordinate($0), to: center)
            }
          }
          #expect(
            distances.allSatisfy { isInside ? $0 < radius + 0.1 : $0 > radius - 0.1 })
        }
      }
    }
  }

  @Test func `a crop around a position cuts a leg that only passes through the circle`() {
    let columns = TrackColumns.line(2)
    let (start, end) = (columns.coordinate(0), columns.coordinate(1))
    let middle = Coordinate(
      latitude: (start.latitude + end.latitude) / 2,
      longitude: (start.longitude + end.longitude) / 2)
    let crop = columns.crop(within: columns.length / 4, of: middle)
    #expect(crop.inside.count == 1 && crop.outside.count == 2)
    let inside = columns.columns(in: crop.inside[0]).length
    #expect(abs(inside - columns.length / 2) < 0.01)
    #expect(TrackColumns().crop(within: 10, of: middle) == TrackCrop())
    #expect(columns.crop(within: .infinity, of: middle).outside == [])
  }

  @Test func `a crop that ends at a break includes no point beyond it`() {
    let columns = TrackColumns.line(6, segmentStarts: [0, 3])
    let metres = TrackRuler(columns).metres[3]
    #expect(
      columns.crop(metres: 0...metres)
        == TrackCrop(
          inside: [TrackSpan(TrackPlace(0), TrackPlace(2))],
          outside: [TrackSpan(TrackPlace(3), TrackPlace(5))]))
  }
}
