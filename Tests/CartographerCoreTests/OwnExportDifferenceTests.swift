import CartographerCore
import Foundation
import TestSupport
import Testing

/// Items of exported files that resemble items of the library, but are other items.
@Suite struct OwnExportDifferenceTests {
  typealias GPX = GPXText

  /// Imports a GPX file into a new library, and exports that library to a file.
  private static func exported(_ text: String, to file: URL) async throws {
    let library = try await Library.ticking()
    _ = try await library.importText(text)
    _ = try await library.export([], to: file, replacing: true)
  }

  private static let home = GPX.file(
    GPX.place("Camp", 46), GPX.place("Hut", 47),
    GPX.track("Lap", GPX.latitudes(from: 46, 9), hour: 6))

  @Test(arguments: OwnExportTests.extensions)
  func `another lap, a distant place of the same name and a place with another name are added`(
    type: String
  ) async throws {
    try await ImportFixture.with { fixture in
      try await fixture.importFile(Self.home, "home.gpx")
      let other = GPX.file(
        GPX.place("Camp", 46.003), GPX.place("Spring", 47),
        GPX.track("Lap", GPX.latitudes(from: 46, 9), hour: 6).replacing("07-11", with: "07-12"))
      let file = fixture.folder.appending(path: "friend.\(type)")
      try await Self.exported(other, to: file)
      let before = try await fixture.library.snapshot()
      let dry = try await fixture.library.importFile(
        .file(file), options: ImportOptions(isDryRun: true))
      let report = try await fixture.library.importFile(.file(file))
      #expect(report.status == .imported && dry.wouldBe == .imported)
      let after = try await fixture.library.snapshot()
      #expect(after.places.map(\.name) == ["Camp", "Hut", "Camp", "Spring"])
      #expect(after.paths.map(\.name) == ["Lap", "Lap"])
      #expect(Array(after.places.prefix(2)) == before.places && after.paths[0] == before.paths[0])
      let similar = report.diagnostics.filter { $0.code == "import.similar" }.map(\.message)
      #expect(
        similar.contains { $0.hasPrefix("the new item Spring resembles L2 (Hut) in the library") })
      #expect(!similar.contains { $0.contains("I1") })
    }
  }

  @Test(arguments: OwnExportTests.extensions)
  func `two equal items in the file match one item of the library only once`(type: String)
    async throws
  {
    try await ImportFixture.with { fixture in
      try await fixture.importFile(GPX.file(GPX.place("Camp", 46, 7)), "home.gpx")
      let file = fixture.folder.appending(path: "friend.\(type)")
      try await Self.exported(
        GPX.file(GPX.place("Camp", 46, 7), GPX.place("Camp", 46, 7)), to: file)
      let report = try await fixture.library.importFile(.file(file))
      #expect(report.changes?.same == 1 && report.changes?.added == 1)
      #expect(try await fixture.library.snapshot().places.count == 2)
    }
  }

  @Test func `an exported file of another library is imported and later updated like any file`()
    async throws
  {
    try await ImportFixture.with { fixture in
      let file = fixture.folder.appending(path: "friend.kml")
      try await Self.exported(Self.home, to: file)
      let first = try await fixture.library.importFile(.file(file))
      #expect(first.status == .imported && first.diagnostics.isEmpty)
      try await Self.exported(
        Self.home.replacing("<name>Hut</name>", with: "<name>Hut</name><desc>new</desc>"), to: file)
      let second = try await fixture.library.importFile(.file(file))
      #expect(second.status == .updated && second.updated == [ItemID(.location, 2)])
      #expect(try await fixture.library.snapshot().places.map(\.details) == [nil, "new"])
    }
  }

  @Test func `the same items in a file of another program are imported as before`() async throws {
    try await ImportFixture.with { fixture in
      try await fixture.importFile(Self.home, "home.gpx")
      let csv = "name,latitude,longitude\nCamp,46,7\nFar,50,7\nFarther,51,7\n"
      let report = try await fixture.importFile(csv, "list.csv")
      #expect(report.status == .imported && report.locations.count == 3)
      let similar = report.diagnostics.filter { $0.code == "import.similar" }
      #expect(similar.count == 1 && similar[0].message.contains("I1 (home.gpx)"))
    }
  }
}
