import CartographerCore
import Foundation
import Geodesy
import LogicalDump
import Testing

/// Previews of operations, edits of single point values, and typed times.
@Suite struct OperationPreviewTests {
  let track = ItemID(.path, 1)

  /// A winding track with elevations and times.
  private func library() async throws -> Library {
    let library = try await Library.temporary()
    var text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <gpx version="1.1" creator="t" xmlns="http://www.topografix.com/GPX/1/1">
      <trk><name>Way</name><trkseg>

      """
    for index in 0..<50 {
      let stamp = Date(timeIntervalSince1970: 1_783_700_000 + Double(index) * 20)
        .formatted(.iso8601)
      let bend = sin(Double(index) * 0.7) * 0.0004
      text += "<trkpt lat=\"\(46 + Double(index) * 0.0005)\" lon=\"\(7 + bend)\">"
      text += "<ele>\(500 + index % 9).250</ele><time>\(stamp)</time></trkpt>\n"
    }
    _ = try await library.importText(text + "</trkseg></trk></gpx>")
    return library
  }

  @Test(arguments: [
    TrackOperation.simplify(toleranceMetres: 15), .simplifyTo(count: 9),
    .crop(.metres(500...900)), .cut(out: .points(10..<20)),
    .smooth(.bellOverDistance(metres: 80), positions: true, elevations: true),
    .resample(everyMetres: 33), .shiftTimes(seconds: 60), .offsetElevations(metres: -4),
  ])
  func `the preview of an operation has the points and counts of its result`(
    operation: TrackOperation
  ) async throws {
    let library = try await library()
    let before = try #require(try await library.geometry(track))
    let preview = try operation.preview(of: before, in: nil, named: "Way")
    let result = try await library.apply(.perform(operation, on: track, in: nil))
    let after = try #require(try await library.geometry(track))
    #expect(after.columns == preview.columns)
    #expect(after.measures.lengthMetres == preview.measures.lengthMetres)
    let kept = Set(before.keys).intersection(after.keys)
    #expect(preview.gone.count == before.count - kept.count)
    #expect(preview.added == after.count - kept.count)
    #expect(preview.changesNothing == (result.undo == nil))
  }

  @Test func `a preview that reuses a simplification equals one computed from scratch`()
    async throws
  {
    let geometry = try #require(try await library().geometry(track))
    for range in [nil, 10..<31] as [Range<Int>?] {
      let known = Simplification(geometry.columns, points: range)
      for tolerance in [0, 3, 12, 40, 1_000] as [Double] {
        let operation = TrackOperation.simplify(toleranceMetres: tolerance)
        let fast = try operation.preview(of: geometry, in: range, named: "", knowing: known)
        let slow = try operation.preview(of: geometry, in: range, named: "")
        #expect(fast.columns == slow.columns, "\(tolerance) in \(String(describing: range))")
        #expect(fast.gone == slow.gone)
      }
    }
  }

  @Test func `the error of a rejected preview names the path`() async throws {
    let geometry = try #require(try await library().geometry(track))
    #expect {
      _ = try TrackCut.gaps(seconds: 600, metres: nil).preview(of: geometry, named: "Way")
    } throws: { error in
      (error as? LibraryError)?.message.hasPrefix(
        "Way cannot be split: it has no gap over 10 min; the longest is ") == true
    }
  }

  @Test func `edits of the elevation and time of single points are undone`() async throws {
    let library = try await library()
    let before = try await library.dump()
    let keys = try #require(try await library.geometry(track)).keys
    let time = Date(timeIntervalSince1970: 1_783_600_000)
    let done = try await library.apply(
      .editPoints(of: track, .setElevation(keys: [keys[3]], metres: 1_234.5)))
    #expect(done.title.imperative == "Change the elevation of a point in Way")
    _ = try await library.apply(
      .editPoints(of: track, .setElevation(keys: [keys[4], keys[5]], metres: nil)))
    _ = try await library.apply(.editPoints(of: track, .setTime(key: keys[6], time)))
    let columns = try #require(try await library.geometry(track)).columns
    #expect(columns.elevations[3] == 1_234.5)
    #expect(columns.elevations[4].isNaN && columns.elevations[5].isNaN)
    #expect(columns.times[6] == time.timeIntervalSinceReferenceDate)
    for _ in 0..<3 { _ = try await library.undo() }
    #expect(try await library.dump() == before)
  }

  @Test func `an invalid point value and an unknown point are rejected`() async throws {
    let library = try await library()
    let keys = try #require(try await library.geometry(track)).keys
    let edits: [PointEdit] = [
      .setElevation(keys: [keys[0]], metres: .infinity),
      .setElevation(keys: [keys[0]], metres: 2e6),
      .setTime(key: keys[0], Date(timeIntervalSince1970: 1e12)),
      .setElevation(keys: [999_999], metres: 1),
    ]
    for edit in edits {
      await #expect(throws: LibraryError.self) {
        try await library.apply(.editPoints(of: track, edit))
      }
    }
  }

  @Test(arguments: [
    ("2026-07-11", "2026-07-10T22:00:00Z", "2026-07-11T22:00:00Z"),
    ("2026-07-11 06:02", "2026-07-11T04:02:00Z", "2026-07-11T04:02:00Z"),
    ("2026-07-11T06:02:30Z", "2026-07-11T06:02:30Z", "2026-07-11T06:02:30Z"),
    ("2026-07-11 06:02 +05:30", "2026-07-11T00:32:00Z", "2026-07-11T00:32:00Z"),
  ])
  func `a typed date or time is read as an interval in the given time zone`(
    text: String, start: String, end: String
  ) throws {
    let zone = try #require(TimeZone(secondsFromGMT: 7_200))
    let time = try #require(TypedTime(text, in: zone))
    #expect(time.start.formatted(.iso8601) == start)
    #expect(time.end.formatted(.iso8601) == end)
  }

  @Test(arguments: ["", "noon", "2026-13-01", "2026-02-30", "2026-07-11 25:00", "11.7.2026"])
  func `text that is not a valid date or time gives no interval`(text: String) {
    #expect(TypedTime(text, in: .gmt) == nil)
  }
}
