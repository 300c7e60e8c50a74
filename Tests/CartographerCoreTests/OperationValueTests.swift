import CartographerCore
import Foundation
import Geodesy
import TestSupport
import Testing

/// Sensor values and terrain elevations of points.
extension OperationTests {
  @Test func `operations keep the sensor values of points and interpolate those of new points`()
    async throws
  {
    var random = SplitMix64.forTest()
    func heartRates(_ library: Library, _ id: ItemID) async throws -> [Double] {
      let text = try await library.exportedText([id])
      return text.matches(of: /hr>([0-9.]+)<\//).compactMap { Double($0.1) }
    }
    for operation in [
      TrackOperation.resample(everyMetres: 25), .crop(.metres(200...900)), .simplifyTo(count: 9),
    ] {
      let library = try await library(&random)
      let old = try await columns(library, track)
      let wanted = try operation.rewrite(of: old).selection
        .values(of: (0..<old.count).map { Double(100 + $0) })
      _ = try await library.apply(.perform(operation, on: track, in: nil))
      #expect(try await heartRates(library, track) == wanted, "\(operation)")
    }
    let library = try await library(&random)
    let old = try await columns(library, track)
    let spans = try TrackCut.everyMetres(300).pieces(of: old)
    let result = try await library.apply(.cut(track, .everyMetres(300)))
    for (id, span) in zip([track] + result.created, spans) {
      let wanted = TrackSelection([span], of: old)
        .values(of: (0..<old.count).map { Double(100 + $0) })
      #expect(try await heartRates(library, id) == wanted, "\(id)")
    }
  }

  @Test func `interpolated courses turn the shorter way round`() async throws {
    func course(_ degrees: Int) -> String {
      "<extensions><gpxtpx:TrackPointExtension><gpxtpx:course>\(degrees)</gpxtpx:course>"
        + "</gpxtpx:TrackPointExtension></extensions>"
    }
    let library = try await Library.temporary()
    let text = GPXText.file(
      "<trk><trkseg><trkpt lat=\"46\" lon=\"7\"><time>2026-07-11T06:00:00Z</time>\(course(350))</trkpt>"
        + "<trkpt lat=\"46.01\" lon=\"7\"><time>2026-07-11T06:01:00Z</time>\(course(10))</trkpt>"
        + "</trkseg></trk>",
      root: "xmlns:gpxtpx=\"http://www.garmin.com/xmlschemas/TrackPointExtension/v2\"")
    let id = try #require(try await library.importText(text).paths.first)
    func courses() async throws -> [Double] {
      try await library.exportedText([id]).matches(of: /course>([0-9.]+)<\//)
        .compactMap { Double($0.1) }
    }
    _ = try await library.apply(.perform(.resampleInTime(everySeconds: 15), on: id, in: nil))
    #expect(try await courses() == [350, 355, 0, 5, 10])
    _ = try await library.undo()
    _ = try await library.apply(.cut(id, .everySeconds(45)))
    #expect(try await courses() == [350, 5])
  }

  @Test func `the error for an invalid terrain tile names its file`() async throws {
    let folder = try TemporaryDirectory()
    try Data(count: 100).write(to: folder.file("N46E007.hgt"))
    let library = try await Library.temporary()
    _ = try await library.importText(
      """
      <gpx version="1.1" creator="test"><trk><trkseg><trkpt lat="46.1" lon="7.5"/>\
      <trkpt lat="46.2" lon="7.5"/></trkseg></trk></gpx>
      """)
    let terrain = TrackOperation.terrain(folder: folder.url, .replace, offsetMetres: 0)
    let error = await #expect(throws: LibraryError.self) {
      try await library.apply(.perform(terrain, on: track, in: nil))
    }
    #expect(error?.code == .badData)
    #expect(error?.message.contains("N46E007.hgt: ") == true, "\(error?.message ?? "")")
  }

  @Test func `elevations are read from the terrain tiles of a folder`() async throws {
    let folder = try TemporaryDirectory()
    var tile = Data(count: 1201 * 1201 * 2)
    for index in stride(from: 0, to: tile.count, by: 2) {
      (tile[index], tile[index + 1]) = (3, 232)
    }
    try tile.write(to: folder.file("N46E007.hgt"))
    let library = try await Library.temporary()
    let points = [45.98, 45.99, 46.01, 46.02, 46.03].map { latitude in
      "<trkpt lat=\"\(latitude)\" lon=\"7.5\"><ele>500</ele></trkpt>"
    }
    _ = try await library.importText(
      "<gpx version=\"1.1\" creator=\"test\"><trk><trkseg>\(points.joined())</trkseg></trk></gpx>")
    let terrain = TrackOperation.terrain(folder: folder.url, .replace, offsetMetres: 1.5)
    let preview = try #require(try await library.previews(of: terrain, on: [track]).first)
    let done = try await library.apply(.perform(terrain, on: track, in: nil))
    let elevations = try await columns(library, track).elevations
    let isModelled = elevations.map { abs($0 - 1_001.5) < 1e-6 }
    #expect(isModelled == [false, false, true, true, true])
    #expect(elevations.prefix(2) == [500, 500], "points outside the tile keep their elevations")
    #expect(preview.unknownElevations == 2)
    #expect(done.notes.count == 1 && done.notes.first?.contains("of 2 points") == true)
  }

  @Test func `the climb along a line follows the terrain`() throws {
    let folder = try TemporaryDirectory()
    // The terrain rises by 1 m per row to the north, over 1 200 rows, and is level from west to
    // east.
    var tile = Data(count: 1201 * 1201 * 2)
    for index in 0..<1201 * 1201 {
      let metres = 1200 - index / 1201
      (tile[2 * index], tile[2 * index + 1]) = (UInt8(metres >> 8), UInt8(metres & 255))
    }
    try tile.write(to: folder.file("N46E007.hgt"))
    func climb(_ points: [(Double, Double)]) throws -> TerrainClimb? {
      try TerrainClimb.along(
        points.compactMap { Coordinate(latitude: $0.0, longitude: $0.1) }, folder: folder.url,
        thresholdMetres: 5)
    }
    let over = try #require(try climb([(46.1, 7.5), (46.6, 7.5), (46.2, 7.5)]))
    #expect(abs(over.ascentMetres - 600) < 1 && abs(over.descentMetres - 480) < 1)
    #expect(over.isWhole)
    // On foot, 55.6 km take 11 h, a climb of 600 m takes 1 h, and a gentle descent saves no time.
    let hours = over.legSeconds.map { $0 / 3600 }
    #expect(hours.count == 2 && abs(hours[0] - 12.1) < 0.1 && abs(hours[1] - 8.9) < 0.1)
    let flat = try #require(try climb([(46.1, 7.5), (46.1, 7.50001)]))
    #expect(flat.ascentMetres < 0.01 && flat.descentMetres < 0.01 && flat.isWhole)
    let beyond = try #require(try climb([(46.1, 7.5), (45.9, 7.5)]))
    #expect(!beyond.isWhole && abs(beyond.descentMetres - 120) < 1)
    #expect(try climb([(40, 7.5), (40, 7.6)]) == nil)
    #expect(throws: LibraryError.self) {
      try TerrainClimb.along([], folder: folder.file("none"), thresholdMetres: 5)
    }
  }
}
