import CartographerCore
import CartographerPresentation
import Foundation
import Geodesy
import TerminalUI
import TestSupport
import Testing

@testable import CartographerApp

/// The editor's event loop with a real library: input reaches the store and changes the screen.
@Suite struct EditorLoopTests {
  private static let day = Date(timeIntervalSinceReferenceDate: 806_000_000)

  private func library(at location: StoreLocation = .memory) async throws -> Library {
    try await Library.open(at: location, clock: { Self.day })
  }

  /// Runs the loop on its own thread until the script ends.
  private func run(
    _ library: Library, session: URL? = nil, offering files: [String] = [],
    _ script: [(text: String, keys: String)], reactions: [String: @Sendable () -> Void] = [:]
  ) async -> (screens: [String], missingText: String?, launches: [[String]]) {
    await withCheckedContinuation { done in
      Thread {
        let backend = ScriptedBackend(script, reactions: reactions)
        let options = EditorOptions(
          storeName: "test.store", offeredFiles: files, terminal: TerminalOptions(),
          sessionFile: session, notesEditor: ["ed", "-s"])
        EditorLoop(library: library, options: options, backend: backend).run()
        done.resume(returning: (backend.screens, backend.missingText, backend.launches))
      }.start()
    }
  }

  @Test func `a typed place is saved with the notes from the user's text editor`() async throws {
    let library = try await library()
    let result = await run(
      library,
      [
        ("Nothing here yet", "o l"), ("New place", "H u t tab ctrl-u"),
        ("Coordinates", "4 6 . 5 space 7 . 9 enter"), ("u to undo", "E"),
        ("Snow until July", "g p q"),
      ])
    #expect(result.missingText == nil)
    let place = try await library.snapshot().places.first
    #expect(place?.name == "Hut")
    #expect(place?.coordinate == Coordinate(latitude: 46.5, longitude: 7.9))
    #expect(place?.notes == "Snow until July")
    #expect(result.launches.first?.prefix(2) == ["ed", "-s"])
  }

  @Test func `undo restores a deleted place`() async throws {
    let library = try await library()
    _ = try await library.apply(
      .addPlace(
        name: "Hut", Coordinate(latitude: 46.5, longitude: 7.9), elevationMetres: nil, groups: []))
    let result = await run(
      library,
      [
        ("No paths yet", "]"), ("▸ Hut", "d"), ("u to undo", "u"), ("Undid", "q"),
      ])
    #expect(result.missingText == nil)
    let places = try await library.snapshot().places
    #expect(places.map(\.trashed) == [nil])
  }

  @Test func `a change by another process appears without a key press`() async throws {
    let folder = try TemporaryDirectory()
    let location = StoreLocation.file(folder.url.appending(path: "a.store"))
    let library = try await library(at: location)
    let other = try await self.library(at: location)
    let (placesShown, continuation) = AsyncStream.makeStream(of: Void.self)
    async let result = run(
      library, [("Nothing here yet", "g l"), ("1 Places", ""), ("▸ Elsewhere", "q")],
      reactions: ["1 Places": { continuation.finish() }])
    for await _ in placesShown {}
    _ = try await other.apply(
      .addPlace(
        name: "Elsewhere", Coordinate(latitude: 46, longitude: 7), elevationMetres: nil,
        groups: []))
    #expect(await result.missingText == nil)
    try await other.close()
    try await library.close()
  }

  @Test func `declining an offered file leaves the store unchanged`() async throws {
    let library = try await library()
    let before = try await library.revision()
    let result = await run(
      library, offering: [PackageFiles.sample("plan.gpx").path],
      [("Import plan.gpx?", "esc"), ("Nothing here yet", "q")])
    #expect(result.missingText == nil)
    #expect(try await library.revision() == before)
  }

  @Test func `the report on a migration and the question about files follow one another`()
    async throws
  {
    let folder = try TemporaryDirectory()
    let store = folder.file("a.store")
    try FileManager.default.copyItem(
      at: PackageFiles.fixture("stores/cartographer-4.0.0.store"), to: store)
    let library = try await library(at: .file(store))
    let result = await run(
      library, offering: [PackageFiles.sample("plan.gpx").path],
      [("The store was migrated", "esc"), ("Import plan.gpx?", "esc"), ("NORMAL", "q")])
    #expect(result.missingText == nil)
    #expect(!result.screens.contains { $0.contains("migrated") && $0.contains("Import plan.gpx?") })
    try await library.close()
  }

  @Test func `a missing file is reported, and the editor keeps running`() async throws {
    let library = try await library()
    let result = await run(
      library, offering: ["/nowhere/tour.gpx"],
      [("cannot read", "enter"), ("Nothing here yet", "q")])
    #expect(result.missingText == nil)
  }

  @Test func `quitting saves the units and the tab in the session file`() async throws {
    let folder = try TemporaryDirectory()
    let session = folder.url.appending(path: "state/session.json")
    let library = try await library()
    let first = await run(library, session: session, [("Nothing here yet", ", u g l q")])
    #expect(first.missingText == nil)
    let text = String(decoding: try Data(contentsOf: session), as: UTF8.self)
    #expect(text.contains("imperial"))
    #expect(text.contains("places"))
  }

  @Test func `the report of an import can be read after the editor is started again`()
    async throws
  {
    let folder = try TemporaryDirectory()
    let library = try await library(at: .file(folder.file("a.store")))
    let first = await run(
      library, offering: [PackageFiles.sample("plan.gpx").path],
      [("Import plan.gpx?", "enter"), ("Imported plan.gpx", "q")])
    #expect(first.missingText == nil)
    #expect(FileManager.default.fileExists(atPath: folder.file("a.store.reports").path))
    let second = await run(library, [("Tour des", "w"), ("Imported plan.gpx: 1 path", "q q")])
    #expect(second.missingText == nil)
    try await library.close()
  }
}
