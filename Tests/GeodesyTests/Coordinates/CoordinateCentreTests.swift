import Geodesy
import Testing

/// The mean position of several coordinates.
@Suite struct CoordinateCentreTests {
  @Test func `the centre of one coordinate is the coordinate`() throws {
    let place = Coordinate(latitude: 46.02, longitude: 7.75)
    let centre = try #require(Coordinate.centre(of: [place]))
    #expect(abs(centre.latitude - 46.02) < 1e-9 && abs(centre.longitude - 7.75) < 1e-9)
  }

  @Test func `the centre of coordinates beside the antimeridian is between them`() throws {
    let centre = try #require(
      Coordinate.centre(of: [
        Coordinate(latitude: -17, longitude: 179), Coordinate(latitude: -17, longitude: -179),
      ]))
    #expect(abs(abs(centre.longitude) - 180) < 1e-9)
    #expect(abs(centre.latitude + 17) < 0.01)
  }

  @Test func `one far coordinate moves the centre of many coordinates only a little`() throws {
    var coordinates = (0..<20).map { Coordinate(latitude: 46, longitude: 7 + Double($0) / 100) }
    coordinates.append(Coordinate(latitude: -44, longitude: 170))
    let centre = try #require(Coordinate.centre(of: coordinates))
    let alps = Coordinate(latitude: 46, longitude: 7.1)
    #expect(Geodesic.distanceMetres(from: centre, to: alps) < 300_000)
  }

  @Test func `there is no centre without a valid coordinate`() {
    #expect(Coordinate.centre(of: []) == nil)
    #expect(Coordinate.centre(of: [Coordinate(latitude: .nan, longitude: 0)]) == nil)
  }
}
