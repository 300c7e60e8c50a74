import Geodesy
import Testing

@Suite struct CoordinateNotationTests {
  private let pass = Coordinate(latitude: 45.7251, longitude: 6.7104)

  @Test func `each notation is formatted with its symbols`() {
    #expect(CoordinateNotation.decimalDegrees.format(pass) == "45.72510°N 6.71040°E")
    #expect(CoordinateNotation.degreesDecimalMinutes.format(pass) == "45°43.506′N 6°42.624′E")
    #expect(CoordinateNotation.degreesMinutesSeconds.format(pass) == "45°43′30.4″N 6°42′37.4″E")
  }

  @Test func `minutes and seconds have two digits, and hemispheres have letters`() {
    let cape = Coordinate(latitude: -33.0025, longitude: -18.05)
    #expect(CoordinateNotation.degreesMinutesSeconds.format(cape) == "33°00′09.0″S 18°03′00.0″W")
    #expect(CoordinateNotation.degreesDecimalMinutes.format(cape) == "33°00.150′S 18°03.000′W")
  }

  @Test func `rounding carries into the degrees`() {
    let almost = Coordinate(latitude: 45.999_999_9, longitude: -179.999_999_9)
    #expect(CoordinateNotation.decimalDegrees.format(almost) == "46.00000°N 180.00000°W")
    #expect(
      CoordinateNotation.degreesMinutesSeconds.format(almost) == "46°00′00.0″N 180°00′00.0″W")
  }

  @Test func `a coordinate just south of the equator is not written as minus zero`() {
    let origin = Coordinate(latitude: -0.000_000_1, longitude: -0.0)
    #expect(CoordinateNotation.decimalDegrees.format(origin) == "0.00000°N 0.00000°E")
  }

  @Test func `a value that is not finite is written as a dash`() {
    let broken = Coordinate(latitude: .nan, longitude: .infinity)
    #expect(CoordinateNotation.decimalDegrees.format(broken) == "– –")
  }
}
