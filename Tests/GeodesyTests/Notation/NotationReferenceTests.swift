import Foundation
import Geodesy
import TestSupport
import Testing

/// Positions and their texts from published sources.
@Suite struct NotationReferenceTests {
  struct Reference: Sendable, CustomTestStringConvertible {
    let text: String
    let latitude: Double
    let longitude: Double
    /// The tolerance in metres, from the precision of the published numbers.
    let metres: Double
    let source: String

    init(
      _ text: String, _ latitude: Double, _ longitude: Double, metres: Double, _ source: String
    ) {
      (self.text, self.latitude, self.longitude) = (text, latitude, longitude)
      (self.metres, self.source) = (metres, source)
    }

    var testDescription: String { "\(text), \(source)" }
  }

  static let references: [Reference] = [
    Reference("38N 444140.54 3684706.36", 33.3, 44.4, metres: 0.01, "GeographicLib, UTMUPS"),
    Reference("utm:38S 444140.54 3684706.36", 33.3, 44.4, metres: 0.01, "GeographicLib, UTMUPS"),
    Reference("38SMB4414084706", 33.3, 44.4, metres: 1, "GeographicLib, MGRS"),
    Reference("4QFJ 12345 67890", 21.409_7, -157.916_1, metres: 20, "Wikipedia, MGRS"),
    Reference(
      "2700000 1100000", 46 + 2 / 60.0 + 38.87 / 3600, 8 + 43 / 60.0 + 49.79 / 3600, metres: 1,
      "swisstopo, approximate formulas, example"),
    Reference(
      "LV03 700000 100000", 46 + 2 / 60.0 + 38.87 / 3600, 8 + 43 / 60.0 + 49.79 / 3600,
      metres: 1, "swisstopo, approximate formulas, example"),
    Reference(
      "osgb 651409.792 313177.448", 52.658_007_833, 1.716_073_973, metres: 5,
      "Ordnance Survey, A guide to coordinate systems in Great Britain, Caister water tower"),
    Reference(
      "TG5140913177", 52.658_007_833, 1.716_073_973, metres: 5,
      "Ordnance Survey, A guide to coordinate systems in Great Britain, Caister water tower"),
    Reference("ezs42", 42.605, -5.603, metres: 100, "Wikipedia, Geohash"),
    Reference("u4pruydqqvj", 57.649_11, 10.407_44, metres: 0.5, "Wikipedia, Geohash"),
    Reference("JN58td", 48.146_66, 11.608_33, metres: 4000, "Wikipedia, Maidenhead: Munich"),
    Reference("GF15vc", -34.91, -56.211_66, metres: 4000, "Tyson (1989): Montevideo"),
    Reference("FM18lw", 38.92, -77.065, metres: 4000, "Tyson (1989): Washington"),
    Reference("RE78ir", -41.283_33, 174.745, metres: 4000, "Tyson (1989): Wellington"),
    Reference("FN31pr", 41.714_775, -72.727_260, metres: 4000, "ARRL, station W1AW"),
    Reference("geo:48.2010,16.3695,183", 48.201, 16.3695, metres: 0.001, "RFC 5870, 6.1"),
    Reference(
      "geo:48.198634,16.371648;crs=wgs84;u=40", 48.198_634, 16.371_648, metres: 0.001,
      "RFC 5870, 6.1"),
  ]

  @Test(arguments: references)
  func `a text of a published source is read as the source's position`(
    _ reference: Reference
  ) throws {
    let found = try CoordinateParser.parse(reference.text)
    let position = Coordinate(latitude: reference.latitude, longitude: reference.longitude)
    let metres = Geodesic.distanceMetres(from: found, to: position)
    #expect(metres <= reference.metres, "\(found), \(metres) m away")
  }

  @Test func `one position is written in all notations as in the registry's examples`() {
    let pass = Coordinate(latitude: 45.7251, longitude: 6.7104)
    for notation in CoordinateNotation.all {
      switch notation {
      case .swissGrid, .britishGrid: #expect(notation.text(for: pass) == nil)
      default: #expect(notation.format(pass) == notation.example, "\(notation.id)")
      }
    }
  }

  @Test func `the manual lists each notation with its example and step`() throws {
    let file = PackageFiles.root.appending(path: "docs/manual/coordinates.md")
    let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
    for notation in CoordinateNotation.all {
      let row = try #require(lines.first { $0.hasPrefix("| `\(notation.id)` |") })
      #expect(row.contains("`\(notation.example)`"), "\(row)")
      let step = notation.resolutionMetres
      #expect(
        row.contains("| \(step == step.rounded() ? "\(Int(step))" : "\(step)") m |"), "\(row)")
      #expect(row.contains("none") == (notation.accuracyMetres == 0), "\(row)")
    }
  }

  @Test(arguments: [
    (46.951_082_877, 7.438_632_495, 2_600_000.0062, 1_200_000.0128),
    (47.0, 7.0, 2_566_639.3434, 1_205_531.9151), (46.5, 8.5, 2_681_473.3807, 1_150_404.7626),
  ])
  func `positions in Switzerland have the coordinates that PROJ computes`(
    _ latitude: Double, _ longitude: Double, _ east: Double, _ north: Double
  ) {
    // PROJ 9.1.1, EPSG:2056 from WGS 84, at height 0.
    let position = Coordinate(latitude: latitude, longitude: longitude)
    let (easting, northing) = SwissProjection.project(position)
    #expect(abs(easting - east) < 0.001)
    #expect(abs(northing - north) < 0.001)
    let again = SwissProjection.position(easting: easting, northing: northing)
    #expect(Geodesic.distanceMetres(from: position, to: again) < 1e-6)
  }

  @Test(arguments: [
    (39.9, 8.0, "32S"), (40.0, 8.0, "32T"), (60.0, 3.0, "32V"), (60.0, 2.9, "31V"),
    (55.9, 3.0, "31U"),
    (64.0, 5.0, "31W"), (72.0, 8.9, "31X"), (72.0, 9.0, "33X"), (78.0, 20.9, "33X"),
    (78.0, 21.0, "35X"), (83.9, 33.0, "37X"), (83.9, 41.9, "37X"), (83.9, 42.0, "38X"),
    (71.9, 9.0, "32W"), (78.0, -0.1, "30X"), (84.0, 10.0, "Z"), (84.0, -10.0, "Y"),
    (-80.0, 10.0, "32C"), (-80.1, 10.0, "B"), (-80.1, -10.0, "A"), (0.0, 0.0, "31N"),
    (-0.1, 0.0, "31M"), (10.0, 180.0, "1P"), (10.0, -180.0, "1P"), (10.0, 179.9, "60P"),
    (90.0, 0.0, "Z"), (-90.0, 0.0, "B"),
  ])
  func `zones and bands have the exceptions of Norway, Svalbard and the poles`(
    _ latitude: Double, _ longitude: Double, _ zone: String
  ) {
    let position = Coordinate(latitude: latitude, longitude: longitude)
    #expect(CoordinateNotation.utm.format(position).hasPrefix("\(zone) "))
    #expect(CoordinateNotation.mgrs.format(position).hasPrefix("\(zone) "))
  }

  @Test(arguments: [
    "2'600'000 / 1'200'000", "2 600 000, 1 200 000", "2 600 000 1 200 000", "2600000.0 1200000.0",
    "1200000 2600000", "E 2600000 N 1200000", "N1200000 E2600000", "2600000 m, 1200000 m",
    "600'000 / 200'000", "LV03: 600 000 200 000", "lv95=2600000/1200000",
  ])
  func `Swiss coordinates are read in their usual forms`(_ text: String) throws {
    let bern = SwissProjection.position(easting: 2_600_000, northing: 1_200_000)
    #expect(Geodesic.distanceMetres(from: try CoordinateParser.parse(text), to: bern) < 0.001)
  }

  @Test(arguments: [
    "NN 16667 71285", "nn 16667 71285", "NN 166677 712855", "osgb:216667.5 771285.5",
    "OSGB36: E 216667 N 771285", "OS NN1666871286",
  ])
  func `British coordinates are read in their usual forms`(_ text: String) throws {
    let nevis = BritishProjection.position(easting: 216_667.5, northing: 771_285.5)
    #expect(Geodesic.distanceMetres(from: try CoordinateParser.parse(text), to: nevis) < 2)
  }

  @Test(arguments: [
    ("32T 389000 5093000", "mgrs", "32T LR 89000 93000"),
    ("32T 389999 5093001", "mgrs", "32T LR 89999 93001"),
    ("30U 389000 5893000", "mgrs", "30U UD 89000 93000"),
    ("osgb:216667 771285", "osgb", "NN 16667 71285"),
  ])
  func `a position in whole metres keeps its metres in a grid that cuts digits off`(
    text: String, notation: String, written: String
  ) throws {
    let position = try CoordinateParser.parse(text)
    // The library keeps 7 decimals.
    let rounded = Coordinate(
      latitude: (position.latitude * 1e7).rounded() / 1e7,
      longitude: (position.longitude * 1e7).rounded() / 1e7)
    for coordinate in [position, rounded] {
      #expect(CoordinateNotation.named(notation)?.format(coordinate) == written)
    }
  }

  @Test func `metres without a UTM zone are refused with advice`() {
    #expect {
      try CoordinateParser.parse("389000 5093000")
    } throws: { error in
      "\(error)".contains("has no UTM zone") && "\(error)".contains("32T 389000 5093000")
    }
  }

  @Test(arguments: [
    ("geo:45.7,6.7,2000", 2000.0), ("geo:45.7,6.7,-12.5;crs=wgs84;u=10", -12.5),
    ("GEO:45.7, 6.7, 1900?z=3", 1900), ("geo:45.7,6.7", nil), ("45.7 6.7", nil),
    ("geo:45.7,6.7,x", nil),
  ])
  func `the altitude of a geo URI is the elevation`(text: String, metres: Double?) {
    #expect(CoordinateParser.elevation(in: text) == metres)
  }

  @Test func `a position near the north pole has the UPS coordinates of EPSG`() {
    // EPSG Guidance Note 7-2, WGS 84 / UPS North.
    let (easting, northing) = GridZone(number: 0, isNorthern: true)
      .project(Coordinate(latitude: 73, longitude: 44))
    #expect(abs(easting - 3_320_416.75) < 0.005)
    #expect(abs(northing - 632_668.43) < 0.005)
  }

  @Test func `the poles have UPS coordinates in the centre of the polar grids`() throws {
    let north = Coordinate(latitude: 90, longitude: 0)
    #expect(CoordinateNotation.utm.format(north) == "Z 2000000 2000000")
    #expect(CoordinateNotation.mgrs.format(north) == "Z AH 00000 00000")
    #expect(try CoordinateParser.parse("Z 2000000 2000000").latitude == 90)
    let south = Coordinate(latitude: -90, longitude: 0)
    #expect(CoordinateNotation.utm.format(south) == "B 2000000 2000000")
    #expect(CoordinateNotation.mgrs.format(south) == "B AN 00000 00000")
  }

  @Test(arguments: ["0C 2000000 2000000", "00B 2000000 2000000", "0Z 2000000 2000000"])
  func `zone 0 is not a zone of UTM`(_ text: String) {
    #expect(throws: CoordinateParseError.self) { try CoordinateParser.parse(text) }
  }
}
