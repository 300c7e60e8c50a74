import Foundation
import Geodesy
import Testing

/// The map projection around the poles.
struct PolarMapTests {
  private static let coordinates: [Coordinate] = [
    Coordinate(latitude: 89.9, longitude: 12), Coordinate(latitude: 85, longitude: -179.9),
    Coordinate(latitude: 70, longitude: 100), Coordinate(latitude: 86.5, longitude: -45),
  ]

  @Test(arguments: [PolarMap.Pole.north, .south])
  func `a projected coordinate is found again`(pole: PolarMap.Pole) {
    let polar = PolarMap(pole, meridian: 30)
    for coordinate in Self.coordinates {
      let sign = pole == .north ? 1.0 : -1
      let given = Coordinate(latitude: sign * coordinate.latitude, longitude: coordinate.longitude)
      let found = polar.unproject(polar.project(given))
      #expect(abs(found.latitude - given.latitude) < 1e-9)
      #expect(abs(found.longitude - given.longitude) < 1e-9)
    }
  }

  @Test func `north is up on the chosen meridian, and east is on the right`() {
    for pole in [PolarMap.Pole.north, .south] {
      let polar = PolarMap(pole, meridian: 30)
      let sign = pole == .north ? 1.0 : -1
      let centre = polar.project(Coordinate(latitude: sign * 86, longitude: 30))
      let north = polar.project(Coordinate(latitude: sign * 86 + 0.1, longitude: 30))
      let east = polar.project(Coordinate(latitude: sign * 86, longitude: 31))
      #expect(abs(north.x - centre.x) < 1e-12 && north.y < centre.y)
      #expect(east.x > centre.x)
    }
  }

  @Test func `the scale equals that of Web Mercator at the limit, and is equal in all directions`()
  {
    let polar = PolarMap(.north, meridian: 0)
    let limit = PolarMap.latitudeLimit
    let ratio =
      polar.metresPerUnit(atLatitude: limit) / WebMercator.metresPerUnit(atLatitude: limit)
    #expect(abs(ratio - 1) < 1e-12)
    for latitude in [70.0, 85, 88] {
      let start = Coordinate(latitude: latitude, longitude: 0)
      for end in [
        Coordinate(latitude: latitude + 0.01, longitude: 0),
        Coordinate(latitude: latitude, longitude: 0.1),
      ] {
        let (a, b) = (polar.project(start), polar.project(end))
        let units = ((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y)).squareRoot()
        let metres = Geodesic.inverse(from: start, to: end).distanceMetres
        #expect(abs(metres / units / polar.metresPerUnit(atLatitude: latitude) - 1) < 0.008)
      }
    }
  }

  @Test func `a coordinate beyond the square of Web Mercator is found again`() {
    for latitude in [89.9, 85.5, 10, -86, -89.999] {
      let given = Coordinate(latitude: latitude, longitude: 50)
      let point = WebMercator.projectBeyondSquare(given)
      #expect(abs(WebMercator.unproject(point).latitude - latitude) < 1e-9)
    }
    let pole = WebMercator.projectBeyondSquare(Coordinate(latitude: 90, longitude: 0))
    #expect(pole.y.isFinite && pole.y < -2)
  }
}
