import CartographerCore
import Foundation
import Geodesy
import TestSupport
import Testing

/// Imports of a changed file whose items were edited in the library.
@Suite struct EditedItemImportTests {
  private typealias GPX = GPXText

  /// Imports a file, edits its items, and imports the changed file.
  ///
  /// - Parameter path: The file's relative path at the second import.
  private func reimport(
    _ old: String, to new: String, path: String = "trips/tour.gpx",
    _ edits: (ImportReport) -> [LibraryEdit],
    _ check: (Library, _ first: ImportReport, _ second: ImportReport) async throws -> Void
  ) async throws {
    let library = try await Library.ticking()
    try await TemporaryDirectory.with { folder in
      func writeAndImport(_ text: String, _ path: String) async throws -> ImportReport {
        let file = folder.appending(path: path)
        try FileManager.default.createDirectory(
          at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(GPX.file(text).utf8).write(to: file)
        // Named by its relative path, as a user in the parent folder types it.
        return try await library.importFile(.file(file, name: path))
      }
      let first = try await writeAndImport(old, "trips/tour.gpx")
      _ = try await library.apply(together: edits(first))
      let before = try await library.snapshot()
      let second = try await writeAndImport(new, path)
      try await check(library, first, second)
      if second.status == .updated, second.changes?.updated == 0, second.changes?.added == 0 {
        #expect(
          try await library.snapshot().paths.map(\.pointCount) == before.paths.map(\.pointCount))
      }
    }
  }

  private static let day = GPX.track("Day", GPX.latitudes(from: 46), hour: 6)
  private static let longerDay = GPX.track("Day", GPX.latitudes(from: 46, 9), hour: 6)

  @Test(arguments: ["trips/tour.gpx", "elsewhere/tour.gpx"])
  func `a path with shifted times is recognised when its file has more points`(path: String)
    async throws
  {
    try await reimport(Self.day, to: Self.longerDay, path: path) {
      [.perform(.shiftTimes(seconds: 7_200), on: $0.paths[0], in: nil)]
    } _: { library, first, second in
      #expect(second.status == .updated && second.paths == first.paths)
      #expect(second.diagnostics.map(\.code) == ["update.edited"])
      let snapshot = try await library.snapshot()
      #expect(snapshot.paths.map(\.pointCount) == [6])
    }
  }

  @Test func `a cropped path is recognised when its file gives it another name`() async throws {
    try await reimport(Self.day, to: Self.day.replacing("Day", with: "The day")) {
      [.perform(.crop(.points(2..<6)), on: $0.paths[0], in: nil)]
    } _: { library, first, second in
      #expect(second.status == .updated && second.paths == first.paths)
      #expect(second.diagnostics.map(\.code) == ["update.edited"])
      let snapshot = try await library.snapshot()
      #expect(snapshot.paths.map(\.name) == ["Day"])
    }
  }

  @Test func `a resampled path is recognised by its times`() async throws {
    try await reimport(Self.day, to: Self.longerDay) {
      [.perform(.resample(everyMetres: 37), on: $0.paths[0], in: nil)]
    } _: { _, first, second in
      #expect(second.status == .updated && second.paths == first.paths)
    }
  }

  @Test func `in a known file, an edited item is recognised by a name that only it has`()
    async throws
  {
    let lake = GPX.place("Lake", 46.5)
    let route = GPX.route("Plan", GPX.latitudes(from: 46))
    try await reimport(
      lake + GPX.place("Hut", 46) + route,
      to: lake + GPX.place("Hut", 46, 7, "<desc>new</desc>")
        + GPX.route("Plan", GPX.latitudes(from: 46.0005, 9))
    ) {
      [
        .movePlace($0.locations[1], to: .init(latitude: 46.2, longitude: 7)),
        .perform(.resample(everyMetres: 37), on: $0.paths[0], in: nil),
      ]
    } _: { library, first, second in
      #expect(second.status == .updated)
      #expect(second.locations == first.locations && second.paths == first.paths)
      #expect(second.diagnostics.map(\.code) == ["update.edited", "update.edited"])
      let snapshot = try await library.snapshot()
      #expect(snapshot.places.map(\.name) == ["Lake", "Hut"])
    }
  }

  @Test(arguments: [(47.005, true), (48, false)])
  func `a moved place without a name is recognised only if it is still nearby`(
    latitude: Double, isSame: Bool
  ) async throws {
    try await reimport(
      GPX.place(nil, 46) + GPX.place(nil, 47),
      to: GPX.place(nil, 46) + GPX.place(nil, 47, 7, "<desc>new</desc>")
    ) {
      [.movePlace($0.locations[1], to: .init(latitude: latitude, longitude: 7))]
    } _: { _, first, second in
      // A distant place may be a different one: it is added, and the old one is reported.
      #expect((second.locations == first.locations) == isSame)
      #expect(second.diagnostics.map(\.code) == [isSame ? "update.edited" : "update.gone"])
    }
  }

  @Test func `edited items with the same name are not mixed up`() async throws {
    func file(_ count: Int) -> String {
      GPX.place("Start", 46) + GPX.track("Day", GPX.latitudes(from: 46, count), hour: 6)
        + GPX.track("Day", GPX.latitudes(from: 47, count), hour: 12)
    }
    try await reimport(file(6), to: file(9)) { report in
      report.paths.map { .perform(.shiftTimes(seconds: 7_200), on: $0, in: nil) }
    } _: { library, first, second in
      // Each path is recognised by its points.
      #expect(second.paths == first.paths)
      #expect(second.changes?.kept == 2)
    }
    try await reimport(
      GPX.place("Lake", 46.5) + GPX.place("Hut", 46) + GPX.place("Hut", 47),
      to: GPX.place("Lake", 46.5) + GPX.place("Hut", 48)
    ) { report in
      report.locations.dropFirst().enumerated().map {
        .movePlace($1, to: .init(latitude: 50 + Double($0), longitude: 7))
      }
    } _: { library, first, second in
      // It could be either of the two edited places, so it is added.
      #expect(second.changes?.added == 1)
      let snapshot = try await library.snapshot()
      #expect(snapshot.places.map(\.coordinate.latitude) == [46.5, 50, 51, 48])
    }
  }

  @Test func `an item that was not edited is not recognised by its name alone`() async throws {
    try await reimport(
      GPX.place("Lake", 46.5) + GPX.track("Track", GPX.latitudes(from: 46), hour: 6),
      to: GPX.place("Lake", 46.5) + GPX.track("Track", GPX.latitudes(from: 45), hour: 9)
    ) { _ in
      []
    } _: { library, first, second in
      #expect(second.changes?.added == 1)
      let snapshot = try await library.snapshot()
      #expect(snapshot.paths.count == 2)
    }
  }

  @Test func `a recording of another time is not matched with an edited path of the same name`()
    async throws
  {
    let other = GPX.track("Day", GPX.latitudes(from: 46).map { $0 + 0.00004 }, hour: 15)
    try await reimport(Self.day, to: other) {
      [.perform(.shiftTimes(seconds: 60), on: $0.paths[0], in: nil)]
    } _: { library, _, second in
      #expect(second.status == .imported)
      let snapshot = try await library.snapshot()
      #expect(snapshot.paths.count == 2)
    }
  }
}
