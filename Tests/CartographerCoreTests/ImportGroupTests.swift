import CartographerCore
import Foundation
import TestSupport
import Testing

/// The groups in the report of an import and of its dry run.
@Suite struct ImportGroupTests {
  private typealias GPX = GPXText

  private static func hut(_ name: String, _ latitude: Double, _ category: String) -> String {
    GPX.place(
      name, latitude, 7,
      """
      <type>\(category.lowercased())</type><extensions><g:WaypointExtension><g:Categories>
      <g:Category>\(category)</g:Category></g:Categories></g:WaypointExtension></extensions>
      """)
  }

  private static func file(_ items: String...) -> String {
    GPX.file(
      items.joined(),
      root: "xmlns:g=\"http://www.garmin.com/xmlschemas/GpxExtensions/v3\"")
  }

  private static let origins: [GroupOrigin] = [.category, .type, .file]

  /// Imports a text in a dry run and then in a real run, and compares both reports.
  ///
  /// - Returns: The groups in the report of the real run.
  @discardableResult
  private func importTwice(
    _ text: String, _ options: ImportOptions, into library: Library
  ) async throws -> [ImportReport.TargetGroup] {
    try await TemporaryDirectory.with { folder in
      let file = folder.appending(path: "tour.gpx")
      try Data(text.utf8).write(to: file)
      var dryOptions = options
      dryOptions.isDryRun = true
      let before = try await library.dump()
      let dry = try await library.importFile(.file(file, name: "tour.gpx"), options: dryOptions)
      #expect(try await library.dump() == before)
      let real = try await library.importFile(.file(file, name: "tour.gpx"), options: options)
      #expect(dry.wouldBe ?? dry.status == real.status)
      #expect(dry.groups.map(\.name) == real.groups.map(\.name))
      #expect(dry.groups.map(\.items) == real.groups.map(\.items))
      let made = Set(real.createdGroups)
      #expect(
        dry.groups.map(\.id) == real.groups.map { $0.id.flatMap { made.contains($0) ? nil : $0 } })
      #expect(dry.createdGroups.isEmpty)
      let members = try await library.snapshot()
      for group in real.groups {
        let count =
          members.places.count { $0.groups.contains { $0 == group.id } }
          + members.paths.count { $0.groups.contains { $0 == group.id } }
        #expect(count >= group.items, "\(group)")
      }
      return real.groups
    }
  }

  @Test func `the report lists requested groups and groups named by the file, new or existing`()
    async throws
  {
    let library = try await Library.ticking()
    _ = try await library.apply(.createGroup(name: "Huts", members: []))
    let options = ImportOptions(groups: ["Trip", "Huts"], groupOrigins: Self.origins)
    let first = Self.file(
      Self.hut("A", 46, "Huts"), Self.hut("B", 47, "Trip"),
      GPX.track("Day", GPX.latitudes(from: 46)))
    let groups = try await importTwice(first, options, into: library)
    #expect(groups.map(\.name) == ["Huts", "Trip", "huts", "trip", "tour"])
    #expect(
      groups.map(\.items) == [3, 3, 1, 1, 3],
      "an item counts once per group, however many rules match")

    // At a second import the file is unchanged, and its items are in all groups already.
    #expect(try await importTwice(first, options, into: library).map(\.items) == [0, 0, 0, 0, 0])
    let other = ImportOptions(groups: ["Huts", "Other"])
    #expect(try await importTwice(first, other, into: library).map(\.items) == [0, 3])
  }

  @Test func `for a changed file the report counts the items added to each group`() async throws {
    let library = try await Library.ticking()
    _ = try await importTwice(
      Self.file(Self.hut("A", 46, "Huts"), Self.hut("B", 47, "Huts")), ImportOptions(),
      into: library)
    // An edited item keeps its own type, which now differs from the type in the file.
    let first = try await library.snapshot().places[0].id
    _ = try await library.apply(.set(.type, of: [first], to: "mine"))
    let changed = Self.file(
      Self.hut("A", 46, "Farms"), Self.hut("B", 47, "Farms"), Self.hut("C", 48, "Lakes"))
    let groups = try await importTwice(
      changed, ImportOptions(groups: ["Trip"], groupOrigins: [.type, .category]), into: library)
    #expect(groups.map(\.name).starts(with: ["Trip", "mine", "farms", "lakes"]))
    #expect(groups[0].items == 3)
    let again = ImportOptions(groups: ["Trip"], duplicates: true)
    #expect(try await importTwice(changed, again, into: library).map(\.items) == [3])
  }

  @Test func `the report lists the groups that an exported file restores`() async throws {
    let source = try await Library.sample()
    let written = try await source.exportedText([ItemID(.group, 1)])
    let library = try await Library.ticking()
    let groups = try await importTwice(written, ImportOptions(), into: library)
    #expect(groups.map(\.name) == ["Trip"])
    #expect(groups.map(\.items) == [3])
    #expect(groups[0].id != nil)
    // No groups are requested, and the file has nothing new.
    #expect(try await importTwice(written, ImportOptions(), into: library).isEmpty)
  }
}
