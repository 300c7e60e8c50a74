import CartographerCore
import Foundation
import Geodesy
import LogicalDump
import Synchronization
import TestSupport
import Testing

/// Imports of a file that changed since its last import.
@Suite struct ImportUpdateTests {
  private static let hut = "<wpt lat=\"46\" lon=\"7\"><name>Hut</name><desc>old</desc></wpt>"
  private static let lake = "<wpt lat=\"46.5\" lon=\"7\"><name>Lake</name></wpt>"
  private static func track(_ latitudes: [Double]) -> String {
    "<trk><name>Day</name><trkseg>"
      + latitudes.map {
        "<trkpt lat=\"\($0)\" lon=\"7\"><time>2026-07-11T06:00:00Z</time></trkpt>"
      }.joined() + "</trkseg></trk>"
  }

  /// Imports a file, runs a closure, and imports the changed file.
  private func update(
    from old: String, to new: String, _ meanwhile: (Library, ImportReport) async throws -> Void
  ) async throws -> (Library, first: ImportReport, second: ImportReport) {
    // Imports are distinguished by their times, so this clock advances.
    let ticks = Mutex(0.0)
    let library = try await Library.open(at: .memory) {
      ticks.withLock { tick in
        tick += 1
        return testTime.addingTimeInterval(tick)
      }
    }
    return try await TemporaryDirectory.with { folder in
      let file = folder.appending(path: "tour.gpx")
      try Data(old.utf8).write(to: file)
      let first = try await library.importFile(.file(file))
      try await meanwhile(library, first)
      try Data(new.utf8).write(to: file)
      return (library, first, try await library.importFile(.file(file)))
    }
  }

  @Test func `the history lists each updated item once, under its existing ID`() async throws {
    let (library, first, second) = try await update(
      from: GPXText.file(Self.hut + Self.track([46, 46.1])),
      to: GPXText.file(
        Self.hut.replacing("old", with: "new") + Self.lake + Self.track([46, 46.1, 46.2]))
    ) { _, _ in }
    let summary = try #require(try await library.changeSummaries().first)
    let record = try #require(second.importID)
    #expect(Set(summary.ids) == Set(first.locations + first.paths + second.locations + [record]))
    #expect(summary.created == 2, "the lake and the import record")
    #expect(summary.changed == 2)
    #expect(summary.deleted == 0)
  }

  @Test func `a known file cannot update another import`() async throws {
    let library = try await Library.temporary()
    let hut = GPXText.file(Self.hut)
    let first = try #require(try await library.importText(hut, name: "a.gpx").importID)
    let other = try #require(
      try await library.importText(GPXText.file(Self.lake), name: "b.gpx").importID)
    let before = try await library.dump()
    for isDryRun in [true, false] {
      var options = ImportOptions()
      options.isDryRun = isDryRun
      options.updating = other
      await #expect {
        _ = try await library.importText(hut, name: "a.gpx", options: options)
      } throws: {
        ($0 as? LibraryError)?.code == .invalid
          && "\($0)".contains("unchanged copy of the file imported as \(first)")
      }
      options.updating = first
      #expect(
        try await library.importText(hut, name: "a.gpx", options: options).status == .unchanged)
    }
    #expect(try await library.dump() == before)
  }

  @Test func `items updated from their file keep their IDs and groups`() async throws {
    let (library, first, second) = try await update(
      from: GPXText.file(Self.hut + Self.track([46, 46.1])),
      to: GPXText.file(
        Self.hut.replacing("old", with: "new") + Self.lake + Self.track([46, 46.1, 46.2]))
    ) { library, report in
      _ = try await library.apply(
        .createGroup(name: "Trip", members: report.locations + report.paths))
    }
    #expect(second.status == .updated)
    #expect(second.updated == first.locations + first.paths)
    #expect(second.paths == first.paths)
    #expect(second.locations.prefix(1) == first.locations.prefix(1) && second.locations.count == 2)
    let snapshot = try await library.snapshot()
    #expect(snapshot.places.map(\.name) == ["Hut", "Lake"])
    #expect(snapshot.places[0].details == "new")
    #expect(snapshot.places[0].groups == [ItemID(.group, 1)])
    #expect(snapshot.paths.map(\.pointCount) == [3])
    #expect(snapshot.paths[0].groups == [ItemID(.group, 1)])
    let written = try await library.exportedText([try #require(second.importID)])
    #expect(written.contains("46.2") && written.contains("Lake"))
  }

  @Test func `an edited item is not overwritten by its file, and the report says so`() async throws
  {
    let (library, first, second) = try await update(
      from: GPXText.file(Self.hut + Self.lake),
      to: GPXText.file(Self.hut.replacing("old", with: "new") + Self.lake)
    ) { library, report in
      _ = try await library.apply(.set(.details, of: report.locations, to: "mine"))
    }
    let snapshot = try await library.snapshot()
    #expect(snapshot.places.map(\.details) == ["mine", "mine"])
    #expect(second.updated == [])
    // Both items were edited, but only the hut also changed in the file.
    #expect(
      second.diagnostics.filter { $0.code == "update.edited" }.map { $0.message.prefix(2) }
        == [first.locations[0].description.prefix(2)])
  }

  @Test func `an item no longer in its file stays in the library, and the report says so`()
    async throws
  {
    let (library, first, second) = try await update(
      from: GPXText.file(Self.hut + Self.lake), to: GPXText.file(Self.lake)
    ) { _, _ in }
    #expect(try await library.snapshot().places.map(\.name) == ["Hut", "Lake"])
    #expect(second.diagnostics.map(\.code) == ["update.gone"])
    #expect(second.diagnostics[0].message.hasPrefix(first.locations[0].description))
  }

  @Test func `an update from a file is undone in one step`() async throws {
    var before: LogicalDump?
    let (library, _, second) = try await update(
      from: GPXText.file(Self.hut + Self.track([46, 46.1])),
      to: GPXText.file(Self.hut.replacing("old", with: "new") + Self.track([47]))
    ) { library, _ in before = try await library.dump() }
    #expect(second.status == .updated)
    _ = try await library.undo()
    #expect(try await library.dump() == before)
  }

  @Test func `a track of another date with the same name is a new item`() async throws {
    let (library, _, second) = try await update(
      from: GPXText.file(Self.track([46, 46.1])),
      to: GPXText.file(Self.track([46, 46.1]).replacing("2026-07-11", with: "2026-07-12"))
    ) { _, _ in }
    #expect(second.status == .imported)
    #expect(try await library.snapshot().paths.count == 2)
  }

  @Test func `removing an import keeps the items that were edited later`() async throws {
    let library = try await Library.temporary()
    let report = try await library.importText(GPXText.file(Self.hut + Self.lake + Self.track([46])))
    _ = try await library.apply(.set(.notes, of: [report.locations[1]], to: "cold"))
    _ = try await library.importText(GPXText.file(Self.track([50])), name: "b.gpx")
    let id = try #require(report.importID)
    let result = try await library.apply(.removeImport(id))
    #expect(Set(result.deleted) == Set([report.locations[0]] + report.paths))
    #expect(result.title.imperative.contains("kept \(report.locations[1]) because of later edits"))
    let snapshot = try await library.snapshot()
    #expect(snapshot.places.map(\.name) == ["Lake"])
    #expect(snapshot.paths.count == 1)
    #expect(try await library.imports().map(\.items.count) == [1, 1])
    _ = try await library.undo()
    #expect(try await library.snapshot().places.count == 2)
  }

  @Test(arguments: [
    (GroupOrigin.category, ["Huts & lakes", "Food"]), (.type, ["G1", "lake"]), (.file, ["tour"]),
  ])
  func `imported items join the groups named by their file`(
    origin: GroupOrigin, wanted: [String]
  ) async throws {
    let library = try await Library.temporary()
    let text = """
      <gpx version="1.1" creator="t" xmlns="http://www.topografix.com/GPX/1/1"
        xmlns:g="http://www.garmin.com/xmlschemas/GpxExtensions/v3">
      <wpt lat="1" lon="1"><type>G1</type><extensions><g:WaypointExtension><g:Categories>
      <g:Category>Huts &amp; lakes</g:Category><g:Category>Food</g:Category></g:Categories>
      </g:WaypointExtension></extensions></wpt>
      <wpt lat="2" lon="1"><type>lake</type></wpt></gpx>
      """
    let report = try await library.importText(
      text, name: "a/tour.gpx", options: ImportOptions(groupOrigins: [origin]))
    #expect(report.createdGroups.count == wanted.count)
    let snapshot = try await library.snapshot()
    #expect(snapshot.groups.map(\.name) == wanted)
    #expect(snapshot.places[0].groups.count == (origin == .category ? 2 : 1))
    _ = try await library.undo()
    #expect(try await library.snapshot().groups.isEmpty)
  }

  @Test func `a file with the same name and a distant path updates nothing`() async throws {
    func route(_ latitude: Int) -> String {
      GPXText.file("<rte><name>Day</name><rtept lat=\"\(latitude)\" lon=\"1\"/></rte>")
    }
    let (library, first, second) = try await update(from: route(1), to: route(60)) { _, _ in }
    #expect(second.status == .imported && second.paths != first.paths)
    #expect(try await library.snapshot().paths.count == 2)
  }

  @Test func `removing an update deletes only the items that it added`() async throws {
    let (library, first, second) = try await update(
      from: GPXText.file(Self.hut),
      to: GPXText.file(Self.hut.replacing("old", with: "new") + Self.lake)
    ) { _, _ in }
    let result = try await library.apply(.removeImport(try #require(second.importID)))
    #expect(result.deleted == Array(second.locations.dropFirst()))
    #expect(try await library.snapshot().places.map(\.name) == ["Hut"])
    await #expect(throws: LibraryError.self) {
      try await library.apply(.removeImport(try #require(first.importID)))
    }
  }

  @Test func `an edited item stays unchanged at every later import of its file`() async throws {
    let library = try await Library.temporary()
    try await TemporaryDirectory.with { folder in
      let file = folder.appending(path: "tour.gpx")
      for (round, text) in ["old", "new", "newer"].enumerated() {
        try Data(GPXText.file(Self.hut.replacing("old", with: text)).utf8).write(to: file)
        let report = try await library.importFile(.file(file))
        if round == 0 {
          _ = try await library.apply(.set(.details, of: report.locations, to: "mine"))
        } else {
          #expect(report.diagnostics.map(\.code) == ["update.edited"])
        }
      }
    }
    #expect(try await library.snapshot().places.map(\.details) == ["mine"])
  }

  @Test func `a superseded import names the import that its items belong to now`() async throws {
    let library = try await Library.ticking()
    try await TemporaryDirectory.with { folder in
      let file = folder.appending(path: "tour.gpx")
      func importHut(_ details: String) async throws -> ItemID {
        try Data(GPXText.file(Self.hut.replacing("old", with: details)).utf8).write(to: file)
        return try #require(try await library.importFile(.file(file)).importID)
      }
      let imports = [
        try await importHut("one"), try await importHut("two"), try await importHut("three"),
        try await importHut("four"),
      ]
      for id in imports.dropLast() {
        let refused = await #expect(throws: LibraryError.self) {
          _ = try await library.exportedText([id])
        }
        #expect(refused?.code == .notFound && refused?.ids == [imports[3]], "\(id)")
        #expect(refused?.remedy == "Export \(imports[3]) instead.")
        let kept = await #expect(throws: LibraryError.self) {
          try await library.apply(.removeImport(id))
        }
        #expect(kept?.message.contains("belong to \(imports[3])") == true)
      }
      #expect(try await library.exportedText([imports[3]]).contains("four"))

      // After the newest import is undone, the items belong to the one before it.
      _ = try await library.undo()
      let third = await #expect(throws: LibraryError.self) {
        _ = try await library.exportedText([imports[0]])
      }
      #expect(third?.ids == [imports[2]])
      let places = try await library.snapshot().places.map(\.id)
      _ = try await library.apply(.trash(places))
      _ = try await library.apply(.purge(places))
      let nothing = await #expect(throws: LibraryError.self) {
        _ = try await library.exportedText([imports[1]])
      }
      #expect(nothing?.remedy == "Import the file again.")
    }
  }

  @Test func `a generated name is marked as such until the item is renamed`() async throws {
    let library = try await Library.temporary()
    _ = try await library.importText(
      GPXText.file(
        "<wpt lat=\"1\" lon=\"1\"/>", Self.hut, "<rte><rtept lat=\"1\" lon=\"1\"/></rte>"))
    let before = try await library.snapshot()
    #expect(before.places.map(\.isNameMadeUp) == [true, false])
    #expect(before.places.map(\.title) == ["(Place 1 of a.gpx)", "Hut"])
    #expect(before.paths.map(\.title) == ["(Route 1 of a.gpx)"])
    _ = try await library.apply(.set(.name, of: [before.places[0].id], to: "Spring"))
    #expect(try await library.snapshot().places.map(\.isNameMadeUp) == [false, false])
  }
}
