import CartographerCore
import Foundation
import GeoFormats
import LogicalDump
import TestSupport
import Testing

/// Matching of single items: changed, edited, deleted and grouped items.
extension ImportIdentityTests {
  // MARK: Items

  @Test func `similar items of a changed file are matched one to one`() async throws {
    try await ImportFixture.with { fixture in
      let tracks = [46.0, 47, 48].map { GPX.track("Track 1", GPX.latitudes(from: $0)) }
      let places = [1, 2, 3].map { GPX.place("P", 46, 7, "<desc>\($0)</desc>") }
      let nameless = [
        GPX.track(nil, GPX.latitudes(from: 50)), GPX.track(nil, GPX.latitudes(from: 51)),
      ]
      let first = try await fixture.importFile(
        GPX.file(places.joined(), tracks.joined(), nameless.joined()), "a.gpx")
      let changed = GPX.track("Track 1", GPX.latitudes(from: 47, 8))
      let second = try await fixture.importFile(
        GPX.file(
          places[2], places[0], GPX.place("P", 46, 7, "<desc>new</desc>"), tracks[2], changed,
          tracks[0], nameless[1], GPX.track(nil, GPX.latitudes(from: 50, 7))), "a.gpx")
      #expect(second.changes?.added == 0 && second.changes?.gone == 0)
      let (old, paths) = (first.locations, first.paths)
      #expect(second.locations == [old[2], old[0], old[1]])
      #expect(second.paths == [paths[2], paths[1], paths[0], paths[4], paths[3]])
      #expect(Set(second.updated) == [old[1], paths[1], paths[3]])
    }
  }

  @Test func `an item that its file renames, moves or shortens keeps its ID`() async throws {
    try await ImportFixture.with { fixture in
      let rest = GPX.place("Stay", 10)
      let cut = Self.day.replacing("<name>Day", with: "<name>First day")
        .replacing(/<trkpt.*?<\/trkpt>/, with: "", maxReplacements: 2)
      let first = try await fixture.importFile(
        GPX.file(
          rest, GPX.place("Hut", 46), GPX.place("Lake", 47), Self.day,
          GPX.route("Plan", GPX.latitudes(from: 45))), "a.gpx")
      let second = try await fixture.importFile(
        GPX.file(
          rest, GPX.place("Refuge", 46), GPX.place("Lake", 47.001),
          cut,
          GPX.route("Plan B", GPX.latitudes(from: 44.999))), "a.gpx")
      #expect(second.locations == first.locations && second.paths == first.paths)
      #expect(second.updated.count == 4)
      #expect(
        try await fixture.names() == ["First day", "Lake", "Plan B", "Refuge", "Stay"])
    }
  }

  @Test func `another recording with the same name in a known file is a new item`() async throws {
    try await ImportFixture.with { fixture in
      let home = GPX.place("Home", 46)
      let first = try await fixture.importFile(GPX.file(home, Self.day), "Current.gpx")
      let other = GPX.track("Day", GPX.latitudes(from: 46.5), hour: 9)
      let second = try await fixture.importFile(GPX.file(home, other), "Current.gpx")
      #expect(second.status == .updated && second.locations == first.locations)
      #expect(second.changes?.added == 1 && second.changes?.gone == 1)
      #expect(try await fixture.names() == ["Day", "Day", "Home"])
    }
  }

  // MARK: Edited items

  @Test func `exporting the newest import writes the whole file with the library's edits`()
    async throws
  {
    try await ImportFixture.with { fixture in
      let extended = "<extensions><x:a>kept</x:a></extensions>"
      let root = "xmlns:x=\"urn:one\""
      let first = try await fixture.importFile(
        GPX.file(
          GPX.place("A", 46, 7, extended), GPX.place("B", 47), Self.day, root: root), "a.gpx")
      _ = try await fixture.library.apply(.set(.details, of: [first.locations[0]], to: "mine"))
      let second = try await fixture.importFile(
        GPX.file(
          GPX.place("B", 47, 7, "<desc>new</desc>"),
          GPX.place("A", 46, 7, "<cmt>theirs</cmt>" + extended), Self.day,
          root: "xmlns:x=\"urn:two\""), "a.gpx")
      #expect(second.diagnostics.map(\.code) == ["update.edited"])
      let written = try await fixture.library.exportedText([try #require(second.importID)])
      #expect(written.contains("mine") && !written.contains("theirs"))
      #expect(written.contains("urn:one") && written.contains("kept</x:a>"))
      let order = try #require(written.range(of: "<name>B"))
      #expect(written[order.upperBound...].contains("<name>A") && written.contains("<trkpt"))
      do {
        _ = try await fixture.library.exportedText([try #require(first.importID)])
        Issue.record("an import without items was exported")
      } catch let error as LibraryError {
        #expect(error.code == .notFound && error.ids == [second.importID])
      }
      // The file's content of A is unchanged, so the edit is not reported again.
      let third = try await fixture.importFile(
        GPX.file(
          GPX.place("B", 47), GPX.place("A", 46, 7, "<cmt>theirs</cmt>" + extended), Self.day,
          root: "xmlns:x=\"urn:two\""), "a.gpx")
      #expect(third.diagnostics.isEmpty && third.changes?.kept == 1)
    }
  }

  @Test func `points keep the extensions from their file under the header of a later import`()
    async throws
  {
    try await ImportFixture.with { fixture in
      func text(_ mood: String, _ more: String) -> String {
        let points = (0..<4).map {
          "<trkpt lat=\"46.\($0)\" lon=\"7\"><extensions><x:mood>\(mood)</x:mood></extensions></trkpt>"
        }
        return GPX.file(
          more, "<trk><name>Day</name><trkseg>\(points.joined())</trkseg></trk>",
          root: "xmlns:x=\"urn:x\"")
      }
      let first = try await fixture.importFile(text("good", ""), "a.gpx")
      _ = try await fixture.library.apply(.set(.name, of: first.paths, to: "Mine"))
      let second = try await fixture.importFile(text("bad", GPX.place("A", 1)), "a.gpx")
      #expect(second.paths == first.paths && second.changes?.kept == 1)
      let written = try await fixture.library.exportedText([try #require(second.importID)])
      #expect(written.matches(of: /good</).count == 4 && !written.contains("bad"))
    }
  }

  @Test func `both halves of a split path stay with their import`() async throws {
    try await ImportFixture.with { fixture in
      let first = try await fixture.importFile(GPX.file(Self.day), "a.gpx")
      let key = try #require(try await fixture.library.geometry(first.paths[0])).keys[3]
      _ = try await fixture.library.apply(.split(first.paths[0], at: key))
      let second = try await fixture.importFile(
        GPX.file(GPX.place("A", 1), Self.longerDay), "a.gpx")
      #expect(second.diagnostics.map(\.code) == ["update.edited"])
      #expect(second.changes?.gone == 0)
      let written = try await fixture.library.exportedText([try #require(second.importID)])
      #expect(written.matches(of: /<trk>/).count == 2)
    }
  }

  // MARK: Deleted items and removed imports

  @Test func `an item in the trash stays there and is named in the report`() async throws {
    try await ImportFixture.with { fixture in
      let text = GPX.file(GPX.place("A", 46), GPX.place("B", 47))
      let first = try await fixture.importFile(text, "a.gpx")
      _ = try await fixture.library.apply(.trash([first.locations[0]]))
      let again = try await fixture.importFile(text, "a.gpx")
      #expect(again.status == .unchanged && again.diagnostics.map(\.code) == ["update.trashed"])
      let changed = try await fixture.importFile(
        text.replacing("<name>A</name>", with: "<name>A</name><desc>new</desc>"), "a.gpx")
      #expect(changed.status == .updated && changed.diagnostics.map(\.code) == ["update.trashed"])
      let place = try #require(try await fixture.library.snapshot().places.first)
      #expect(place.trashed != nil && place.details == "new")
    }
  }

  @Test func `items that were purged, or whose import was undone, are imported again`() async throws
  {
    try await ImportFixture.with { fixture in
      let text = GPX.file(GPX.place("A", 46), GPX.place("B", 47))
      let first = try await fixture.importFile(text, "a.gpx")
      _ = try await fixture.library.apply(.trash([first.locations[1]]))
      _ = try await fixture.library.apply(.purge([first.locations[1]]))
      let again = try await fixture.importFile(text, "a.gpx")
      #expect(again.status == .updated && again.changes?.added == 1 && again.changes?.same == 1)
      #expect(try await fixture.names() == ["A", "B"])
      #expect(try await fixture.importFile(text, "a.gpx").status == .unchanged)
      _ = try await fixture.library.undo()
      #expect(try await fixture.importFile(text, "a.gpx").status == .updated)
      let all = try await fixture.library.snapshot().places.map(\.id)
      _ = try await fixture.library.apply(.trash(all))
      _ = try await fixture.library.apply(.purge(all))
      #expect(try await fixture.importFile(text, "a.gpx").status == .imported)
    }
  }

  @Test func `importing a removed file again adds the deleted items and keeps the edited one`()
    async throws
  {
    try await ImportFixture.with { fixture in
      let text = GPX.file(GPX.place("A", 46), GPX.place("B", 47))
      let first = try await fixture.importFile(text, "a.gpx")
      let id = try #require(first.importID)
      _ = try await fixture.library.apply(.set(.details, of: [first.locations[0]], to: "mine"))
      _ = try await fixture.library.apply(.removeImport(id))
      let twice = try await fixture.library.apply(.removeImport(id))
      #expect(twice.deleted.isEmpty && twice.kept == [first.locations[0]] && twice.undo == nil)
      let again = try await fixture.importFile(text, "a.gpx")
      #expect(again.status == .updated && again.changes?.kept == 1 && again.changes?.added == 1)
      #expect(try await fixture.library.snapshot().places.map(\.details) == ["mine", nil])
    }
  }

  // MARK: Dry runs and groups

  @Test func `a dry run reports the same changes as the real import`() async throws {
    try await ImportFixture.with { fixture in
      let first = try await fixture.importFile(
        GPX.file(GPX.place("A", 46), GPX.place("B", 47), GPX.place("C", 48), Self.day), "a.gpx")
      _ = try await fixture.library.apply(.set(.details, of: [first.locations[0]], to: "mine"))
      let changed = GPX.file(
        GPX.place("A", 46, 7, "<desc>new</desc>"), GPX.place("B", 47), GPX.place("D", 49),
        Self.longerDay)
      let before = try await fixture.library.dump()
      let dry = try await fixture.importFile(changed, "a.gpx", ImportOptions(isDryRun: true))
      #expect(dry.status == .checked && dry.wouldBe == .updated)
      #expect(try await fixture.library.dump() == before)
      let real = try await fixture.importFile(changed, "a.gpx")
      #expect(dry.changes == real.changes && dry.updated == real.updated)
      #expect(dry.diagnostics == real.diagnostics && dry.diagnostics.count == 2)
      #expect(
        real.changes.map { [$0.added, $0.updated, $0.kept, $0.same, $0.gone] } == [1, 1, 1, 1, 1])
      let packed = try await fixture.library.importFile(
        .file(PackageFiles.fixture("gpx/packed/gzip.gpx")))
      let dryPacked = try await fixture.library.importFile(
        .file(PackageFiles.fixture("gpx/packed/bzip2.gpx")), options: ImportOptions(isDryRun: true))
      #expect(dryPacked.status == .unchanged && dryPacked.importID == packed.importID)
    }
  }

  @Test func `groups named by a file are created even if the file is unchanged`() async throws {
    try await ImportFixture.with { fixture in
      let text = GPX.file(
        GPX.place("A", 46, 7, "<type>hut</type>"), GPX.place("B", 47, 7, "<type>lake</type>"))
      try await fixture.importFile(text, "a.gpx")
      let before = try await fixture.library.dump()
      let again = try await fixture.importFile(text, "a.gpx", ImportOptions(groupOrigins: [.type]))
      #expect(again.status == .unchanged && again.grouped == 2 && again.createdGroups.count == 2)
      #expect(try await fixture.library.snapshot().places.allSatisfy { $0.groups.count == 1 })
      let more = try await fixture.importFile(text, "a.gpx", ImportOptions(groupOrigins: [.type]))
      #expect(more.grouped == 0)
      _ = try await fixture.library.undo()
      #expect(try await fixture.library.dump() == before)
    }
  }
}
