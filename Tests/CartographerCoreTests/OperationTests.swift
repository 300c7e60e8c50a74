import CartographerCore
import Foundation
import GeoFormats
import Geodesy
import LogicalDump
import TestSupport
import Testing

/// Operations on the points of whole paths.
@Suite struct OperationTests {
  /// A track of two segments, with times, heart rates and an extension on every fifth point.
  private static func text(_ random: inout SplitMix64, points: Int = 60) -> String {
    var (latitude, longitude, time) = (46.0, 7.0, 1_783_700_000.0)
    var text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <gpx version="1.1" creator="t" xmlns="http://www.topografix.com/GPX/1/1" xmlns:x="urn:x"
        xmlns:gpxtpx="http://www.garmin.com/xmlschemas/TrackPointExtension/v1">
      <trk><name>Way</name><trkseg>

      """
    for index in 0..<points {
      if index == points * 2 / 3 { text += "</trkseg><trkseg>\n" }
      latitude += Double.random(in: -0.0004...0.0006, using: &random)
      longitude += Double.random(in: -0.0004...0.0006, using: &random)
      time += Double(Int.random(in: 1...30, using: &random))
      let stamp = Date(timeIntervalSince1970: time).formatted(.iso8601)
      text += "<trkpt lat=\"\(latitude)\" lon=\"\(longitude)\"><ele>\(500 + index % 7)</ele>"
      text += "<time>\(stamp)</time>"
      text += "<extensions><gpxtpx:TrackPointExtension><gpxtpx:hr>\(100 + index)</gpxtpx:hr>"
      text += "</gpxtpx:TrackPointExtension>"
      if index % 5 == 0 { text += "<x:n>\(index)</x:n>" }
      text += "</extensions>"
      text += "</trkpt>\n"
    }
    return text + "</trkseg></trk></gpx>"
  }

  private let track = ItemID(.path, 1)

  private func library(_ random: inout SplitMix64, points: Int = 60) async throws -> Library {
    let library = try await Library.temporary()
    _ = try await library.importText(Self.text(&random, points: points))
    return library
  }

  private func columns(_ library: Library, _ id: ItemID) async throws -> TrackColumns {
    try #require(try await library.geometry(id)).columns
  }

  private func expectEqual(
    _ found: TrackColumns, _ wanted: TrackColumns, _ comment: Comment,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    func bits(_ values: [Double]) -> [UInt64] { values.map { $0.isNaN ? .max : $0.bitPattern } }
    #expect(found.segmentStarts == wanted.segmentStarts, comment, sourceLocation: sourceLocation)
    #expect(
      bits(found.latitudes) == bits(wanted.latitudes)
        && bits(found.longitudes) == bits(wanted.longitudes)
        && bits(found.elevations) == bits(wanted.elevations)
        && bits(found.times) == bits(wanted.times), comment, sourceLocation: sourceLocation)
  }

  private static let operations: [TrackOperation] = [
    .simplify(toleranceMetres: 15), .simplifyTo(count: 12), .crop(.points(5..<30)),
    .crop(.metres(200...900)), .cut(out: .points(10..<20)), .cut(out: .metres(300...500)),
    .crop(.times(from: Date(timeIntervalSince1970: 1_783_700_100), to: nil)),
    .smooth(.median(points: 5), positions: false, elevations: true),
    .smooth(.bellOverDistance(metres: 40), positions: true, elevations: true),
    .resample(everyMetres: 30), .resampleInTime(everySeconds: 7),
    .clean(TrackCleaning(duplicates: .position, spikeLimit: 3.5, timesOutOfOrder: true)),
    .shiftTimes(seconds: -3_600), .startTimes(at: Date(timeIntervalSince1970: 0)), .fillTimes,
    .estimateTimes(.naismith, start: Date(timeIntervalSince1970: 0)),
    .stripTimes, .offsetElevations(metres: -48.5),
  ]

  @Test func `what an operation shows beforehand is what it stores, and undo takes it back`()
    async throws
  {
    var random = SplitMix64.forTest()
    for operation in Self.operations {
      let library = try await library(&random)
      let before = try await library.dump()
      let old = try await columns(library, track)
      let wanted = try operation.rewrite(of: old).columns(of: old)
      let result = try await library.apply(.perform(operation, on: track, in: nil))
      expectEqual(try await columns(library, track), wanted, "\(operation)")
      #expect(result.title == operation.title(path: "Way"))
      guard result.undo != nil else { continue }
      _ = try await library.undo()
      #expect(try await library.dump() == before, "\(operation)")
      _ = try await library.redo()
      expectEqual(try await columns(library, track), wanted, "\(operation) again")
    }
  }

  @Test func `sensors go with the points, and between two of them`() async throws {
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

  @Test func `directions between two points go the shorter way round`() async throws {
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

  @Test func `an operation on a range leaves the rest as it was`() async throws {
    var random = SplitMix64.forTest()
    for operation in Self.operations {
      let library = try await library(&random)
      let old = try #require(try await library.geometry(track))
      let range = 20..<50
      _ = try await library.apply(.perform(operation, on: track, in: range))
      let new = try #require(try await library.geometry(track))
      #expect(new.keys.prefix(20) == old.keys.prefix(20), "\(operation)")
      #expect(new.keys.suffix(10) == old.keys.suffix(10), "\(operation)")
      #expect(new.columns.times.prefix(20) == old.columns.times.prefix(20), "\(operation)")
      #expect(
        new.columns.latitudes.suffix(10) == old.columns.latitudes.suffix(10), "\(operation)")
      #expect(
        new.columns.segmentStarts.last.map { new.count - $0 } == 20 || operation != .fillTimes)
    }
  }

  @Test func `points that stay keep what only they have`() async throws {
    var random = SplitMix64.forTest()
    let library = try await library(&random)
    _ = try await library.apply(.perform(.crop(.points(5..<31)), on: track, in: nil))
    _ = try await library.apply(.perform(.offsetElevations(metres: 1), on: track, in: nil))
    _ = try await library.apply(.perform(.resample(everyMetres: 20), on: track, in: 0..<10))
    let text = try await library.exportedText([track])
    let numbers = text.matches(of: /<x:n>(\d+)<\/x:n>/).compactMap { Int($0.1) }
    #expect(Set(numbers).isSuperset(of: [15, 20, 25, 30]), "\(numbers)")
    #expect(Set(numbers).isSubset(of: [5, 10, 15, 20, 25, 30]), "\(numbers)")
    #expect(text.contains("<ele>501</ele>"), "an edited elevation is written anew")
  }

  @Test func `an operation that changes nothing makes no entry`() async throws {
    var random = SplitMix64.forTest()
    let library = try await library(&random)
    let before = try await library.dump()
    for operation in [TrackOperation.fillTimes, .shiftTimes(seconds: 0), .simplifyTo(count: 1_000)]
    {
      let result = try await library.apply(.perform(operation, on: track, in: nil))
      #expect(result.changed == [] && result.undo == nil, "\(operation)")
    }
    #expect(try await library.dump() == before)
  }

  @Test(arguments: [
    TrackOperation.crop(.metres(5_000_000...6_000_000)), .crop(.points(900..<950)),
    .cut(out: .points(0..<60)), .resample(everyMetres: 0), .resample(everyMetres: 1e-9),
    .simplify(toleranceMetres: -1), .clean(TrackCleaning(speedLimit: 0)),
    .clean(TrackCleaning(stop: .init(radiusMetres: 500, seconds: -60))),
    .clean(TrackCleaning(stop: .init(radiusMetres: 500, seconds: 0))),
    .clean(TrackCleaning(stop: .init(radiusMetres: -1, seconds: 60))),
    .terrain(folder: URL(filePath: "/nowhere"), .fill, offsetMetres: 0),
  ])
  func `what makes no sense is refused with the path's name, and nothing changes`(
    operation: TrackOperation
  ) async throws {
    var random = SplitMix64.forTest()
    let library = try await library(&random)
    let before = try await library.dump()
    let error = await #expect(throws: LibraryError.self) {
      try await library.apply(.perform(operation, on: track, in: nil))
    }
    #expect(error?.message.isEmpty == false)
    #expect(try await library.dump() == before)
  }

  private static let cuts: [TrackCut] = [
    .points([10, 25, 45]), .everyMetres(300), .everySeconds(120), .segments,
    .gaps(seconds: 25, metres: nil), .gaps(seconds: nil, metres: 60), .points([40]), .points([39]),
    .near(Coordinate(latitude: 46.001, longitude: 7.001), radiusMetres: 5_000),
  ]

  @Test func `pieces are as they are shown beforehand, and undo makes one of them again`()
    async throws
  {
    var random = SplitMix64.forTest()
    for cut in Self.cuts {
      let library = try await library(&random)
      let before = try await library.dump()
      let old = try await columns(library, track)
      let spans = try cut.pieces(of: old)
      guard spans.count > 1 else {
        await #expect(throws: LibraryError.self) { try await library.apply(.cut(track, cut)) }
        continue
      }
      let result = try await library.apply(.cut(track, cut))
      #expect(result.created.count == spans.count - 1, "\(cut)")
      for (id, span) in zip([track] + result.created, spans) {
        expectEqual(
          try await columns(library, id), old.columns(in: span), "\(cut): \(id) of \(spans.count)")
      }
      _ = try await library.undo()
      #expect(try await library.dump() == before, "\(cut)")
    }
  }

  @Test func `what is cropped and the rest are as long as the whole`() async throws {
    var random = SplitMix64.forTest()
    let library = try await library(&random)
    let whole = try #require(try await library.geometry(track)).measures.lengthMetres
    let part = TrackPart.metres(250...800)
    _ = try await library.apply(.perform(.crop(part), on: track, in: nil))
    let inside = try #require(try await library.geometry(track)).measures.lengthMetres
    _ = try await library.undo()
    _ = try await library.apply(.perform(.cut(out: part), on: track, in: nil))
    let outside = try #require(try await library.geometry(track)).measures.lengthMetres
    #expect(abs(inside - 550) < 1e-6)
    #expect(abs(inside + outside - whole) < 1e-6)
  }

  @Test func `a preview tells the numbers and changes nothing`() async throws {
    var random = SplitMix64.forTest()
    let library = try await library(&random)
    let before = try await library.dump()
    let preview = try #require(
      try await library.previews(of: .simplifyTo(count: 10), on: [track]).first)
    #expect(preview.name == "Way" && preview.before.points == 60 && preview.after.points <= 10)
    #expect(try await library.dump() == before)
  }

  @Test func `elevations come from the tiles of a folder`() async throws {
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
    #expect(elevations.prefix(2) == [500, 500], "outside they stay")
    #expect(preview.unknownElevations == 2)
    #expect(done.notes.count == 1 && done.notes.first?.contains("of 2 points") == true)
  }

  @Test func `a line climbs as the ground below it does`() throws {
    let folder = try TemporaryDirectory()
    // Rises by a metre each step to the north, over 1 200 steps, and is flat from west to east.
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
    let flat = try #require(try climb([(46.1, 7.5), (46.1, 7.50001)]))
    #expect(flat.ascentMetres < 0.01 && flat.descentMetres < 0.01 && flat.isWhole)
    let beyond = try #require(try climb([(46.1, 7.5), (45.9, 7.5)]))
    #expect(!beyond.isWhole && abs(beyond.descentMetres - 120) < 1)
    #expect(try climb([(40, 7.5), (40, 7.6)]) == nil)
    #expect(throws: LibraryError.self) {
      try TerrainClimb.along([], folder: folder.file("none"), thresholdMetres: 5)
    }
  }

  @Test func `operations one after the other undo to the start`() async throws {
    var random = SplitMix64.forTest()
    for _ in 0..<6 {
      let library = try await library(&random, points: 40)
      let before = try await library.dump()
      var made = 0
      for _ in 0..<8 {
        let operation = Self.operations[
          Int.random(in: 0..<Self.operations.count, using: &random)]
        let count = try await columns(library, track).count
        let low = Int.random(in: 0..<count, using: &random)
        let range =
          Bool.random(using: &random) ? nil : low..<Int.random(in: low...count, using: &random) + 1
        do {
          let result = try await library.apply(.perform(operation, on: track, in: range))
          if result.undo != nil { made += 1 }
        } catch is LibraryError {}
      }
      for _ in 0..<made { _ = try await library.undo() }
      #expect(try await library.dump() == before)
    }
  }
}
