import CartographerCore
import Foundation
import Geodesy
import LogicalDump
import TestSupport
import Testing

/// Saving a library whose file was removed or replaced while it was open.
@Suite struct StoreLossTests {
  let folder: TemporaryDirectory
  let url: URL
  let library: Library

  init() async throws {
    folder = try TemporaryDirectory()
    url = folder.url.appending(path: "a.store")
    library = try await Library.file(url)
    _ = try await library.importFile(.file(PackageFiles.fixture("core/trip.gpx")))
    _ = try await library.apply(
      .addPlace(
        name: "Hut", Coordinate(latitude: 46, longitude: 7), elevationMetres: nil, groups: []))
  }

  private var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted() }
  }

  @Test func `a removed store is saved with its history, and the new store accepts changes`()
    async throws
  {
    let before = try await library.dump()
    let history = try await library.history()
    #expect(library.loss == nil)
    try FileManager.default.removeItem(at: url)
    #expect(library.loss == .removed)
    await #expect(throws: LibraryError.self) {
      try await library.apply(
        .addPlace(
          name: "Lost", Coordinate(latitude: 46, longitude: 7), elevationMetres: nil, groups: []))
    }
    let saved = try await library.saved(at: folder.url.appending(path: "b.store"))
    #expect(try await saved.dump() == before)
    #expect(try await saved.history() == history)
    #expect(saved.loss == nil)
    let undo = try #require(history.last { $0.state == .done }?.id ?? history.first?.id)
    _ = try await saved.undo(undo)
    try await library.close()
    try await saved.close()
    #expect(try names.filter { !$0.hasSuffix(".lock") } == ["b.store"], "the old log is removed")
    try await Library.file(url).close()
  }

  @Test func `a log that another program puts at the old path is not removed`() async throws {
    try FileManager.default.removeItem(at: url)
    let log = folder.url.appending(path: "a.store-wal")
    let other = Data("the log of a store that is being copied here".utf8)
    try other.write(to: log, options: .atomic)
    let saved = try await library.saved(at: folder.url.appending(path: "b.store"))
    #expect(try Data(contentsOf: log) == other)
    try await saved.close()
    try await library.close()
  }

  @Test func `a replaced store is saved, and the other file stays unchanged`() async throws {
    let other = Data("another file".utf8)
    try other.write(to: url, options: .atomic)
    #expect(library.loss == .replaced)
    let before = try await library.saved(at: folder.url.appending(path: "b.store"))
    #expect(try await before.snapshot().places.contains { $0.name == "Hut" })
    try await before.close()
    try await library.close()
    #expect(try Data(contentsOf: url) == other)
  }

  @Test func `saving in an existing file or a missing folder is rejected`() async throws {
    try FileManager.default.removeItem(at: url)
    let existing = folder.url.appending(path: "b.store")
    try Data("text".utf8).write(to: existing)
    for target in [existing, folder.url.appending(path: "none/b.store")] {
      await #expect(throws: LibraryError.self, "\(target)") { try await library.saved(at: target) }
    }
    #expect(try Data(contentsOf: existing) == Data("text".utf8))
    #expect(try await library.saved(at: folder.url.appending(path: "c.store")).loss == nil)
  }
}
