import CartographerCore
import Foundation
import GeoFormats
import LogicalDump
import TestSupport
import Testing

/// Which earlier import a file is known by, and which of its items are which.
@Suite struct ImportIdentityTests {
  private typealias GPX = GPXText

  /// A library and a folder of files.
  private struct World {
    let library: Library
    let folder: URL

    func put(_ text: String, _ path: String) throws -> URL {
      let file = folder.appending(path: path)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
      return file
    }

    @discardableResult
    func bring(
      _ text: String, _ path: String, _ options: ImportOptions = ImportOptions()
    ) async throws -> ImportReport {
      try await library.importFile(.file(try put(text, path)), options: options)
    }

    func names() async throws -> [String] {
      let snapshot = try await library.snapshot()
      return (snapshot.places.map(\.name) + snapshot.paths.map(\.name)).sorted()
    }
  }

  private func world(_ body: (World) async throws -> Void) async throws {
    let library = try await Library.ticking()
    try await TemporaryDirectory.with { try await body(World(library: library, folder: $0)) }
  }

  private static let day = GPX.track("Day", GPX.way(from: 46), hour: 6)
  private static let longerDay = GPX.track("Day", GPX.way(from: 46, 9), hour: 6)

  // MARK: Files

  @Test(arguments: ["elsewhere/tour.gpx", "tour.gpx.gz"])
  func `a changed file in another folder updates its items`(path: String) async throws {
    try await world { world in
      let first = try await world.bring(GPX.file(Self.day), "trips/tour.gpx")
      let second = try await world.bring(GPX.file(Self.longerDay), path)
      #expect(second.status == .updated)
      #expect(second.paths == first.paths && second.updated == first.paths)
      #expect(try await world.library.snapshot().paths.map(\.pointCount) == [9])
    }
  }

  @Test func `a file named by a relative and by an absolute path is one file`() async throws {
    try await world { world in
      let file = try world.put(GPX.file(Self.day), "tour.gpx")
      let first = try await world.library.importFile(.file(file, name: "tour.gpx"))
      let second = try await world.bring(GPX.file(Self.longerDay), "tour.gpx")
      #expect(second.status == .updated && second.paths == first.paths)
    }
  }

  @Test func `two different files of one name do not replace each other`() async throws {
    // From one door, without times, under the names that devices give.
    let north = GPX.track("Track", [46] + GPX.way(from: 46.01))
    let south = GPX.track("Track", [46] + GPX.way(from: 45.9))
    let later = GPX.track("Track", GPX.way(from: 46), hour: 15)
    try await world { world in
      for (index, text) in [north, south, Self.day, later].enumerated() {
        let report = try await world.bring(GPX.file(text), "\(index)/Current.gpx")
        #expect(report.status == .imported)
      }
      #expect(try await world.names() == ["Day", "Track", "Track", "Track"])
    }
  }

  @Test func `a place that two files share is not overwritten`() async throws {
    try await world { world in
      let home = GPX.place("Home", 46, 7, "<desc>mine</desc>")
      try await world.bring(GPX.file(home), "a/Waypoints.gpx")
      let second = try await world.bring(
        GPX.file(home.replacing("mine", with: "theirs"), GPX.place("Hut", 47)), "b/Waypoints.gpx")
      #expect(second.status == .imported)
      #expect(second.diagnostics.map(\.code) == ["import.similar"])
      #expect(second.diagnostics.first?.message.contains("update of I1") == true)
      #expect(try await world.library.snapshot().places.map(\.details) == ["mine", "theirs", nil])
    }
  }

  @Test func `a file of another name with most of its items is the same file`() async throws {
    try await world { world in
      let places = GPX.place("A", 46) + GPX.place("B", 46.1) + GPX.place("C", 46.2)
      let first = try await world.bring(GPX.file(places), "old.gpx")
      let second = try await world.bring(
        GPX.file(places.replacing("<name>C</name>", with: "<name>C2</name>")), "new.gpx")
      #expect(second.status == .updated && second.locations == first.locations)
      #expect(second.changes?.same == 2 && second.changes?.updated == 1)
      #expect(try await world.names() == ["A", "B", "C2"])
    }
  }

  @Test func `where it is unsure it adds, says so, and can be told`() async throws {
    try await world { world in
      let first = try await world.bring(GPX.file(Self.day), "day.gpx")
      let unsure = try await world.bring(GPX.file(Self.longerDay), "corrected.gpx")
      #expect(unsure.status == .imported && unsure.paths != first.paths)
      #expect(unsure.diagnostics.map(\.code) == ["import.similar"])
      #expect(unsure.diagnostics.first?.message.contains("I1 (day.gpx)") == true)
      _ = try await world.library.undo()
      var options = ImportOptions()
      options.updating = first.importID
      let told = try await world.bring(GPX.file(Self.longerDay), "corrected.gpx", options)
      #expect(told.status == .updated && told.updated == first.paths)
      options.updating = ItemID(.importRecord, 99)
      await #expect(throws: LibraryError.self) {
        try await world.bring(GPX.file(Self.day), "x.gpx", options)
      }
    }
  }

  @Test func `bytes that the store has are unchanged, whatever they are called`() async throws {
    try await world { world in
      let text = GPX.file(Self.day)
      let first = try await world.bring(text, "a.gpx")
      let before = try await world.library.dump()
      for name in ["a.gpx", "b/a.gpx", "other.gpx"] {
        let again = try await world.bring(text, name)
        #expect(again.status == .unchanged && again.importID == first.importID)
      }
      #expect(try await world.library.importText(text, name: "standard input").status == .unchanged)
      #expect(try await world.library.dump() == before)
    }
  }

  @Test func `what is packed otherwise is unchanged`() async throws {
    let library = try await Library.ticking()
    func bring(_ name: String) async throws -> ImportReport {
      try await library.importFile(.file(PackageFiles.fixture("gpx/packed/\(name).gpx")))
    }
    let first = try await bring("gzip")
    #expect(first.status == .imported)
    let before = try await library.dump()
    for name in ["bzip2", "zip-deflated", "zip-streamed"] {
      let again = try await bring(name)
      #expect(again.status == .unchanged && again.importID == first.importID, "\(name)")
      #expect(again.diagnostics.allSatisfy { $0.code != "import.similar" })
    }
    #expect(try await library.dump() == before)
  }

  @Test func `how a number is written is a change, and no item says something else`() async throws {
    try await world { world in
      let first = try await world.bring(GPX.file(GPX.place("A", 46.5)), "a.gpx")
      let second = try await world.bring(
        GPX.file(GPX.place("A", 46.5)).replacing("46.5", with: "46.50"), "a.gpx")
      #expect(second.status == .updated && second.updated == [])
      #expect(second.locations == first.locations && second.changes?.same == 1)
      let written = try await world.library.exportedText([try #require(second.importID)])
      #expect(written.contains("46.50"))
    }
  }

  @Test func `standard input is known by what it holds`() async throws {
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

  @Test func `what a file lost and has again is not added again, whatever it is called`()
    async throws
  {
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

  @Test func `a file that went back to what it was goes back here`() async throws {
    try await world { world in
      let (one, two) = (GPX.file(GPX.place("A", 46), Self.day), GPX.file(Self.longerDay))
      let first = try await world.bring(one, "a.gpx")
      try await world.bring(two, "a.gpx")
      let back = try await world.bring(one, "a.gpx")
      #expect(back.status == .updated && back.updated == first.paths)
      #expect(back.locations == first.locations)
      #expect(try await world.library.snapshot().paths.map(\.pointCount) == [6])
      #expect(try await world.bring(one, "a.gpx").status == .unchanged)
    }
  }

  @Test func `a file that breaks off takes nothing from what is here`() async throws {
    try await world { world in
      let whole = GPX.file(Self.longerDay, GPX.track("Night", GPX.way(from: 47), hour: 20))
      let first = try await world.bring(whole, "a.gpx")
      let end = try #require(whole.range(of: "lat=\"46.006")?.lowerBound)
      let cut = try await world.bring(String(whole[..<end]), "a.gpx")
      #expect(cut.status == .updated && cut.updated.isEmpty)
      #expect(cut.diagnostics.contains { $0.code == "update.cutOff" && $0.message.contains("P1") })
      #expect(!cut.diagnostics.contains { $0.code == "update.gone" })
      #expect(try await world.library.snapshot().paths.map(\.pointCount) == [9, 6])
      // The whole file is known again, and may go on changing.
      let more = whole.replacing("Night", with: "Evening")
        .replacing("lat=\"46.0\"", with: "lat=\"46.00001\"")
      let last = try await world.bring(more, "a.gpx")
      #expect(last.paths == first.paths && Set(last.updated) == Set(first.paths))
    }
  }

  @Test func `recordings of one name that share standing places are two files`() async throws {
    try await world { world in
      let places = GPX.place("Home", 46.5) + GPX.place("Office", 46.6)
      let one = GPX.file(places, GPX.track("A", GPX.way(from: 46), hour: 6))
      let two = GPX.file(places, GPX.track("B", GPX.way(from: 50), hour: 16))
      _ = try await world.bring(one, "t1/Current.gpx")
      let second = try await world.bring(two, "t2/Current.gpx")
      #expect(second.status == .imported)
      #expect(second.diagnostics.map(\.code) == ["import.similar"])
      #expect(try await world.bring(one, "t1/Current.gpx").status == .unchanged)
    }
  }

  @Test func `an export of several files is no later state of one of them`() async throws {
    try await world { world in
      let places = (0..<6).map { GPX.place("P\($0)", 46 + Double($0)) }
      let first = try await world.bring(GPX.file(places.joined()), "one.gpx")
      _ = try await world.bring(GPX.file(GPX.place("Other", 1)), "two.gpx")
      let text = try await world.library.exportedText([])
      let again = try await world.bring(text, "all.gpx")
      #expect(again.status == .imported && again.diagnostics.map(\.code) == ["import.similar"])
      let whole = try await world.library.exported([try #require(first.importID)])
      #expect(whole.report.points == 6)
      // Of one file it is.
      let alone = try await world.library.exportedText([try #require(first.importID)])
        .replacing("P5", with: "P9")
      #expect(try await world.bring(alone, "mine.gpx").status == .updated)
      let partly = try await world.library.exported([try #require(again.importID)])
      #expect(partly.report.findings.map(\.code) == ["import.partial"])
    }
  }

  // MARK: Items

  @Test func `items that look the same are paired one to one`() async throws {
    try await world { world in
      let tracks = [46.0, 47, 48].map { GPX.track("Track 1", GPX.way(from: $0)) }
      let places = [1, 2, 3].map { GPX.place("P", 46, 7, "<desc>\($0)</desc>") }
      let nameless = [GPX.track(nil, GPX.way(from: 50)), GPX.track(nil, GPX.way(from: 51))]
      let first = try await world.bring(
        GPX.file(places.joined(), tracks.joined(), nameless.joined()), "a.gpx")
      let changed = GPX.track("Track 1", GPX.way(from: 47, 8))
      let second = try await world.bring(
        GPX.file(
          places[2], places[0], GPX.place("P", 46, 7, "<desc>new</desc>"), tracks[2], changed,
          tracks[0], nameless[1], GPX.track(nil, GPX.way(from: 50, 7))), "a.gpx")
      #expect(second.changes?.added == 0 && second.changes?.gone == 0)
      let (old, paths) = (first.locations, first.paths)
      #expect(second.locations == [old[2], old[0], old[1]])
      #expect(second.paths == [paths[2], paths[1], paths[0], paths[4], paths[3]])
      #expect(Set(second.updated) == [old[1], paths[1], paths[3]])
    }
  }

  @Test func `what the file renames, moves or cuts keeps its id`() async throws {
    try await world { world in
      let rest = GPX.place("Stay", 10)
      let cut = Self.day.replacing("<name>Day", with: "<name>First day")
        .replacing(/<trkpt.*?<\/trkpt>/, with: "", maxReplacements: 2)
      let first = try await world.bring(
        GPX.file(
          rest, GPX.place("Hut", 46), GPX.place("Lake", 47), Self.day,
          GPX.route("Plan", GPX.way(from: 45))), "a.gpx")
      let second = try await world.bring(
        GPX.file(
          rest, GPX.place("Refuge", 46), GPX.place("Lake", 47.001),
          cut,
          GPX.route("Plan B", GPX.way(from: 44.999))), "a.gpx")
      #expect(second.locations == first.locations && second.paths == first.paths)
      #expect(second.updated.count == 4)
      #expect(
        try await world.names() == ["First day", "Lake", "Plan B", "Refuge", "Stay"])
    }
  }

  @Test func `another recording of the same name in a known file is a new item`() async throws {
    try await world { world in
      let home = GPX.place("Home", 46)
      let first = try await world.bring(GPX.file(home, Self.day), "Current.gpx")
      let other = GPX.track("Day", GPX.way(from: 46.5), hour: 9)
      let second = try await world.bring(GPX.file(home, other), "Current.gpx")
      #expect(second.status == .updated && second.locations == first.locations)
      #expect(second.changes?.added == 1 && second.changes?.gone == 1)
      #expect(try await world.names() == ["Day", "Day", "Home"])
    }
  }

  // MARK: Edited here

  @Test func `the newest import writes the whole file with what was edited here`() async throws {
    try await world { world in
      let extended = "<extensions><x:a>kept</x:a></extensions>"
      let root = "xmlns:x=\"urn:one\""
      let first = try await world.bring(
        GPX.file(
          GPX.place("A", 46, 7, extended), GPX.place("B", 47), Self.day, root: root), "a.gpx")
      _ = try await world.library.apply(.set(.details, of: [first.locations[0]], to: "mine"))
      let second = try await world.bring(
        GPX.file(
          GPX.place("B", 47, 7, "<desc>new</desc>"),
          GPX.place("A", 46, 7, "<cmt>theirs</cmt>" + extended), Self.day,
          root: "xmlns:x=\"urn:two\""), "a.gpx")
      #expect(second.diagnostics.map(\.code) == ["update.edited"])
      let written = try await world.library.exportedText([try #require(second.importID)])
      #expect(written.contains("mine") && !written.contains("theirs"))
      #expect(written.contains("urn:one") && written.contains("kept</x:a>"))
      let order = try #require(written.range(of: "<name>B"))
      #expect(written[order.upperBound...].contains("<name>A") && written.contains("<trkpt"))
      do {
        _ = try await world.library.exportedText([try #require(first.importID)])
        Issue.record("an import without items was written")
      } catch let error as LibraryError {
        #expect(error.code == .notFound && error.ids == [second.importID])
      }
      // The file says of A what it said, so there is nothing to tell again.
      let third = try await world.bring(
        GPX.file(
          GPX.place("B", 47), GPX.place("A", 46, 7, "<cmt>theirs</cmt>" + extended), Self.day,
          root: "xmlns:x=\"urn:two\""), "a.gpx")
      #expect(third.diagnostics.isEmpty && third.changes?.kept == 1)
    }
  }

  @Test func `points keep what their file said under the header of a later one`() async throws {
    try await world { world in
      func text(_ mood: String, _ more: String) -> String {
        let points = (0..<4).map {
          "<trkpt lat=\"46.\($0)\" lon=\"7\"><extensions><x:mood>\(mood)</x:mood></extensions></trkpt>"
        }
        return GPX.file(
          more, "<trk><name>Day</name><trkseg>\(points.joined())</trkseg></trk>",
          root: "xmlns:x=\"urn:x\"")
      }
      let first = try await world.bring(text("good", ""), "a.gpx")
      _ = try await world.library.apply(.set(.name, of: first.paths, to: "Mine"))
      let second = try await world.bring(text("bad", GPX.place("A", 1)), "a.gpx")
      #expect(second.paths == first.paths && second.changes?.kept == 1)
      let written = try await world.library.exportedText([try #require(second.importID)])
      #expect(written.matches(of: /good</).count == 4 && !written.contains("bad"))
    }
  }

  @Test func `both halves of a path that was split here stay with their file`() async throws {
    try await world { world in
      let first = try await world.bring(GPX.file(Self.day), "a.gpx")
      let key = try #require(try await world.library.geometry(first.paths[0])).keys[3]
      _ = try await world.library.apply(.split(first.paths[0], at: key))
      let second = try await world.bring(GPX.file(GPX.place("A", 1), Self.longerDay), "a.gpx")
      #expect(second.diagnostics.map(\.code) == ["update.edited"])
      #expect(second.changes?.gone == 0)
      let written = try await world.library.exportedText([try #require(second.importID)])
      #expect(written.matches(of: /<trk>/).count == 2)
    }
  }

  // MARK: Deleted and taken back

  @Test func `what is in the trash stays there and is named`() async throws {
    try await world { world in
      let text = GPX.file(GPX.place("A", 46), GPX.place("B", 47))
      let first = try await world.bring(text, "a.gpx")
      _ = try await world.library.apply(.trash([first.locations[0]]))
      let again = try await world.bring(text, "a.gpx")
      #expect(again.status == .unchanged && again.diagnostics.map(\.code) == ["update.trashed"])
      let changed = try await world.bring(
        text.replacing("<name>A</name>", with: "<name>A</name><desc>new</desc>"), "a.gpx")
      #expect(changed.status == .updated && changed.diagnostics.map(\.code) == ["update.trashed"])
      let place = try #require(try await world.library.snapshot().places.first)
      #expect(place.trashed != nil && place.details == "new")
    }
  }

  @Test func `what was deleted for good, or undone, is imported again`() async throws {
    try await world { world in
      let text = GPX.file(GPX.place("A", 46), GPX.place("B", 47))
      let first = try await world.bring(text, "a.gpx")
      _ = try await world.library.apply(.trash([first.locations[1]]))
      _ = try await world.library.apply(.purge([first.locations[1]]))
      let again = try await world.bring(text, "a.gpx")
      #expect(again.status == .updated && again.changes?.added == 1 && again.changes?.same == 1)
      #expect(try await world.names() == ["A", "B"])
      #expect(try await world.bring(text, "a.gpx").status == .unchanged)
      _ = try await world.library.undo()
      #expect(try await world.bring(text, "a.gpx").status == .updated)
      let all = try await world.library.snapshot().places.map(\.id)
      _ = try await world.library.apply(.trash(all))
      _ = try await world.library.apply(.purge(all))
      #expect(try await world.bring(text, "a.gpx").status == .imported)
    }
  }

  @Test func `an import that was taken back but for an edit is completed again`() async throws {
    try await world { world in
      let text = GPX.file(GPX.place("A", 46), GPX.place("B", 47))
      let first = try await world.bring(text, "a.gpx")
      let id = try #require(first.importID)
      _ = try await world.library.apply(.set(.details, of: [first.locations[0]], to: "mine"))
      _ = try await world.library.apply(.removeImport(id))
      let twice = try await world.library.apply(.removeImport(id))
      #expect(twice.deleted.isEmpty && twice.kept == [first.locations[0]] && twice.undo == nil)
      let again = try await world.bring(text, "a.gpx")
      #expect(again.status == .updated && again.changes?.kept == 1 && again.changes?.added == 1)
      #expect(try await world.library.snapshot().places.map(\.details) == ["mine", nil])
    }
  }

  // MARK: Dry runs and groups

  @Test func `a dry run tells what the real run does`() async throws {
    try await world { world in
      let first = try await world.bring(
        GPX.file(GPX.place("A", 46), GPX.place("B", 47), GPX.place("C", 48), Self.day), "a.gpx")
      _ = try await world.library.apply(.set(.details, of: [first.locations[0]], to: "mine"))
      let changed = GPX.file(
        GPX.place("A", 46, 7, "<desc>new</desc>"), GPX.place("B", 47), GPX.place("D", 49),
        Self.longerDay)
      let before = try await world.library.dump()
      let dry = try await world.bring(changed, "a.gpx", ImportOptions(isDryRun: true))
      #expect(dry.status == .checked && dry.wouldBe == .updated)
      #expect(try await world.library.dump() == before)
      let real = try await world.bring(changed, "a.gpx")
      #expect(dry.changes == real.changes && dry.updated == real.updated)
      #expect(dry.diagnostics == real.diagnostics && dry.diagnostics.count == 2)
      #expect(
        real.changes.map { [$0.added, $0.updated, $0.kept, $0.same, $0.gone] } == [1, 1, 1, 1, 1])
      let packed = try await world.library.importFile(
        .file(PackageFiles.fixture("gpx/packed/gzip.gpx")))
      let dryPacked = try await world.library.importFile(
        .file(PackageFiles.fixture("gpx/packed/bzip2.gpx")), options: ImportOptions(isDryRun: true))
      #expect(dryPacked.status == .unchanged && dryPacked.importID == packed.importID)
    }
  }

  @Test func `the groups that a file names are made of a file that is unchanged too`() async throws
  {
    try await world { world in
      let text = GPX.file(
        GPX.place("A", 46, 7, "<type>hut</type>"), GPX.place("B", 47, 7, "<type>lake</type>"))
      try await world.bring(text, "a.gpx")
      let before = try await world.library.dump()
      let again = try await world.bring(text, "a.gpx", ImportOptions(groupOrigins: [.type]))
      #expect(again.status == .unchanged && again.grouped == 2 && again.createdGroups.count == 2)
      #expect(try await world.library.snapshot().places.allSatisfy { $0.groups.count == 1 })
      let more = try await world.bring(text, "a.gpx", ImportOptions(groupOrigins: [.type]))
      #expect(more.grouped == 0)
      _ = try await world.library.undo()
      #expect(try await world.library.dump() == before)
    }
  }
}
