import CartographerCore
import Foundation
import GeoFormats
import Geodesy
import LogicalDump
import TestSupport
import Testing

/// Operations on the points of paths.
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

  let track = ItemID(.path, 1)

  func library(_ random: inout SplitMix64, points: Int = 60) async throws -> Library {
    let library = try await Library.temporary()
    _ = try await library.importText(Self.text(&random, points: points))
    return library
  }

  func columns(_ library: Library, _ id: ItemID) async throws -> TrackColumns {
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

  @Test func `an operation stores its computed points and can be undone and redone`() async throws {
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

  @Test func `an operation on a range leaves the other points unchanged`() async throws {
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
      if operation == .fillTimes {
        #expect(new.columns.segmentStarts.last.map { new.count - $0 } == 20)
      }
    }
  }

  @Test func `points that an operation keeps also keep their extensions`() async throws {
    var random = SplitMix64.forTest()
    let library = try await library(&random)
    _ = try await library.apply(.perform(.crop(.points(5..<31)), on: track, in: nil))
    _ = try await library.apply(.perform(.offsetElevations(metres: 1), on: track, in: nil))
    _ = try await library.apply(.perform(.resample(everyMetres: 20), on: track, in: 0..<10))
    let text = try await library.exportedText([track])
    let numbers = text.matches(of: /<x:n>(\d+)<\/x:n>/).compactMap { Int($0.1) }
    #expect(Set(numbers).isSuperset(of: [15, 20, 25, 30]), "\(numbers)")
    #expect(Set(numbers).isSubset(of: [5, 10, 15, 20, 25, 30]), "\(numbers)")
    #expect(text.contains("<ele>501</ele>"), "an edited elevation is written with its new value")
  }

  @Test func `an operation that changes nothing is not recorded`() async throws {
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
  func `an invalid operation is rejected and changes nothing`(
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
    .points([10, 25, 45]), .everyMetres(300), .everySeconds(120), .segments, .before([10, 25]),
    .gaps(seconds: 25, metres: nil), .gaps(seconds: nil, metres: 60), .points([40]), .points([39]),
    .near(Coordinate(latitude: 46.001, longitude: 7.001), radiusMetres: 5_000),
  ]

  @Test func `a cut stores its computed pieces, and undo restores the path`() async throws {
    var random = SplitMix64.forTest()
    for cut in Self.cuts {
      let library = try await library(&random)
      let before = try await library.dump()
      let old = try await columns(library, track)
      let spans = try cut.pieces(of: old)
      // A gap limit that leaves mostly single points is rejected, too.
      let singles = if case .gaps = cut { spans.count { $0.start == $0.end } } else { 0 }
      guard spans.count > 1, singles * 2 <= spans.count else {
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

  @Test func `the lengths of a crop and of the rest add up to the length of the path`() async throws
  {
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

  @Test func `the preview of an operation reports the point counts and changes nothing`()
    async throws
  {
    var random = SplitMix64.forTest()
    let library = try await library(&random)
    let before = try await library.dump()
    let preview = try #require(
      try await library.previews(of: .simplifyTo(count: 10), on: [track]).first)
    #expect(preview.name == "Way" && preview.before.points == 60 && preview.after.points <= 10)
    #expect(try await library.dump() == before)
  }

  @Test func `undoing random operations one after the other restores the path`() async throws {
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
