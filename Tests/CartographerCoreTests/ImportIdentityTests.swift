import CartographerCore
import Foundation
import GeoFormats
import LogicalDump
import TestSupport
import Testing

/// Matching of files with earlier imports, and of their items with items in the library.
@Suite struct ImportIdentityTests {
  typealias GPX = GPXText

  static let day = GPX.track("Day", GPX.latitudes(from: 46), hour: 6)
  static let longerDay = GPX.track("Day", GPX.latitudes(from: 46, 9), hour: 6)

  // MARK: Files

  @Test(arguments: ["elsewhere/tour.gpx", "tour.gpx.gz"])
  func `a changed file is recognised in another folder and when it is compressed`(path: String)
    async throws
  {
    try await ImportFixture.with { fixture in
      let first = try await fixture.importFile(GPX.file(Self.day), "trips/tour.gpx")
      let second = try await fixture.importFile(GPX.file(Self.longerDay), path)
      #expect(second.status == .updated)
      #expect(second.paths == first.paths && second.updated == first.paths)
      #expect(try await fixture.library.snapshot().paths.map(\.pointCount) == [9])
    }
  }

  @Test func `a file is recognised by its relative and by its absolute path`() async throws {
    try await ImportFixture.with { fixture in
      let file = try fixture.write(GPX.file(Self.day), "tour.gpx")
      let first = try await fixture.library.importFile(.file(file, name: "tour.gpx"))
      let second = try await fixture.importFile(GPX.file(Self.longerDay), "tour.gpx")
      #expect(second.status == .updated && second.paths == first.paths)
    }
  }

  @Test func `different files with the same name do not update each other`() async throws {
    // Tracks from the same start, some without times, with the default names of devices.
    let north = GPX.track("Track", [46] + GPX.latitudes(from: 46.01))
    let south = GPX.track("Track", [46] + GPX.latitudes(from: 45.9))
    let later = GPX.track("Track", GPX.latitudes(from: 46), hour: 15)
    try await ImportFixture.with { fixture in
      for (index, text) in [north, south, Self.day, later].enumerated() {
        let report = try await fixture.importFile(GPX.file(text), "\(index)/Current.gpx")
        #expect(report.status == .imported)
      }
      #expect(try await fixture.names() == ["Day", "Track", "Track", "Track"])
    }
  }

  @Test func `a place that occurs in two files is not overwritten by the second file`() async throws
  {
    try await ImportFixture.with { fixture in
      let home = GPX.place("Home", 46, 7, "<desc>mine</desc>")
      try await fixture.importFile(GPX.file(home), "a/Waypoints.gpx")
      let second = try await fixture.importFile(
        GPX.file(home.replacing("mine", with: "theirs"), GPX.place("Hut", 47)), "b/Waypoints.gpx")
      #expect(second.status == .imported)
      #expect(second.diagnostics.map(\.code) == ["import.similar"])
      #expect(second.diagnostics.first?.message.contains("update of I1") == true)
      #expect(
        try await fixture.library.snapshot().places.map(\.details) == ["mine", "theirs", nil])
    }
  }

  @Test func `a renamed file is recognised if it still has most of its items`() async throws {
    try await ImportFixture.with { fixture in
      let places = GPX.place("A", 46) + GPX.place("B", 46.1) + GPX.place("C", 46.2)
      let first = try await fixture.importFile(GPX.file(places), "old.gpx")
      let second = try await fixture.importFile(
        GPX.file(places.replacing("<name>C</name>", with: "<name>C2</name>")), "new.gpx")
      #expect(second.status == .updated && second.locations == first.locations)
      #expect(second.changes?.same == 2 && second.changes?.updated == 1)
      #expect(try await fixture.names() == ["A", "B", "C2"])
    }
  }

  @Test func `an uncertain match is added and reported unless the import to update is given`()
    async throws
  {
    try await ImportFixture.with { fixture in
      let first = try await fixture.importFile(GPX.file(Self.day), "day.gpx")
      let unsure = try await fixture.importFile(GPX.file(Self.longerDay), "corrected.gpx")
      #expect(unsure.status == .imported && unsure.paths != first.paths)
      #expect(unsure.diagnostics.map(\.code) == ["import.similar"])
      #expect(unsure.diagnostics.first?.message.contains("I1 (day.gpx)") == true)
      _ = try await fixture.library.undo()
      var options = ImportOptions()
      options.updating = first.importID
      let matched = try await fixture.importFile(GPX.file(Self.longerDay), "corrected.gpx", options)
      #expect(matched.status == .updated && matched.updated == first.paths)
      options.updating = ItemID(.importRecord, 99)
      await #expect(throws: LibraryError.self) {
        try await fixture.importFile(GPX.file(Self.day), "x.gpx", options)
      }
    }
  }

  @Test func `a file with known bytes is unchanged under any name`() async throws {
    try await ImportFixture.with { fixture in
      let text = GPX.file(Self.day)
      let first = try await fixture.importFile(text, "a.gpx")
      let before = try await fixture.library.dump()
      for name in ["a.gpx", "b/a.gpx", "other.gpx"] {
        let again = try await fixture.importFile(text, name)
        #expect(again.status == .unchanged && again.importID == first.importID)
      }
      #expect(
        try await fixture.library.importText(text, name: "standard input").status == .unchanged)
      #expect(try await fixture.library.dump() == before)
    }
  }

  @Test func `a file that is only compressed differently is unchanged`() async throws {
    let library = try await Library.ticking()
    func importPacked(_ name: String) async throws -> ImportReport {
      try await library.importFile(.file(PackageFiles.fixture("gpx/packed/\(name).gpx")))
    }
    let first = try await importPacked("gzip")
    #expect(first.status == .imported)
    let before = try await library.dump()
    for name in ["bzip2", "zip-deflated", "zip-streamed"] {
      let again = try await importPacked(name)
      #expect(again.status == .unchanged && again.importID == first.importID, "\(name)")
      #expect(again.diagnostics.allSatisfy { $0.code != "import.similar" })
    }
    #expect(try await library.dump() == before)
  }

  @Test func `a number that is only written differently updates the file but no item`() async throws
  {
    try await ImportFixture.with { fixture in
      let first = try await fixture.importFile(GPX.file(GPX.place("A", 46.5)), "a.gpx")
      let second = try await fixture.importFile(
        GPX.file(GPX.place("A", 46.5)).replacing("46.5", with: "46.50"), "a.gpx")
      #expect(second.status == .updated && second.updated == [])
      #expect(second.locations == first.locations && second.changes?.same == 1)
      let written = try await fixture.library.exportedText([try #require(second.importID)])
      #expect(written.contains("46.50"))
    }
  }

  @Test func `standard input is recognised by its items`() async throws {
    let library = try await Library.ticking()
    let places = (0..<4).map { GPX.place("P\($0)", 46 + Double($0)) }
    let first = try await library.importText(
      GPX.file(places.joined()), name: "standard input")
    let second = try await library.importText(
      GPX.file(places.dropLast().joined(), GPX.place("New", 50)), name: "standard input")
    #expect(second.status == .updated)
    #expect(second.locations.dropLast() == first.locations.dropLast())
    let other = try await library.importText(
      GPX.file(GPX.place("Elsewhere", 1)), name: "standard input")
    #expect(other.status == .imported && other.diagnostics.isEmpty)
  }

  @Test func `an item that disappears from a file and returns is not added twice`() async throws {
    let library = try await Library.ticking()
    let places = ["A", "B", "C"].enumerated().map { GPX.place($1, 46 + Double($0)) }
    let whole = GPX.file(places.joined())
    let first = try await library.importText(whole, name: "one.gpx")
    for state in [Array(places[1...]), [places[0]] + places[1...], [GPX.place("D", 12)] + places] {
      _ = try await library.importText(GPX.file(state.joined()), name: "two.gpx")
    }
    let last = try await library.importText(whole, name: "three.gpx")
    #expect(last.locations == first.locations)
    #expect(try await library.snapshot().places.map(\.name) == ["A", "B", "C", "D"])
  }

  @Test func `a file that returns to an earlier state restores its items to that state`()
    async throws
  {
    try await ImportFixture.with { fixture in
      let (one, two) = (GPX.file(GPX.place("A", 46), Self.day), GPX.file(Self.longerDay))
      let first = try await fixture.importFile(one, "a.gpx")
      try await fixture.importFile(two, "a.gpx")
      let back = try await fixture.importFile(one, "a.gpx")
      #expect(back.status == .updated && back.updated == first.paths)
      #expect(back.locations == first.locations)
      #expect(try await fixture.library.snapshot().paths.map(\.pointCount) == [6])
      #expect(try await fixture.importFile(one, "a.gpx").status == .unchanged)
    }
  }

  @Test func `a truncated file removes nothing from its items in the library`() async throws {
    try await ImportFixture.with { fixture in
      let whole = GPX.file(Self.longerDay, GPX.track("Night", GPX.latitudes(from: 47), hour: 20))
      let first = try await fixture.importFile(whole, "a.gpx")
      let end = try #require(whole.range(of: "lat=\"46.006")?.lowerBound)
      let cut = try await fixture.importFile(String(whole[..<end]), "a.gpx")
      #expect(cut.status == .updated && cut.updated.isEmpty)
      #expect(cut.diagnostics.contains { $0.code == "update.cutOff" && $0.message.contains("P1") })
      #expect(!cut.diagnostics.contains { $0.code == "update.gone" })
      #expect(try await fixture.library.snapshot().paths.map(\.pointCount) == [9, 6])
      // The whole file is recognised again, and its later changes are imported.
      let more = whole.replacing("Night", with: "Evening")
        .replacing("lat=\"46.0\"", with: "lat=\"46.00001\"")
      let last = try await fixture.importFile(more, "a.gpx")
      #expect(last.paths == first.paths && Set(last.updated) == Set(first.paths))
    }
  }

  @Test func `recordings with the same file name and the same places are two files`() async throws {
    try await ImportFixture.with { fixture in
      let places = GPX.place("Home", 46.5) + GPX.place("Office", 46.6)
      let one = GPX.file(places, GPX.track("A", GPX.latitudes(from: 46), hour: 6))
      let two = GPX.file(places, GPX.track("B", GPX.latitudes(from: 50), hour: 16))
      _ = try await fixture.importFile(one, "t1/Current.gpx")
      let second = try await fixture.importFile(two, "t2/Current.gpx")
      #expect(second.status == .imported)
      #expect(second.diagnostics.map(\.code) == ["import.similar"])
      #expect(try await fixture.importFile(one, "t1/Current.gpx").status == .unchanged)
    }
  }

  @Test func `an export of several imported files is not an update of one of them`() async throws {
    try await ImportFixture.with { fixture in
      let places = (0..<6).map { GPX.place("P\($0)", 46 + Double($0)) }
      let first = try await fixture.importFile(GPX.file(places.joined()), "one.gpx")
      _ = try await fixture.importFile(GPX.file(GPX.place("Other", 1)), "two.gpx")
      let text = try await fixture.library.exportedText([])
      let again = try await fixture.importFile(text, "all.gpx")
      #expect(again.status == .unchanged && again.diagnostics.isEmpty)
      let whole = try await fixture.library.exported([try #require(first.importID)])
      #expect(whole.report.points == 6)
      // An export of a single imported file is matched with it.
      let alone = try await fixture.library.exportedText([try #require(first.importID)])
        .replacing("P5", with: "P9")
      #expect(try await fixture.importFile(alone, "mine.gpx").status == .updated)
    }
  }
}
