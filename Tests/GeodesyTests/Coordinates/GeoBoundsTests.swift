import Geodesy
import TestSupport
import Testing

@Suite struct GeoBoundsTests {
  private func box(_ longitudes: Double...) -> GeoBounds? {
    GeoBounds(longitudes.map { Coordinate(latitude: $0 / 10, longitude: $0) })
  }

  @Test func `bounds enclose the valid points`() throws {
    let bounds = try #require(
      GeoBounds([
        Coordinate(latitude: 45, longitude: 7), Coordinate(latitude: 46, longitude: 6),
        Coordinate(latitude: .nan, longitude: 6), Coordinate(latitude: 91, longitude: 6),
      ]))
    #expect(bounds == GeoBounds(south: 45, west: 6, north: 46, east: 7))
    #expect(bounds.center == Coordinate(latitude: 45.5, longitude: 6.5))
    #expect(!bounds.crossesAntimeridian)
    #expect(bounds.widthDegrees == 1)
  }

  @Test func `there are no bounds without a valid point`() {
    #expect(GeoBounds([Coordinate]()) == nil)
    #expect(GeoBounds([Coordinate(latitude: .nan, longitude: 0)]) == nil)
  }

  @Test func `bounds across the antimeridian stay narrow`() throws {
    let fiji = try #require(box(179, -179, 178))
    #expect(fiji.west == 178)
    #expect(fiji.east == -179)
    #expect(fiji.crossesAntimeridian)
    #expect(fiji.widthDegrees == 3)
    #expect(fiji.center.longitude == 179.5)
    #expect(fiji.contains(Coordinate(latitude: 0, longitude: 180)))
    #expect(fiji.contains(Coordinate(latitude: 0, longitude: -180)))
    #expect(!fiji.contains(Coordinate(latitude: 0, longitude: 0)))
    #expect(!fiji.contains(Coordinate(latitude: 80, longitude: 180)))
  }

  @Test func `bounds leave out the widest longitude gap`() throws {
    let bounds = try #require(box(-170, -10, 10, 170))
    #expect(bounds.widthDegrees == 200)
    #expect(bounds.contains(Coordinate(latitude: 0, longitude: 0)))
  }

  @Test func `bounds contain all points with the smallest possible width`() throws {
    var random = SplitMix64.forTest()
    for _ in 0..<500 {
      let middle = Double.random(in: -180...180, using: &random)
      let reach = Double.random(in: 0.001...150, using: &random)
      let points = (0..<20).map { _ in
        Coordinate(
          latitude: .random(in: -90...90, using: &random),
          longitude: (middle + .random(in: -reach...reach, using: &random))
            .remainder(dividingBy: 360))
      }
      let bounds = try #require(GeoBounds(points))
      for point in points { #expect(bounds.contains(point), "\(bounds) \(point)") }
      let sorted = points.map(\.longitude).sorted()
      let gaps = zip(sorted.dropFirst(), sorted).map { $0 - $1 } + [sorted[0] + 360 - sorted[19]]
      let widest = try #require(gaps.max())
      #expect(abs(bounds.widthDegrees - (360 - widest)) < 1e-9, "\(bounds)")
      let first = try #require(GeoBounds(points.prefix(10)))
      let halves = first.union(try #require(GeoBounds(points.suffix(10))))
      for point in points { #expect(halves.contains(point), "\(halves) \(point)") }
    }
  }

  @Test func `a union takes the narrower of the two ways around the Earth`() {
    let east = GeoBounds(south: 0, west: 170, north: 1, east: 175)
    let west = GeoBounds(south: -1, west: -178, north: 0, east: -170)
    let both = GeoBounds(south: -1, west: 170, north: 1, east: -170)
    #expect(east.union(west) == both)
    #expect(west.union(east) == both)
    #expect(both.union(east) == both)
    let world = GeoBounds(south: -1, west: -180, north: 1, east: 180)
    #expect(world.union(both) == world)
    let large = GeoBounds(south: 0, west: -100, north: 1, east: 100)
    let other = GeoBounds(south: 0, west: 90, north: 1, east: -90)
    #expect(large.union(other).widthDegrees == 360)
  }

  @Test func `a coordinate that is out of range or not finite is invalid`() {
    #expect(Coordinate(latitude: 90, longitude: -180).isValid)
    for (latitude, longitude) in [(90.0001, 0.0), (0, 180.0001), (.nan, 0), (0, .infinity)] {
      #expect(!Coordinate(latitude: latitude, longitude: longitude).isValid)
    }
  }
}
