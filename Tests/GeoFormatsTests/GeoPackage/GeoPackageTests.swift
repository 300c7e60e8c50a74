import Foundation
import GeoFormats
import Geodesy
import TestSupport
import Testing

@Suite struct GeoPackageTests {
  static let hasTools = (try? Subprocess.run("ogrinfo", ["--version"])) != nil

  private static func document() -> GeoDocument {
    var place = GeoPlace(
      coordinate: Coordinate(latitude: 46.5, longitude: -7.9), elevation: 1608.25,
      time: Date(timeIntervalSinceReferenceDate: 805_528_931.5), name: "Hütte",
      details: "two\nlines", symbol: "Lodge")
    place.extras.groups = ["Alps", "2026"]
    place.extras.colour = "#FF0000"
    let flat = GeoPlace(coordinate: Coordinate(latitude: 1, longitude: 2))
    var points = GeoPoints()
    points.append(latitude: 46, longitude: 7, elevation: 500, time: 805_528_931, segment: 0)
    points.set(.heartRate, 120)
    points.append(latitude: 46.1, longitude: 7.1, elevation: 510, time: 805_528_941, segment: 0)
    points.append(latitude: 46.2, longitude: 7.2, segment: 1)
    points.append(latitude: 46.3, longitude: 7.3, elevation: 530, segment: 1)
    points.append(latitude: 46.4, longitude: 7.4, elevation: 530, segment: 2)
    var track = GeoPathHeader(kind: .track, name: "Up", type: "hiking")
    track.segments = 3
    var leg = GeoPoints()
    leg.append(latitude: 46, longitude: 7)
    leg.append(latitude: 46, longitude: 8)
    return GeoDocument(
      places: [place, flat],
      paths: [
        GeoPath(header: GeoPathHeader(kind: .route, name: "Plan"), points: leg),
        GeoPath(header: track, points: points),
      ])
  }

  private func written(
    _ document: GeoDocument, _ options: GeoWritingOptions = GeoWritingOptions()
  ) throws -> (bytes: [UInt8], losses: [Diagnostic]) {
    try Writing.written(document, as: "gpkg") { $0 = options }
  }

  private func info(_ bytes: [UInt8], _ arguments: [String]) throws -> Subprocess {
    let folder = try TemporaryDirectory()
    let file = folder.file("x.gpkg")
    try Data(bytes).write(to: file)
    defer { withExtendedLifetime(folder) {} }
    return try Subprocess.run("ogrinfo", ["-ro", file.path] + arguments)
  }

  @Test func `the file has the signature of a GeoPackage`() throws {
    let bytes = try written(Self.document()).bytes
    #expect(bytes.starts(with: Array("SQLite format 3\0".utf8)))
    #expect(bytes[68..<72].elementsEqual("GPKG".utf8))
    #expect(bytes[60..<64].elementsEqual([0, 0, 0x28, 0x3C]))
  }

  @Test func `equal content gives equal files`() throws {
    #expect(try written(Self.document()).bytes == written(Self.document()).bytes)
  }

  @Test func `content without a column is told`() throws {
    let losses = try written(Self.document()).losses
    #expect(losses.map(\.code) == [.formatUnwritable, .formatUnwritable])
    #expect(losses.first?.message.contains("single point") == true)
    #expect(losses.last?.message.contains("the elevations of a line") == true)
  }

  @Test(.enabled(if: hasTools, "ogrinfo (Debian package gdal-bin) is not on this machine"))
  func `ogrinfo reads every layer without a warning`() throws {
    let bytes = try written(Self.document()).bytes
    let result = try info(bytes, ["-al"])
    #expect(result.exitCode == 0)
    #expect(result.errors == "")
    for line in [
      "Layer name: places", "Layer name: paths", "Layer name: path_points",
      "Geometry: 3D Multi Line String", "Geometry: 3D Point", "Feature Count: 2",
      "Feature Count: 7", "Extent: (-7.900000, 1.000000) - (2.000000, 46.500000)",
      "POINT Z (-7.9 46.5 1608.25)", "POINT (2 1)",
      "name (String) = Hütte", "groups (String) = Alps; 2026",
      "time (DateTime) = 2026/07/12 06:02:11.500+00",
      "heart_rate (Real) = 120", "MULTILINESTRING ((7 46,8 46))",
      "kind (String) = track", "points (Integer64) = 5",
      "start_time (DateTime) = 2026/07/12 06:02:11+00",
    ] {
      #expect(result.output.contains(line), "\(line) is missing in:\n\(result.output)")
    }
  }

  @Test(.enabled(if: hasTools, "ogrinfo (Debian package gdal-bin) is not on this machine"))
  func `a path has elevations in its line only if all its points have one`() throws {
    var document = Self.document()
    let header = GeoPathHeader(kind: .track, name: "Complete")
    var points = GeoPoints()
    points.append(latitude: 46, longitude: 7, elevation: 500)
    points.append(latitude: 46.1, longitude: 7.1, elevation: 510)
    document.paths.append(GeoPath(header: header, points: points))
    let (bytes, losses) = try written(document)
    let message = losses.first { $0.message.contains("the elevations of a line") }?.message
    // A message that counts two paths ends with "(2 times, first in …)".
    #expect(message?.hasSuffix("path_points)") == true)
    let result = try info(bytes, ["-al"])
    for line in [
      "MULTILINESTRING Z ((7 46 500,7.1 46.1 510))",
      "MULTILINESTRING ((7 46,7.1 46.1),(7.2 46.2,7.3 46.3))",
      "POINT Z (7 46 500)", "POINT (7.2 46.2)", "POINT Z (7.3 46.3 530)", "elevation (Real) = 530",
    ] {
      #expect(result.output.contains(line), "\(line) is missing in:\n\(result.output)")
    }
    #expect(result.errors == "" && !result.output.contains("nan"))
  }

  @Test(.enabled(if: hasTools, "ogrinfo (Debian package gdal-bin) is not on this machine"))
  func `an empty library gives a valid file`() throws {
    let result = try info(try written(GeoDocument()).bytes, ["-al", "-so"])
    #expect(result.exitCode == 0)
    #expect(result.errors == "")
    #expect(result.output.contains("Feature Count: 0"))
  }

  @Test func `times and extensions are left out on request`() throws {
    var options = GeoWritingOptions()
    options.stripsTimes = true
    options.stripsExtensions = true
    let text = String(decoding: try written(Self.document(), options).bytes, as: UTF8.self)
    #expect(!text.contains("2026-07"))
    #expect(!text.contains("Alps"))
  }
}
