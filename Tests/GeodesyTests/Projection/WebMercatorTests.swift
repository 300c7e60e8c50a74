import Foundation
import Geodesy
import TestSupport
import Testing

@Suite struct WebMercatorTests {
  @Test func `corners, centre and Mont Blanc are projected as in web maps`() {
    let centre = WebMercator.project(Coordinate(latitude: 0, longitude: 0))
    #expect(centre == WorldPoint(x: 0.5, y: 0.5))
    let northWest = WebMercator.project(
      Coordinate(latitude: WebMercator.latitudeLimit, longitude: -180))
    #expect(northWest.x == 0)
    #expect(abs(northWest.y) < 1e-12)
    #expect(WebMercator.project(Coordinate(latitude: 90, longitude: 180)).x == 1)
    // At zoom 12, Mont Blanc (45.8327°N 6.8651°E) is on tile 2126/1459 of web maps.
    let summit = WebMercator.project(Coordinate(latitude: 45.8327, longitude: 6.8651))
    #expect(Int(summit.x * 4096) == 2126)
    #expect(Int(summit.y * 4096) == 1459)
  }

  @Test func `poles are clamped to the edge`() {
    #expect(WebMercator.project(Coordinate(latitude: 90, longitude: 0)).y >= 0)
    #expect(WebMercator.project(Coordinate(latitude: -90, longitude: 0)).y <= 1)
    #expect(WebMercator.project(Coordinate(latitude: -90, longitude: 0)).y > 0.999_999)
  }

  @Test func `projecting and unprojecting gives the same coordinate`() {
    var random = SplitMix64.forTest()
    for _ in 0..<1000 {
      let coordinate = Coordinate(
        latitude: .random(in: -85...85, using: &random),
        longitude: .random(in: -180...180, using: &random))
      let again = WebMercator.unproject(WebMercator.project(coordinate))
      #expect(abs(again.latitude - coordinate.latitude) < 1e-10)
      #expect(abs(again.longitude - coordinate.longitude) < 1e-10)
    }
  }

  @Test(arguments: [-80.0, -45.7, 0, 30, 60, 85])
  func `the scale agrees with a short step along the parallel`(latitude: Double) {
    let step = Geodesic.distanceMetres(
      from: Coordinate(latitude: latitude, longitude: 0),
      to: Coordinate(latitude: latitude, longitude: 0.01))
    let scale = WebMercator.metresPerUnit(atLatitude: latitude)
    #expect(abs(scale * 0.01 / 360 / step - 1) < 1e-6)
  }
}
