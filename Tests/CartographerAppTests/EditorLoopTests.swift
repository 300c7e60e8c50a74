import CartographerCore
import CartographerPresentation
import Foundation
import Geodesy
import TerminalUI
import TestSupport
import Testing

@testable import CartographerApp

/// The key loop with a real library: what is typed reaches the store, and comes back.
@Suite struct EditorLoopTests {
  private static let day = Date(timeIntervalSinceReferenceDate: 806_000_000)

  private func library(at location: StoreLocation = .memory) async throws -> Library {
    try await Library.open(at: location, clock: { Self.day })
  }

  /// Runs the loop on a thread of its own until the script ends.
  private func run(
    _ library: Library, session: URL? = nil, offering files: [String] = [],
    _ script: [(sight: String, keys: String)], reactions: [String: @Sendable () -> Void] = [:]
  ) async -> (screens: [String], missing: String?, launches: [[String]]) {
    await withCheckedContinuation { done in
      Thread {
        let backend = ScriptedBackend(script, reactions: reactions)
        let options = EditorOptions(
          storeName: "test.store", offeredFiles: files, terminal: TerminalOptions(),
          sessionFile: session, notesEditor: ["ed", "-s"])
        EditorLoop(library: library, options: options, backend: backend).run()
        done.resume(returning: (backend.screens, backend.missing, backend.launches))
      }.start()
    }
  }

  @Test func `a place that was typed is in the store, with the notes of the user's editor`()
    async throws
  {
    let library = try await library()
    let end = await run(
      library,
      [
        ("Nothing here yet", "o l"), ("New place", "H u t tab ctrl-u"),
        ("Coordinates", "4 6 . 5 space 7 . 9 enter"), ("u to undo", "E"),
        ("Snow until July", "g p q"),
      ])
    #expect(end.missing == nil)
    let place = try await library.snapshot().places.first
    #expect(place?.name == "Hut")
    #expect(place?.coordinate == Coordinate(latitude: 46.5, longitude: 7.9))
    #expect(place?.notes == "Snow until July")
    #expect(end.launches.first?.prefix(2) == ["ed", "-s"])
  }

  @Test func `what is deleted comes back by undo`() async throws {
    let library = try await library()
    _ = try await library.apply(
      .addPlace(
        name: "Hut", Coordinate(latitude: 46.5, longitude: 7.9), elevationMetres: nil, groups: []))
    let end = await run(
      library,
      [
        ("No paths yet", "]"), ("▸ Hut", "d"), ("u to undo", "u"), ("Undid", "q"),
      ])
    #expect(end.missing == nil)
    let places = try await library.snapshot().places
    #expect(places.map(\.trashed) == [nil])
  }

  @Test func `a change from outside is noticed without a key`() async throws {
    let folder = try TemporaryDirectory()
    let location = StoreLocation.file(folder.url.appending(path: "a.store"))
    let library = try await library(at: location)
    let other = try await self.library(at: location)
    let (seen, sight) = AsyncStream.makeStream(of: Void.self)
    async let end = run(
      library, [("Nothing here yet", "g l"), ("1 Places", ""), ("▸ Elsewhere", "q")],
      reactions: ["1 Places": { sight.finish() }])
    for await _ in seen {}
    _ = try await other.apply(
      .addPlace(
        name: "Elsewhere", Coordinate(latitude: 46, longitude: 7), elevationMetres: nil,
        groups: []))
    #expect(await end.missing == nil)
    try await other.close()
    try await library.close()
  }

  @Test func `an offered file that is declined leaves the store as it was`() async throws {
    let library = try await library()
    let before = try await library.revision()
    let end = await run(
      library, offering: ["/nowhere/tour.gpx"], [("Import tour.gpx?", "esc"), ("Nothing", "q")])
    #expect(end.missing == nil)
    #expect(try await library.revision() == before)
  }

  @Test func `a file that is not there is reported and the editor goes on`() async throws {
    let library = try await library()
    let end = await run(
      library, offering: ["/nowhere/tour.gpx"],
      [("Import tour.gpx?", "enter"), ("cannot read", "q")])
    #expect(end.missing == nil)
  }

  @Test func `the last view is taken up again`() async throws {
    let folder = try TemporaryDirectory()
    let session = folder.url.appending(path: "state/session.json")
    let library = try await library()
    let first = await run(library, session: session, [("Nothing here yet", ", u g l q")])
    #expect(first.missing == nil)
    let text = String(decoding: try Data(contentsOf: session), as: UTF8.self)
    #expect(text.contains("imperial"))
    #expect(text.contains("places"))
  }
}
