import CartographerCore
import Foundation
import GeoFormats
import Geodesy
import LogicalDump
import TestSupport
import Testing

@Suite struct ImportTests {
  let trip = PackageFiles.fixture("core/trip.gpx")

  @Test func `an import stores a file's places, routes and tracks with all their fields`()
    async throws
  {
    let library = try await Library.temporary()
    let report = try await library.importFile(.file(trip, name: "trips/trip.gpx"))
    #expect(report.status == .imported)
    #expect(report.importID == ItemID(.importRecord, 1))
    #expect(report.file == "trips/trip.gpx")
    #expect(report.format == "gpx")
    #expect(report.version == "1.1")
    #expect(report.waypoints == 3)
    #expect(report.routes == 1)
    #expect(report.routePoints == 2)
    #expect(report.tracks == 2)
    #expect(report.segments == 3)
    #expect(report.trackPoints == 6)
    #expect(report.skipped.trackPoints == 1)
    #expect(report.diagnostics.contains { $0.code == "coordinate.outOfRange" && $0.line == 24 })
    #expect(report.elevationMin == 1_000)
    #expect(report.elevationMax == 1_050.5)
    #expect(report.timeFirst == Date(timeIntervalSince1970: 1_783_749_600))
    #expect(report.locations.count == 3)
    #expect(report.paths.count == 3)

    let snapshot = try await library.snapshot()
    #expect(snapshot.places.map(\.name) == ["Refuge", "Place 2 of trip.gpx", "日本小屋"])
    let refuge = snapshot.places[0]
    #expect(refuge.coordinate == Coordinate(latitude: 45.9, longitude: 6.9))
    #expect(refuge.elevationMetres == 2_000.5)
    #expect(refuge.comment == "Open")
    #expect(refuge.details == "A hut")
    #expect(refuge.symbol == "Lodge")
    #expect(refuge.type == "hut")
    #expect(refuge.time == Date(timeIntervalSince1970: 1_783_749_600))
    #expect(snapshot.paths.map(\.name) == ["Plan", "Day 1", "Track 2 of trip.gpx"])
    #expect(snapshot.paths.map(\.kind) == [.route, .track, .track])
    #expect(snapshot.paths[1].comment == "Windy")
    let track = try #require(try await library.geometry(snapshot.paths[1].id))
    #expect(track.columns.segmentStarts == [0, 2])
    #expect(track.columns.elevations[1] == 1_050.5)
    #expect(track.columns.times[0] == 805_442_400)
    #expect(abs(report.trackLengthMetres - track.measures.lengthMetres) < 200)
    #expect(report.trackLengthMetres > track.measures.lengthMetres)
    #expect(snapshot.undoCount == 1)
    #expect(try await library.history().map(\.title.imperative) == ["Import trip.gpx"])
  }

  @Test func `the report of a damaged file names the damage and the part that was read`()
    async throws
  {
    let library = try await Library.temporary()
    let points = (0..<500).map { "<trkpt lat=\"46.0\($0)\" lon=\"7\"></trkpt>" }
    let half =
      "<gpx version=\"1.1\"><trk><trkseg>" + points.joined()
      + "<trkpt lat=\"46\" lon=\"7\"></wrong>"
    let report = try await library.importFile(
      .text(half + points.joined() + "</trkseg></trk></gpx>", named: "damaged.gpx"))
    let damage = try #require(report.damage)
    #expect(damage.text.contains("after about 5") && damage.text.contains(" % of the file"))
    #expect(report.summary { _ in "" }.damage == damage.text)
    // In the same library, the file would be recognised as already imported.
    let truncated = try await Library.temporary().importFile(
      .text(String(half.dropLast(8)), named: "truncated.gpx"))
    #expect(truncated.damage != nil)
    #expect(try await library.importFile(.file(trip)).damage == nil)
  }

  @Test func `undoing an import removes all of it, and redoing restores it`() async throws {
    let library = try await Library.sample()
    let before = try await library.dump()
    let report = try await library.importFile(
      .file(trip), options: ImportOptions(groups: ["Trip", "New"]))
    let after = try await library.dump()
    let undone = try await library.undo()
    #expect(try await library.dump() == before)
    #expect(Set(undone.deleted).isSuperset(of: report.locations + report.paths))
    _ = try await library.redo()
    #expect(try await library.dump() == after)
    #expect(report.undo == 7)
  }

  @Test func `importing a known file adds only the requested group memberships`() async throws {
    let library = try await Library.temporary()
    let first = try await library.importFile(.file(trip))
    let before = try await library.dump()
    let again = try await library.importFile(.file(trip))
    #expect(again.status == .unchanged)
    #expect(again.importID == first.importID)
    #expect(again.waypoints == 0)
    #expect(try await library.dump() == before)
    let copy = try await library.importFile(
      .stream(named: "copy") { try FileSource(path: trip.path) },
      options: ImportOptions(groups: ["Alps"]))
    #expect(copy.status == .unchanged)
    #expect(copy.createdGroups == [ItemID(.group, 1)])
    let snapshot = try await library.snapshot()
    #expect(snapshot.groups.map(\.name) == ["Alps"])
    #expect(snapshot.places.allSatisfy { $0.groups == [ItemID(.group, 1)] })
    #expect(snapshot.paths.allSatisfy { $0.groups == [ItemID(.group, 1)] })
    _ = try await library.undo()
    #expect(try await library.dump() == before)
  }

  @Test func `a forced duplicate and a file whose items were purged are imported again`()
    async throws
  {
    let library = try await Library.temporary()
    let first = try await library.importFile(.file(trip))
    let second = try await library.importFile(
      .file(trip), options: ImportOptions(duplicates: true))
    #expect(second.status == .imported)
    #expect(second.locations != first.locations)
    #expect(try await library.imports().map(\.items.count) == [6, 6])
    let all = try await library.imports().flatMap(\.items)
    _ = try await library.apply(.trash(all))
    #expect(try await library.importFile(.file(trip)).status == .unchanged)
    _ = try await library.apply(.purge(all))
    #expect(try await library.importFile(.file(trip)).status == .imported)
  }

  @Test func `a dry run reports the import but writes nothing`() async throws {
    let library = try await Library.temporary()
    let before = try await library.dump()
    let options = ImportOptions(groups: ["New"], isDryRun: true)
    let dry = try await library.importFile(.file(trip), options: options)
    #expect(dry.status == .checked)
    #expect(dry.trackPoints == 6)
    #expect(try await library.dump() == before)
    let real = try await library.importFile(.file(trip))
    #expect(real.trackLengthMetres == dry.trackLengthMetres)
    #expect(real.diagnostics == dry.diagnostics)
    #expect(try await library.importFile(.file(trip), options: options).status == .unchanged)
  }

  @Test func `a strict import refuses a file with an invalid point`() async throws {
    let library = try await Library.temporary()
    let report = try await library.importFile(.file(trip), options: ImportOptions(isStrict: true))
    #expect(report.status == .refused)
    #expect(report.waypoints == 0)
    #expect(report.diagnostics.last?.action == "refused")
    #expect(try await library.dump().lines.isEmpty)
    #expect(try await library.snapshot().undoCount == 0)
  }

  @Test func `a file without usable items is rejected and changes nothing`() async throws {
    let library = try await Library.temporary()
    for text in ["", "hello", "<gpx version='1.1'></gpx>", "<gpx><wpt lat='91' lon='0'/></gpx>"] {
      let report = try await library.importFile(
        .stream(named: "x.gpx") { MemorySource(Array(text.utf8)) })
      #expect(report.status == .refused, "\(text)")
      #expect(report.diagnostics.contains { $0.action == "refused" }, "\(text)")
    }
    #expect(try await library.dump().lines.isEmpty)
  }

  @Test func `an endless device is rejected after its first bytes`() async throws {
    let library = try await Library.temporary()
    let report = try await library.importFile(.file(URL(filePath: "/dev/zero"), name: "zero"))
    #expect(report.status == .refused)
  }

  @Test func `an import of a missing file or into a missing group is rejected`() async throws {
    let library = try await Library.temporary()
    let missing = URL(filePath: "/nowhere/at/all.gpx")
    await #expect(throws: LibraryError.self) { try await library.importFile(.file(missing)) }
    do {
      _ = try await library.importFile(.file(trip), options: ImportOptions(groups: ["G9"]))
      Issue.record("a missing group was accepted")
    } catch let error as LibraryError {
      #expect(error.code == .notFound)
      #expect(error.ids == [ItemID(.group, 9)])
    }
    #expect(try await library.dump().lines.isEmpty)
  }

  @Test func `a cancelled import changes nothing`() async throws {
    let library = try await Library.temporary()
    let source = EndlessTrack()
    let (steps, step) = AsyncStream.makeStream(of: JobProgress.self)
    let job = Task {
      try await library.importFile(.stream(named: "endless") { source }) { step.yield($0) }
    }
    for await progress in steps {
      #expect(progress == JobProgress(fraction: nil, detail: "endless"))
      break
    }
    job.cancel()
    await #expect(throws: CancellationError.self) { try await job.value }
    #expect(try await library.dump().lines.isEmpty)
    #expect(try await library.snapshot().undoCount == 0)
  }
}

/// A track that never ends.
private final class EndlessTrack: ByteSource, @unchecked Sendable {
  let byteCount: Int? = nil
  private var pending = Array("<gpx version='1.1'><trk><trkseg>".utf8)
  private let point = Array("<trkpt lat='45' lon='7'><ele>1</ele></trkpt>\n".utf8)

  func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    while pending.count < buffer.count { pending += point }
    buffer.copyBytes(from: pending.prefix(buffer.count))
    pending.removeFirst(buffer.count)
    return buffer.count
  }
}
