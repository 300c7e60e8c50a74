import Foundation
import Geodesy
import TestSupport
import Testing

/// A comparison of 10 000 positions with PROJ and GeographicLib.
@Suite struct PeerProjectionTests {
  static let hasPROJ = (try? Subprocess.run("cs2cs")) != nil
  static let hasGeoConvert = (try? Subprocess.run("GeoConvert", ["--version"])) != nil

  /// 10 000 positions: 100 parallels with 100 positions each. No position is on the edge of a zone
  /// or band.
  static let grid: [Coordinate] = (0..<100).flatMap { row in
    (0..<100).map { column in
      Coordinate(
        latitude: -89.07 + Double(row) * 1.7993 + Double(column) * 0.000_1,
        longitude: -179.93 + Double(column) * 3.6007 + Double(row) * 0.000_1)
    }
  }

  /// 10 000 positions in a box.
  private static func box(_ latitudes: ClosedRange<Double>, _ longitudes: ClosedRange<Double>)
    -> [Coordinate]
  {
    (0..<10_000).map { number in
      let (row, column) = (Double(number / 100) / 99, Double(number % 100) / 99)
      return Coordinate(
        latitude: latitudes.lowerBound + row * (latitudes.upperBound - latitudes.lowerBound),
        longitude: longitudes.lowerBound + column * (longitudes.upperBound - longitudes.lowerBound))
    }
  }

  /// Returns the eastings and northings that PROJ computes.
  private func projected(
    _ positions: [Coordinate], _ projection: String
  ) throws -> [(Double, Double)] {
    let input = positions.map { "\($0.longitude) \($0.latitude)\n" }.joined()
    let result = try Subprocess.run(
      "cs2cs",
      ["-f", "%.5f", "+proj=latlong", "+datum=WGS84", "+to"]
        + projection.split(separator: " ").map(String.init),
      standardInput: Data(input.utf8))
    #expect(result.exitCode == 0, "\(result.errors)")
    return result.output.split(separator: "\n").compactMap { line in
      let numbers = line.split { $0 == "\t" || $0 == " " }.compactMap { Double($0) }
      return numbers.count >= 2 ? (numbers[0], numbers[1]) : nil
    }
  }

  private func expectNear(
    _ ours: (easting: Double, northing: Double), _ theirs: (Double, Double),
    metres: Double, _ position: Coordinate, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let away = hypot(ours.easting - theirs.0, ours.northing - theirs.1)
    #expect(away <= metres, "\(position): \(ours), \(theirs)", sourceLocation: sourceLocation)
  }

  @Test(.enabled(if: hasPROJ, "cs2cs is not installed; the package is proj-bin"))
  func `UTM and UPS agree with PROJ within a tenth of a millimetre`() throws {
    let zones = Dictionary(grouping: Self.grid, by: GridZone.init(of:))
    #expect(zones.count > 100)
    for (zone, positions) in zones {
      let projection =
        zone.isPolar
        ? "+proj=ups \(zone.isNorthern ? "" : "+south ")+datum=WGS84"
        : "+proj=utm +zone=\(zone.number) \(zone.isNorthern ? "" : "+south ")+datum=WGS84"
      let theirs = try projected(positions, projection)
      try #require(theirs.count == positions.count)
      for (position, pair) in zip(positions, theirs) {
        let ours = zone.project(position)
        expectNear(ours, pair, metres: 0.0001, position)
        let again = zone.position(easting: pair.0, northing: pair.1)
        #expect(Geodesic.distanceMetres(from: position, to: again) < 0.0001, "\(position)")
      }
    }
  }

  @Test(.enabled(if: hasPROJ, "cs2cs is not installed; the package is proj-bin"))
  func `the Swiss grid agrees with PROJ within two millimetres`() throws {
    let positions = Self.box(45.8...47.9, 5.9...10.6)
    let theirs = try projected(
      positions,
      """
      +proj=somerc +lat_0=46.9524055555556 +lon_0=7.43958333333333 +k_0=1 +x_0=2600000 \
      +y_0=1200000 +ellps=bessel +towgs84=674.374,15.056,405.346
      """)
    try #require(theirs.count == positions.count)
    for (position, pair) in zip(positions, theirs) {
      expectNear(SwissProjection.project(position), pair, metres: 0.001, position)
      let again = SwissProjection.position(easting: pair.0, northing: pair.1)
      #expect(Geodesic.distanceMetres(from: position, to: again) < 0.002, "\(position)")
    }
  }

  @Test(.enabled(if: hasPROJ, "cs2cs is not installed; the package is proj-bin"))
  func `the British grid agrees with PROJ within two millimetres`() throws {
    let positions = Self.box(49.9...60.8, -7.5...1.7)
    let theirs = try projected(
      positions,
      """
      +proj=tmerc +lat_0=49 +lon_0=-2 +k=0.9996012717 +x_0=400000 +y_0=-100000 +a=6377563.396 \
      +b=6356256.909 +towgs84=446.448,-125.157,542.06,0.1502,0.247,0.8421,-20.4894
      """)
    try #require(theirs.count == positions.count)
    for (position, pair) in zip(positions, theirs) {
      expectNear(BritishProjection.project(position), pair, metres: 0.001, position)
      let again = BritishProjection.position(easting: pair.0, northing: pair.1)
      #expect(Geodesic.distanceMetres(from: position, to: again) < 0.002, "\(position)")
    }
  }

  @Test(
    .enabled(
      if: hasGeoConvert, "GeoConvert is not installed; the package is geographiclib-tools"))
  func `MGRS and UTM texts agree with GeographicLib`() throws {
    let input = Data(Self.grid.map { "\($0.latitude) \($0.longitude)\n" }.joined().utf8)
    let squares = try Subprocess.run("GeoConvert", ["-m", "-p", "0"], standardInput: input)
      .output.split(separator: "\n")
    let zones = try Subprocess.run("GeoConvert", ["-u", "-p", "5"], standardInput: input)
      .output.split(separator: "\n")
    try #require(squares.count == Self.grid.count && zones.count == Self.grid.count)
    for (position, (square, zone)) in zip(Self.grid, zip(squares, zones)) {
      // GeographicLib writes zone numbers with two digits.
      let isPadded = square.hasPrefix("0")
      // Less than 6 mm before the next metre, Cartographer rounds up, but GeographicLib does not.
      let isBeforeMetre = zone.split(separator: " ").compactMap { Double($0) }.contains {
        $0.truncatingRemainder(dividingBy: 1) > 0.993_99
      }
      #expect(
        isBeforeMetre
          || CoordinateNotation.mgrs.format(position).replacing(" ", with: "")
            == square.dropFirst(isPadded ? 1 : 0)
      )
      let again = try CoordinateParser.parse(String(square))
      #expect(Geodesic.distanceMetres(from: position, to: again) < 0.75, "\(square)")
      let words = zone.split(separator: " ")
      try #require(words.count == 3)
      let ours = GridZone(of: position)
      #expect((Int(words[0].dropLast()) ?? 0) == ours.number)
      #expect(words[0].last == (ours.isNorthern ? "n" : "s"))
      expectNear(
        ours.project(position), (Double(words[1]) ?? .nan, Double(words[2]) ?? .nan),
        metres: 0.0001, position)
    }
  }
}
