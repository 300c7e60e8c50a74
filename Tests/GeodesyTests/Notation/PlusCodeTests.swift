import Geodesy
import Testing

@Suite struct PlusCodeTests {
  // The test data of Google's Open Location Code: encoding.csv, decoding.csv and
  // shortCodeTests.csv.

  @Test(arguments: [
    (20.3701125, 2.782234375, "7FG49QCJ+2VX"), (1, 1, "6FH32222+222"),
    (2.5, -64.23, "67JQGQ2C+222"), (35.019, 148.827, "8R7C2R9G+JR2"),
    (-68.54504, -62.81725, "373VF53M+X4J"), (50.2, -162.8, "922V6622+222"),
    (67.2, 115.1, "9PVQ6422+222"), (-56.3, 114.5, "3PMPPG22+222"), (-30.3, 76.5, "4JXRPG22+222"),
    (80.010_000_000_1, 58.57, "CHGW2H6C+222"), (-80.010_000_000_1, 58.57, "2HFWXHQC+X2R"),
    (47.000_000_08, 8.000_222_29, "8FVC2222+235"), (90, 1, "CFX3X2X2+X2R"),
    (1, 180, "62H22222+222"),
  ])
  func `a position has the code of the published tests`(
    _ latitude: Double, _ longitude: Double, _ code: String
  ) {
    let position = Coordinate(latitude: latitude, longitude: longitude)
    #expect(CoordinateNotation.plusCode.format(position) == code)
  }

  @Test(arguments: [
    ("7FG49Q00+", 20.35, 2.75, 20.4, 2.8), ("7FG49QCJ+2V", 20.37, 2.782125, 20.370125, 2.78225),
    ("7FG49QCJ+2VXGJ", 20.370113, 2.782234375, 20.370114, 2.78223632813),
    ("4VCPPQGP+Q9", -41.273125, 174.785875, -41.273, 174.786), ("22220000+", -90, -180, -89, -179),
    ("84000000+", 30, -140, 50, -120), ("cfx30000+", 89, 1, 90, 2),
    ("849VGJQF+VX7QR3J7QR3J", 37.53966912, -122.3750698242, 37.53966916, -122.3750697021),
  ])
  func `a code is read as the centre of its published cell`(
    _ code: String, _ south: Double, _ west: Double, _ north: Double, _ east: Double
  ) throws {
    let position = try CoordinateParser.parse(code)
    #expect(abs(position.latitude - (south + north) / 2) < 1e-9)
    #expect(abs(position.longitude - (west + east) / 2) < 1e-9)
  }

  @Test(arguments: [
    ("+2VX", 51.3701125, -1.217765625, "9C3W9QCJ+2VX"),
    ("CJ+2VX", 51.3708675, -1.217765625, "9C3W9QCJ+2VX"),
    ("9QCJ+2VX", 51.3852125, -1.217765625, "9C3W9QCJ+2VX"),
    ("22+", 42.899, 9.012, "8FJFW222+"), ("22+", 14.95125, -23.5001, "796RXG22+"),
    ("XGRF+PM", 47.0, 8.55, "8FRCXGRF+PM"), ("2222+22", 89.6, 0, "CFX22222+22"),
    ("XXXXXX+XX", -81, 0, "2CXXXXXX+XX"),
  ])
  func `a short code is completed by a position near it, as in the published tests`(
    _ short: String, _ latitude: Double, _ longitude: Double, _ full: String
  ) throws {
    let near = Coordinate(latitude: latitude, longitude: longitude)
    let expected = try CoordinateParser.parse(full)
    for position in [
      try CoordinateParser.parse(short, near: near),
      try CoordinateParser.parse("\(short) \(latitude) \(longitude)"),
    ] {
      #expect(abs(position.latitude - expected.latitude) < 1e-9)
      #expect(abs(position.longitude - expected.longitude) < 1e-9)
    }
  }

  @Test func `a short code without a position near it is refused with an example`() {
    for (text, part) in [("9G8F+6X", "a nearby position"), ("9G8F+6X Zürich", "“Zürich”")] {
      let error = #expect(throws: CoordinateParseError.self) { try CoordinateParser.parse(text) }
      #expect(error?.code == .needsReference)
      #expect(error?.message.contains(part) == true)
    }
    #expect(ShortPlusCode("9g8f+6x, Lac Blanc")?.locality == "Lac Blanc")
    #expect(ShortPlusCode("Lac Blanc 9G8F+6X")?.code == "9G8F+6X")
    #expect(ShortPlusCode("8FVC9G8F+6X Zürich") == nil)
  }

  @Test func `a short code near the antimeridian is completed across it`() throws {
    let near = Coordinate(latitude: -17.5, longitude: 179.99)
    let position = try CoordinateParser.parse("2222+22", near: near)
    #expect(position.longitude < -179.9 || position.longitude > 179)
    #expect(Geodesic.distanceMetres(from: near, to: position) < 80_000)
  }

  @Test(arguments: [
    "8FVC9G8F+6", "8FVC9G8+6X", "8FVC9G8F+6A", "0FVC9G8F+6X", "8F00+", "XFVC9G8F+6X",
  ])
  func `a code that is not valid is refused`(_ code: String) {
    #expect(throws: CoordinateParseError.self) { try CoordinateParser.parse(code) }
  }
}
