import CartographerCore
import Foundation
import GeoFormats
import Geodesy
import LogicalDump
import TestSupport
import Testing

/// Imports of files that were exported from the same library.
@Suite struct OwnExportTests {
  typealias GPX = GPXText

  /// The file name extensions of the formats that are written and read.
  static let extensions = GeoFormat.all.filter { $0.canRead && $0.canWrite }
    .flatMap { $0.id == "kml" ? ["kml", "kmz"] : [$0.id] }

  /// Adds items of several imports and items without an import: places and paths with and without
  /// times, names, groups, notes and colours.
  private static func fill(_ library: Library) async throws {
    for name in ["day-1-saint-evrard-refuge-du-neve", "huts-gpx10", "plan"] {
      _ = try await library.importFile(
        .file(PackageFiles.root.appending(path: "SampleData/\(name).gpx")))
    }
    let hut = try await library.apply(
      .addPlace(
        name: "A hut with a long name", Coordinate(latitude: 45.1, longitude: 6.1),
        elevationMetres: 2_000, groups: [])
    ).created
    let ways = try await [PathKind.route, .track].asyncMap { kind in
      try await library.apply(
        .addPath(
          name: "A \(kind) without times", kind: kind,
          points: [45.1, 45.2, 45.3].map { Coordinate(latitude: $0, longitude: 6.1) },
          elevations: kind == .route ? [] : [0, .nan, 2_752], groups: [])
      ).created
    }.flatMap(\.self)
    _ = try await library.apply(.set(.notes, of: hut + ways, to: "Bring cash.\nNo cards."))
    _ = try await library.apply(.set(.colour, of: hut + ways, to: "#1E90FF"))
    _ = try await library.apply(.createGroup(name: "Alps / South", members: hut + ways))
  }

  /// Exports the whole library to a file.
  private static func export(
    _ fixture: ImportFixture, _ name: String, options: ExportOptions = ExportOptions()
  ) async throws -> URL {
    let file = fixture.folder.appending(path: name)
    _ = try await fixture.library.export([], to: file, replacing: true, options: options)
    return file
  }

  private static func changes(_ report: ImportReport) -> [Int] {
    let changes = report.changes ?? ImportReport.Changes()
    return [changes.same, changes.kept, changes.added, changes.updated, changes.gone]
  }

  // MARK: Unchanged items

  @Test(arguments: extensions)
  func `an export of the whole library is unchanged in every format`(type: String) async throws {
    try await ImportFixture.with { fixture in
      try await Self.fill(fixture.library)
      let file = try await Self.export(fixture, "all.\(type)")
      let before = try await fixture.library.dump()
      let snapshot = try await fixture.library.snapshot()
      for isDry in [true, false] {
        let report = try await fixture.library.importFile(
          .file(file), options: ImportOptions(isDryRun: isDry))
        #expect(report.status == .unchanged && report.importID == nil)
        let count = snapshot.places.count + snapshot.paths.count
        #expect(Self.changes(report) == [count, 0, 0, 0, 0])
        #expect(Set(report.locations) == Set(snapshot.places.map(\.id)))
        #expect(Set(report.paths) == Set(snapshot.paths.map(\.id)))
        #expect(
          !report.diagnostics.contains {
            $0.code.hasPrefix("import.") || $0.code.hasPrefix("update.")
          })
      }
      #expect(try await fixture.library.dump() == before)
    }
  }

  @Test(arguments: [
    "kml/trip.kml", "geojson/togeojson.geojson", "tcx/activities.tcx", "tcx/course.tcx",
    "fit/multisport.fit", "fit/course.fit", "csv/german-excel.csv", "nmea/\(nmea)",
  ])
  func `an item from any format is recognised in an export to any other format`(source: String)
    async throws
  {
    for type in Self.extensions {
      try await ImportFixture.with { fixture in
        let first = try await fixture.library.importFile(.file(PackageFiles.fixture(source)))
        let file = try await Self.export(fixture, "all.\(type)")
        let before = try await fixture.library.dump()
        let report = try await fixture.library.importFile(.file(file))
        #expect(report.status == .unchanged, "\(type)")
        #expect(Set(report.locations) == Set(first.locations), "\(type)")
        #expect(Set(report.paths) == Set(first.paths), "\(type)")
        #expect(try await fixture.library.dump() == before, "\(type)")
      }
    }
  }

  private static let nmea: String = {
    let folder = PackageFiles.fixture("nmea").path
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.filter { !$0.hasSuffix(".md") }.min() ?? ""
  }()

  @Test func `the items of an unchanged export are added to the requested group`() async throws {
    try await ImportFixture.with { fixture in
      try await Self.fill(fixture.library)
      let file = try await Self.export(fixture, "all.kml")
      let count = try await fixture.library.snapshot().places.count
      let report = try await fixture.library.importFile(
        .file(file), options: ImportOptions(groups: ["All"]))
      #expect(report.status == .unchanged && report.grouped > count)
      let group = try #require(
        try await fixture.library.snapshot().groups.first { $0.name == "All" })
      #expect(group.placeCount + group.pathCount == report.grouped)
    }
  }

  // MARK: Edited and missing items

  @Test(arguments: extensions)
  func `items edited after the export stay as they are and are reported`(type: String) async throws
  {
    try await ImportFixture.with { fixture in
      let day = GPX.track("Day", GPX.latitudes(from: 46, 9), hour: 6)
      try await fixture.importFile(
        GPX.file(GPX.place("Camp", 46, 7, "<desc>d</desc>"), GPX.place("Hut", 47), day), "day.gpx")
      _ = try await fixture.library.apply(
        .set(.comment, of: [ItemID(.location, 1), ItemID(.path, 1)], to: "c"))
      let file = try await Self.export(fixture, "all.\(type)")
      _ = try await fixture.library.apply(
        .set(.comment, of: [ItemID(.location, 1), ItemID(.path, 1)], to: "edited"))
      let before = try await fixture.library.dump()
      let report = try await fixture.library.importFile(.file(file))
      #expect(report.status == .unchanged)
      #expect(Self.changes(report) == [1, 2, 0, 0, 0])
      let edited = report.diagnostics.filter { $0.code == "update.edited" }.map(\.message)
      #expect(edited.count == 2)
      #expect(edited.contains { $0.hasPrefix("L1 (Camp) differs between the library") })
      #expect(edited.contains { $0.hasPrefix("P1 (Day)") })
      #expect(try await fixture.library.dump() == before)
    }
  }

  @Test(arguments: extensions)
  func `only items that the library no longer has are added, and its groups stay`(type: String)
    async throws
  {
    try await ImportFixture.with { fixture in
      try await Self.fill(fixture.library)
      let file = try await Self.export(fixture, "all.\(type)")
      let plan = try #require(
        try await fixture.library.snapshot().paths.first { $0.name == "A track without times" })
      _ = try await fixture.library.apply(.trash([plan.id]))
      _ = try await fixture.library.apply(.purge([plan.id]))
      let group = try #require(try await fixture.library.snapshot().groups.first?.id)
      _ = try await fixture.library.apply(.set(.notes, of: [group], to: "Edited"))
      let before = try await fixture.library.snapshot()
      let report = try await fixture.library.importFile(.file(file))
      #expect(report.status == .updated)
      let after = try await fixture.library.snapshot()
      #expect(Self.changes(report) == [before.places.count + before.paths.count, 0, 1, 0, 0])
      #expect(after.places == before.places && after.paths.count == before.paths.count + 1)
      #expect(after.groups.map(\.notes) == before.groups.map(\.notes))
      let again = try await fixture.library.importFile(.file(file))
      #expect(again.status == .unchanged && Self.changes(again)[2] == 0)
    }
  }

  @Test(arguments: extensions.filter { $0 != "tcx" })
  func `a group deleted after the export comes back with its members`(type: String) async throws {
    try await ImportFixture.with { fixture in
      try await Self.fill(fixture.library)
      let file = try await Self.export(fixture, "all.\(type)")
      let before = try await fixture.library.snapshot()
      let group = try #require(before.groups.first { $0.name == "Alps / South" })
      _ = try await fixture.library.apply(.trash([group.id]))
      _ = try await fixture.library.apply(.purge([group.id]))
      let checked = try await fixture.library.importFile(
        .file(file), options: ImportOptions(isDryRun: true))
      let report = try await fixture.library.importFile(.file(file))
      #expect(report.status == .updated && checked.wouldBe == .updated)
      #expect(report.groups.map(\.name) == checked.groups.map(\.name))
      #expect(report.groups.map(\.items) == checked.groups.map(\.items))
      let after = try await fixture.library.snapshot()
      #expect(after.places.map(\.id) == before.places.map(\.id))
      #expect(after.paths.map(\.id) == before.paths.map(\.id))
      let again = try #require(after.groups.first { $0.name == "Alps / South" })
      #expect(again.placeCount == group.placeCount && again.pathCount == group.pathCount)
      #expect(try await fixture.library.importFile(.file(file)).status == .unchanged)
    }
  }

  @Test func `a deleted group of one import comes back with its members`()
    async throws
  {
    try await ImportFixture.with { fixture in
      let plan = PackageFiles.root.appending(path: "SampleData/plan.gpx")
      _ = try await fixture.library.importFile(
        .file(plan), options: ImportOptions(groups: ["Tour"]))
      let before = try await fixture.library.snapshot()
      let group = try #require(before.groups.first)
      let file = try await Self.export(fixture, "tour.gpx")
      _ = try await fixture.library.apply(.trash([group.id]))
      _ = try await fixture.library.apply(.purge([group.id]))
      let report = try await fixture.library.importFile(.file(file))
      #expect(report.groups.map(\.items) == [group.placeCount + group.pathCount])
      let after = try await fixture.library.snapshot()
      #expect(after.groups.map(\.placeCount) == [group.placeCount])
      #expect(after.places.map(\.id) == before.places.map(\.id))
    }
  }

  @Test func `an item deleted after the export stays in the trash and is named`() async throws {
    try await ImportFixture.with { fixture in
      try await fixture.importFile(GPX.file(GPX.place("Camp", 46)), "a.gpx")
      let file = try await Self.export(fixture, "all.csv")
      _ = try await fixture.library.apply(.trash([ItemID(.location, 1)]))
      let report = try await fixture.library.importFile(.file(file))
      #expect(report.status == .unchanged)
      #expect(report.diagnostics.map(\.code).filter { $0 != "csv.columns" } == ["update.trashed"])
    }
  }

  @Test(arguments: ["other.gpx", "day.gpx", "other.geojson"], [true, false])
  func `a simplified or stripped export never replaces the recorded path`(
    name: String, isSimplified: Bool
  ) async throws {
    try await ImportFixture.with { fixture in
      let places = (0..<5).map { GPX.place("P\($0)", 46 + Double($0)) }.joined()
      let day = GPX.track("Day", GPX.latitudes(from: 46, 30), hour: 6)
      try await fixture.importFile(GPX.file(places, day), "trip/day.gpx")
      var options = ExportOptions()
      options.pointsAtMost = isSimplified ? 20 : nil
      options.stripsTimes = !isSimplified
      let before = try await fixture.library.snapshot()
      let file = try await Self.export(fixture, name, options: options)
      let report = try await fixture.library.importFile(.file(file))
      #expect(report.updated.isEmpty && Self.changes(report) == [5, 1, 0, 0, 0])
      #expect(report.diagnostics.map(\.code) == ["update.edited"])
      #expect(try await fixture.library.snapshot().paths == before.paths)
    }
  }
}

extension Sequence where Element: Sendable {
  fileprivate func asyncMap<Value>(
    _ transform: (Element) async throws -> Value
  ) async rethrows -> [Value] {
    var values: [Value] = []
    for element in self { values.append(try await transform(element)) }
    return values
  }
}
