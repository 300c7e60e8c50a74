import CartographerCore
import Foundation
import GeoFormats
import Geodesy
import LogicalDump
import Synchronization
import TestSupport
import Testing

@Suite struct SharedStoreTests {
  let here = Coordinate(latitude: 46, longitude: 7)

  @Test func `two libraries on one store see each other's changes and refuse stale edits`()
    async throws
  {
    let folder = try TemporaryDirectory()
    let url = folder.url.appending(path: "a.store")
    let first = try await Library.file(url)
    let second = try await Library.file(url)
    _ = try await first.apply(.addPlace(name: "Hut", here, elevationMetres: nil, groups: []))
    _ = try await first.apply(
      .addPath(name: "Way", kind: .track, points: [here, here, here], groups: []))
    let seen = try await second.snapshot()
    #expect(seen.places.map(\.name) == ["Hut"])
    let hut = seen.places[0].id
    let way = seen.paths[0].id
    let keys = try #require(try await second.geometry(way)).keys

    _ = try await first.apply(.set(.name, of: [hut], to: "Refuge"))
    #expect(try await second.revision() > seen.revision)
    do {
      _ = try await second.apply(.movePlace(hut, to: here), basedOn: seen.revision)
      Issue.record("a stale edit was accepted")
    } catch let error as LibraryError {
      #expect(error.code == .changedMeanwhile)
      #expect(error.ids == [hut])
      #expect(error.message.contains("Refuge"))
    }
    _ = try await first.apply(.editPoints(of: way, .insert(before: keys[1], here)))
    await #expect(throws: LibraryError.self) {
      try await second.apply(
        .editPoints(of: way, .delete(keys: [keys[0]])), basedOn: seen.revision)
    }
    let fresh = try await second.snapshot()
    #expect(fresh.places.map(\.name) == ["Refuge"])
    _ = try await first.apply(.trash([way]))
    do {
      _ = try await second.apply(.set(.name, of: [way], to: "x"), basedOn: fresh.revision)
      Issue.record("an edit of a deleted item was accepted")
    } catch let error as LibraryError {
      #expect(error.code == .changedMeanwhile)
      #expect(error.message.contains("Way has since been deleted by another edit"))
      #expect(error.message.contains("it is in the trash"))
    }
    let moved = try await second.apply(
      .set(.notes, of: [hut], to: "x"), basedOn: fresh.revision)
    #expect(moved.changed == [hut])
    #expect(try await first.history().last?.title == moved.title)
  }

  @Test func `the history is kept when the store is closed and opened again`() async throws {
    let folder = try TemporaryDirectory()
    let url = folder.url.appending(path: "a.store")
    let first = try await Library.file(url)
    let before = try await first.dump()
    _ = try await first.apply(.addPlace(name: "Hut", here, elevationMetres: nil, groups: []))
    let after = try await first.dump()
    try await first.close()
    let second = try await Library.file(url)
    _ = try await second.undo()
    #expect(try await second.dump() == before)
    try await second.close()
    let third = try await Library.file(url)
    _ = try await third.redo()
    #expect(try await third.dump() == after)
    do {
      _ = try await third.redo()
      Issue.record("a redo succeeded with nothing to redo")
    } catch let error as LibraryError {
      #expect(error.code == .nothingToUndo)
    }
  }

  @Test func `a store opened read-only shows its items and refuses every change`() async throws {
    let folder = try TemporaryDirectory()
    let url = folder.url.appending(path: "a.store")
    do {
      _ = try await Library.file(url, readOnly: true)
      Issue.record("a missing store was opened read-only")
    } catch let error as LibraryError {
      #expect(error.code == .notFound)
    }
    let writer = try await Library.file(url)
    _ = try await writer.apply(.addPlace(name: "Hut", here, elevationMetres: nil, groups: []))
    try await writer.close()
    let reader = try await Library.file(url, readOnly: true)
    let snapshot = try await reader.snapshot()
    #expect(snapshot.places.map(\.name) == ["Hut"])
    #expect(!snapshot.isWritable)
    for attempt in 0..<3 {
      do {
        switch attempt {
        case 0: _ = try await reader.apply(.trash([snapshot.places[0].id]))
        case 1: _ = try await reader.undo()
        default:
          _ = try await reader.importFile(.file(PackageFiles.fixture("core/trip.gpx")))
        }
        Issue.record("attempt \(attempt) wrote to a store opened read-only")
      } catch let error as LibraryError {
        #expect(error.code == .readOnly, "\(error)")
      }
    }
  }

  @Test func `a library of 50 000 items is read, trashed and restored as a whole`() async throws {
    let library = try await Library.temporary()
    var text = "<gpx version='1.1'>"
    for number in 0..<50_000 {
      text += "<wpt lat='\(Double(number % 180) - 90)' lon='7'><name>N\(number)</name></wpt>"
    }
    text += "</gpx>"
    let bytes = Array(text.utf8)
    let report = try await library.importFile(
      .stream(named: "many.gpx") { MemorySource(bytes) },
      options: ImportOptions(groups: ["All"]))
    #expect(report.locations.count == 50_000)
    let snapshot = try await library.snapshot()
    #expect(snapshot.places.count == 50_000)
    #expect(snapshot.places[49_999].name == "N49999")
    #expect(snapshot.places[49_999].coordinate.latitude == Double(49_999 % 180) - 90)
    #expect(snapshot.groups[0].placeCount == 50_000)
    let result = try await library.apply(.trash(snapshot.places.map(\.id)))
    #expect(result.title.imperative == "Delete 50 000 places")
    #expect(try await library.snapshot().groups[0].placeCount == 0)
    _ = try await library.undo()
    #expect(try await library.snapshot().groups[0].placeCount == 50_000)
  }

  @Test func `importing a file twice at the same time imports it once`() async throws {
    let folder = try TemporaryDirectory()
    let url = folder.url.appending(path: "a.store")
    let file = PackageFiles.fixture("core/trip.gpx")
    let libraries = [try await Library.file(url), try await Library.file(url)]
    let reports = try await withThrowingTaskGroup(of: ImportReport.self) { group in
      for library in libraries { group.addTask { try await library.importFile(.file(file)) } }
      var reports: [ImportReport] = []
      for try await report in group { reports.append(report) }
      return reports
    }
    #expect(Set(reports.map(\.status)) == [.imported, .unchanged])
    #expect(Set(reports.map(\.importID)).count == 1)
    #expect(try await libraries[0].snapshot().places.count == 3)
  }

  @Test func `an export shows one revision even if another library deletes items meanwhile`()
    async throws
  {
    let folder = try TemporaryDirectory()
    let url = folder.url.appending(path: "a.store")
    let library = try await Library.file(url)
    let other = try await Library.file(url)
    let tracks = (0..<3).map { GPXText.track("T\($0)", GPXText.latitudes(from: 40 + Double($0))) }
    let report = try await library.importText(GPXText.file(tracks.joined()))
    let (begun, begin) = AsyncStream.makeStream(of: Void.self)
    let deleted = DispatchSemaphore(value: 0)
    let deletion = Task {
      for await _ in begun { break }
      defer { deleted.signal() }
      _ = try await other.apply(.trash(report.paths))
      _ = try await other.apply(.purge(report.paths))
    }
    let written = Mutex(Data())
    _ = try await library.export(
      [], writing: { bytes in written.withLock { $0.append(contentsOf: bytes) } },
      progress: { progress in
        // At this point only the first path is written.
        guard let fraction = progress.fraction, fraction < 0.5 else { return }
        begin.yield()
        deleted.wait()
      })
    try await deletion.value
    #expect(try await library.snapshot().paths.isEmpty)
    let text = String(decoding: written.withLock { $0 }, as: UTF8.self)
    #expect(text.matches(of: /<trkpt/).count == 18)
  }
}
