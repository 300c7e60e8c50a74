import Foundation
import Geodesy
import TestSupport
import Testing

@Suite struct TrackSelectionTests {
  @Test(arguments: trackStarts)
  func `an interpolated coordinate lies on the geodesic at its fraction of the distance`(
    start: Coordinate
  ) {
    var random = SplitMix64.forTest()
    for _ in 0..<200 {
      let metres = pow(10, Double.random(in: 0...6.5, using: &random))
      let end = Geodesic.destination(
        from: start, bearingDegrees: .random(in: 0...360, using: &random), distanceMetres: metres)
      let fraction = Double.random(in: 0...1, using: &random)
      let coordinate = Geodesic.interpolate(from: start, to: end, fraction: fraction)
      #expect(coordinate.isValid)
      let (before, after) = (
        Geodesic.distanceMetres(from: start, to: coordinate),
        Geodesic.distanceMetres(from: coordinate, to: end)
      )
      #expect(abs(before - metres * fraction) < 1e-6 * metres + 1e-6, "\(start) \(end)")
      #expect(abs(before + after - metres) < 1e-6 + 1e-8 * metres, "\(start) \(end)")
    }
    #expect(Geodesic.interpolate(from: start, to: start, fraction: 0.5) == start)
  }

  @Test func `values between two points are interpolated, and missing if either is missing`() {
    var columns = TrackColumns.line(3, elevations: [100, 110, .nan])
    columns.times = [0, 10, 30]
    let selection = TrackSelection(
      places: [TrackPlace(0, fraction: 0.25), TrackPlace(1), TrackPlace(1, fraction: 0.5)])
    let made = selection.columns(of: columns)
    #expect(made.elevations[0] == 102.5 && made.elevations[1] == 110 && made.elevations[2].isNaN)
    #expect(made.times == [2.5, 10, 20])
    #expect(selection.values(of: [1, 5, 7]) == [2, 5, 6])
    #expect(selection.indices == nil)
    #expect(abs(made.length - 12.5) < 1e-6)
  }

  @Test func `each span starts a segment and keeps its inner breaks`() {
    let columns = TrackColumns.line(10, segmentStarts: [0, 0, 3, 6, 6])
    let selection = TrackSelection(
      [
        TrackSpan(TrackPlace(1), TrackPlace(4, fraction: 0.5)),
        TrackSpan(TrackPlace(4, fraction: 0.5), TrackPlace(4, fraction: 0.75)),
        TrackSpan(TrackPlace(6), TrackPlace(7)),
      ], of: columns)
    #expect(
      selection.places.map { Double($0.index) + $0.fraction } == [1, 2, 3, 4, 4.5, 4.5, 4.75, 6, 7])
    #expect(selection.segmentStarts == [0, 2, 5, 7])
  }

  @Test func `selected points keep their segments, and empty segments are removed`() {
    let columns = TrackColumns.line(9, segmentStarts: [0, 3, 6])
    let selection = TrackSelection(indices: [1, 2, 7, 8], of: columns)
    #expect(selection.segmentStarts == [0, 2])
    #expect(selection.indices == [1, 2, 7, 8])
    #expect(TrackSelection(indices: [], of: columns).segmentStarts == [0])
    #expect(TrackSelection([], of: TrackColumns()).columns(of: TrackColumns()) == TrackColumns())
  }

  @Test func `a track ruler finds the position at a distance`() throws {
    let columns = TrackColumns.line(6, segmentStarts: [0, 3])
    let ruler = TrackRuler(columns)
    #expect(abs(ruler.length - 40) < 1e-6)
    let place = try #require(ruler.place(atMetres: 25))
    #expect(place.index == 3 && abs(place.fraction - 0.5) < 1e-6)
    #expect(abs(ruler.metres(at: place) - 25) < 1e-9)
    #expect(ruler.place(atMetres: ruler.metres[2]) == TrackPlace(3))
    #expect(ruler.place(atMetres: -5) == TrackPlace(0))
    #expect(ruler.place(atMetres: 99) == TrackPlace(5))
    #expect(TrackRuler(TrackColumns()).place(atMetres: 0) == nil)
  }
}
